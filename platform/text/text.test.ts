import { describe, expect, it } from 'vitest';
import { isVisible } from './text';
import { lineText } from './text-schemas';

const name = lineText({ max: 100, missing: 'missing', tooLong: 'long', unfit: 'unfit' });
const faultOf = (text: string) => name.safeParse(text).error?.issues.map(({ message }) => message);

const invisible: Array<[name: string, text: string]> = [
  ['spaces', ' \u00a0\u2003\u3000'],
  ['zero-width spaces and joiners', '\u200b\u200c\u200d\u2060'],
  ['a soft hyphen', '\u00ad'],
  ['a Hangul filler', '\u3164'],
  ['half and leading Hangul fillers', '\uffa0\u115f\u1160'],
  ['a blank of Braille', '\u2800'],
  ['a Mongolian vowel separator', '\u180e'],
  ['Khmer inherent vowels', '\u17b4\u17b5'],
  ['marks without a letter', '\u0301\u0308\u20dd'],
  ['a grapheme joiner', '\u034f'],
  ['variation selectors', '\ufe0f\u{e0100}'],
  ['tags', '\u{e0061}\u{e007f}'],
  ['a null notehead', '\u{1d159}'],
  ['private characters', '\ue000\u{f0000}'],
  ['direction marks', '\u200e\u200f\u061c'],
];

describe('a line of text', () => {
  it.each(invisible)('of %s is missing', (_name, text) => {
    expect(isVisible(text)).toBe(false);
    expect(faultOf(text)).toContain('missing');
    expect(faultOf(`${text}${text}`)).toContain('missing');
  });

  it.each([
    'Sarah',
    'Zoë',
    'Zoe\u0308',
    '李',
    'محمد',
    '김민준',
    'नीलम',
    'می\u200cخواهم',
    "O'Neil",
    '7',
    '👩\u200d⚕️',
  ])('%s is a name', (text) => expect(faultOf(text)).toBeUndefined());

  it('of nothing is told once', () => expect(faultOf('   ')).toEqual(['missing']));
});
