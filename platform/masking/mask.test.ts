import { describe, expect, it } from 'vitest';
import { contactData, splitContactData } from './contact-data.test-table';
import { innocent, innocentRows } from './innocent.test-table';
import { maskMessages, maskSign, maskText, withoutContactData } from './mask';

describe('maskText', () => {
  it('has a table worth its name', () => {
    expect(contactData.length + splitContactData.length).toBeGreaterThanOrEqual(250);
    expect(innocent.length).toBeGreaterThanOrEqual(250);
  });

  it.each(contactData)('masks: %s', (text, gone) => {
    expect(text).toContain(gone);
    const masked = maskText(text);
    expect(masked.text).toContain(maskSign);
    expect(masked.text).not.toContain(gone);
    expect(masked.found).not.toEqual([]);
  });

  it('leaves nothing for a second look', () => {
    for (const [text] of contactData) {
      const once = maskText(text).text;
      expect(maskText(once)).toEqual({ text: once, found: [] });
    }
  });

  it('leaves what is innocent as it is: not one in sixty is touched', () => {
    const touched = innocent.filter((text) => maskText(text).text !== text);
    expect(touched).toEqual([]);
  });

  it.each([
    ['Call +90 532 123 45 67 or mail a.b@example.com', ['phone', 'email']],
    ['insta: sarah_m, see www.example.com', ['handle', 'link']],
    ['Hello', []],
  ])('says what it found in: %s', (text, found) => expect(maskText(text).found).toEqual(found));

  it('masks the data and nothing around it', () => {
    expect(maskText('Please call 0532 123 45 67 after 14:30, it costs $5,000.').text).toBe(
      `Please call ${maskSign} after 14:30, it costs $5,000.`,
    );
    for (const number of ['+90 532 123 45 67', '+ 90 532 123 45 67', '+1 (212) 555-0123'])
      expect(maskText(`Please call ${number} today`).text).toBe(`Please call ${maskSign} today`);
    // Each letter of a number may be one of its digits; the word "I" of another sentence is none.
    expect(maskText('I am allergic to penicillin. You can reach me at 212 555 0101.').text).toBe(
      `I am allergic to penicillin. You can reach me at ${maskSign}.`,
    );
    expect(maskText('Or on telegram sarahm.').text).toBe(`Or on telegram ${maskSign}.`);
    expect(maskText('Write to sarah.m@example.com today').text).toBe(`Write to ${maskSign} today`);
  });

  it('leaves nothing where it is taken out', () => {
    expect(withoutContactData('My tooth hurts. Call +90 532 123 45 67 or a.b@example.com.')).toBe(
      'My tooth hurts. Call or.',
    );
    expect(withoutContactData('My tooth hurts.')).toBe('My tooth hurts.');
  });

  it.each([
    'a'.repeat(4_000),
    '1 '.repeat(2_000),
    'a.'.repeat(2_000),
    '@'.repeat(4_000),
    '@a'.repeat(2_000),
    'at dot '.repeat(570),
    'a at '.repeat(800),
    ' dot com'.repeat(500),
    '.com'.repeat(1_000),
    'www.'.repeat(1_000),
    'http://'.repeat(570),
    'insta: '.repeat(570),
    'insta is is is is '.repeat(220),
    'beşyüzotuziki'.repeat(300),
    'bes yuz '.repeat(500),
    'double '.repeat(570),
    '\u200b'.repeat(4_000),
    '٣'.repeat(4_000),
    '1.'.repeat(2_000),
    '1,000'.repeat(800),
    '1x'.repeat(2_000),
    '('.repeat(4_000),
    ' '.repeat(4_000),
    'lot '.repeat(1_000),
    'lot no: 1'.repeat(440),
    '12.05.'.repeat(660),
    'i '.repeat(2_000),
    's a '.repeat(1_000),
    '+ '.repeat(2_000),
    'underscore '.repeat(360),
    '1234567890 usd'.repeat(280),
    `${'-'.repeat(3_999)}1`,
    '0532 x '.repeat(570),
    '05 eur '.repeat(570),
    'call me 505 eur '.repeat(250),
    'put a b together '.repeat(230),
    'price 1: 0152 '.repeat(280),
    '26: 220, '.repeat(440),
    'order no 1 '.repeat(360),
    'order no 12 34 '.repeat(260),
    '1x1'.repeat(1_300),
    '34 abc 12 '.repeat(400),
    Array.from({ length: 1_300 }, (_, n) => 20 + (n % 79)).join(' '),
  ])('takes no time over the hostile %#', (text) => {
    const began = performance.now();
    maskMessages(Array<string>(8).fill(text));
    expect(performance.now() - began).toBeLessThan(1_500);
  });

  it.each([
    'a-dot-',
    '-at-',
    'dot|',
    '|at|',
    'a com ',
    '1+1=',
    '1.250+',
    '1+',
    '14 ',
    'teeth 14 15 16 ',
    '120/80 ',
    'telegram sarah ',
    'Insta Sarah Miller 92 ',
    'add me on ',
    'search a b on instagram ',
    'me at ',
    'sarah gmail ',
    'fatura no 1',
    'ab1234 12:30 ',
    '1) 10 ',
    '1.1 ',
    'discord a # 1 ',
  ])('takes no time over ten thousand characters of "%s"', (piece) => {
    const text = piece.repeat(10_000 / piece.length);
    const began = performance.now();
    maskText(text);
    expect(performance.now() - began).toBeLessThan(1_500);
  });
});

describe('maskMessages', () => {
  it.each(splitContactData.map((texts) => [texts]))('finds what is split over: %j', (texts) => {
    const masked = maskMessages(texts);
    expect(masked.at(-1)!.text).toContain(maskSign);
    const parts = masked.filter(({ found }) => found.length > 0);
    expect(parts.length).toBeGreaterThan(1);
    // The first part was innocent when it was written, and is masked from then on.
    expect(masked[0]!.text).toContain(maskSign);
    expect(maskText(texts[0]!).found).toEqual([]);
  });

  it('leaves what stands between the parts alone', () => {
    const masked = maskMessages(['532', 'How are you?', '123', '4567']);
    expect(masked.map(({ text }) => text)).toEqual([maskSign, 'How are you?', maskSign, maskSign]);
  });

  it('masks nothing in rows of ordinary messages', () => {
    const touched = innocentRows.filter((texts) =>
      maskMessages(texts).some(({ found }) => found.length > 0),
    );
    expect(touched).toEqual([]);
  });

  it('keeps hidden what is hidden, whatever is written later', () => {
    const shown = (texts: string[]) => {
      const read: string[] = [];
      texts.forEach((_, at) => {
        const next = maskMessages(texts.slice(0, at + 1), read);
        read.splice(0, at + 1, ...next.map(({ text }) => text));
      });
      return read;
    };
    expect(shown(['0532', '123', '45 67', 'Thank you, see you on 12 May.', '29'])).toEqual([
      ...[maskSign, maskSign, maskSign],
      ...['Thank you, see you on 12 May.', '29'],
    ]);
    expect(maskMessages(['one two', 'x'], [`${maskSign} two`, null])).toEqual([
      { text: `${maskSign} two`, found: [] },
      { text: 'x', found: [] },
    ]);
  });

  it('hides all of a text that does not fit what is shown of it', () => {
    expect(maskMessages(['one two'], ['something else'])[0]!.text).toBe(maskSign);
    expect(maskMessages(['one two'], [`one ${maskSign} six`])[0]!.text).toBe(maskSign);
  });

  it('reads the end of a sentence and the beginning of the next apart', () => {
    const texts = ['Dose: 390 mg at most.', 'At most 4 in 24 hours.'];
    expect(maskMessages(texts).flatMap(({ found }) => found)).toEqual([]);
  });

  it('masks each text at least as maskText does', () => {
    const texts = contactData.slice(0, 8).map(([text]) => text);
    expect(maskMessages(texts).every(({ found }) => found.length > 0)).toBe(true);
  });
});
