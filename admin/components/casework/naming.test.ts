import { describe, expect, it } from 'vitest';
import { completed, namingAt } from './naming';

const team = [
  { id: '1', name: 'Ada Kaya' },
  { id: '2', name: 'Adem Can' },
];
const names = (text: string, caret = text.length) =>
  namingAt(text, caret, team)?.found.map(({ name }) => name) ?? null;

describe('a name that is being typed', () => {
  it('is completed to whoever is called so', () => {
    expect(names('@')).toEqual(['Ada Kaya', 'Adem Can']);
    expect(names('see @ad')).toEqual(['Ada Kaya', 'Adem Can']);
    expect(names('see @ada k')).toEqual(['Ada Kaya']);
    expect(names('@ad and more', 3)).toEqual(['Ada Kaya', 'Adem Can']);
  });

  it('is none without a sign, within a word, and once it is whole', () => {
    expect(names('ada')).toBeNull();
    expect(names('a@ad')).toBeNull();
    expect(names('@ada kaya')).toBeNull();
    expect(names('@x')).toBeNull();
    expect(names('@\n')).toBeNull();
  });

  it('stands in the text as a whole', () => {
    const inText = (typed: string, at = typed.length) => {
      const { text, caret } = completed(typed, namingAt(typed, at, team)!, 'Ada Kaya');
      return `${text.slice(0, caret)}|${text.slice(caret)}`;
    };
    expect(inText('see @ad')).toBe('see @Ada Kaya |');
    expect(inText('see @ad, please', 7)).toBe('see @Ada Kaya|, please');
    expect(inText('see @ad please', 7)).toBe('see @Ada Kaya| please');
    expect(inText('see @please', 5)).toBe('see @Ada Kaya |please');
  });
});
