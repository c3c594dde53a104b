import { describe, expect, it } from 'vitest';
import { initialIn, initialsOf } from './initials';

describe('initials', () => {
  it.each([
    ['en', ['Sarah', 'Miller'], 'SM'],
    ['en', [' sarah ', 'miller'], 'SM'],
    ['tr', ['ismail', 'ışık'], 'İI'],
    ['de', ['ismail', 'ışık'], 'II'],
    ['de', ['Änne', 'öztürk'], 'ÄÖ'],
    ['en', ['E\u0301milie', 'N\u0303'], 'E\u0301N\u0303'],
    ['ar', ['أحمد', 'العتيبي'], 'أ\u200cع'],
    ['ar', ['الياس', 'الفارس'], 'ا\u200cف'],
    ['ar', ['مُنى', 'ليلى'], 'مُ\u200cل'],
    ['ar', ['ال', ''], 'ا'],
    ['ar', ['Sarah', 'العتيبي'], 'S\u200cع'],
    ['en', ['👩🏽\u200d⚕️ Ada', '山田'], '👩🏽\u200d⚕️山'],
    ['en', ['', ' '], ''],
  ] as const)('in %s of %j are %j', (locale, names, initials) =>
    expect(initialsOf({ firstName: names[0], lastName: names[1] }, locale)).toBe(initials),
  );

  it.each([
    ['en', 'm', 'M.'],
    ['tr', 'i', 'İ.'],
    ['ar', 'ع', 'ع'],
    ['en', '山', '山'],
  ] as const)('in %s %j stands as %j for a name', (locale, letter, shown) =>
    expect(initialIn(letter, locale)).toBe(shown),
  );
});
