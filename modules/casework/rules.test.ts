import { describe, expect, it } from 'vitest';
import { mentionedIn } from './rules';

const team = [
  { id: 'ada', name: 'Ada' },
  { id: 'kaya', name: 'Ada Kaya' },
  { id: 'second', name: 'ada kaya' },
  { id: 'can', name: 'Can Öz' },
];

describe('who is named in a note', () => {
  it.each([
    ['@Ada, please look', ['ada']],
    ['see @ada kaya.', ['kaya', 'second']],
    ['@Can Öz and @Ada', ['can', 'ada']],
    ['(@CAN ÖZ)', ['can']],
    ['@Ada @Ada', ['ada']],
    ['@Adam knows', []],
    ['write to x@ada', []],
    ['Ada, without a sign', []],
    ['@', []],
    ['@@Ada', ['ada']],
  ])('%s', (text, ids) => {
    expect(mentionedIn(text, team).sort()).toEqual([...ids].sort());
  });

  it('is no one who has no name', () => {
    expect(mentionedIn('@ here', [{ id: 'none', name: '' }])).toEqual([]);
  });
});
