import type { I18n } from '@lingui/core';
import { type Digits, directionOf, figuresOf, isolated, type Locale } from '#platform/base/locale';

/** What a text (ICU) names. */
export type Values = Record<string, string | number | Date>;
type Named = Readonly<Record<string, unknown>>;

/** What stands in a text as `text`, and counts or picks a form of it by its value. */
const standsAs = (value: string | number, text: string) =>
  ({
    [Symbol.toPrimitive]: (hint: string) =>
      hint === 'default' ? text : hint === 'string' ? String(value) : value,
  }) as unknown as string;

/** Letters of scripts that are written from right to left. */
const leftwards = /[\u0591-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const isLeftwards = (value: unknown): boolean => typeof value === 'string' && leftwards.test(value);

/**
 * A text of ours with isolates in it has no letter outside of them that says its direction: it has that of the page. The
 * address of a page needs none, and programs that make links of addresses would take the signs for a part of it.
 */
function apart(text: string, locale: Locale): string {
  if (/^https?:/.test(text)) return text;
  const isOurs = text.includes('\u2068') && directionOf(locale) === 'rtl';
  return isOurs ? `\u2067${text}\u2069` : isolated(text);
}

/**
 * Values as a text has them: numbers in the digits of the page; words of people, numbers of phones and amounts each in its own
 * direction (Unicode's isolates), or the signs beside them would change places on a page that is read the other way.
 */
const asWritten = (values: Named, locale: Locale, digits: Digits): Named =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (typeof value === 'number')
        return [name, standsAs(value, figuresOf(value, locale, digits))];
      return [name, typeof value === 'string' ? standsAs(value, apart(value, locale)) : value];
    }),
  );

type Say = (key: string, values?: Named, options?: object) => string;

/** How an instance says its texts, with values as the language and the digits write them. */
export function sayingOf(i18n: I18n, locale: Locale, digits: Digits): I18n['_'] {
  const say = i18n._.bind(i18n) as Say;
  const isPlain = directionOf(locale) === 'ltr' && digits === 'latin';
  const saying: Say = (key, values, options) => {
    const stays = !values || (isPlain && !Object.values(values).some(isLeftwards));
    return say(key, stays ? values : asWritten(values, locale, digits), options);
  };
  return saying as I18n['_'];
}
