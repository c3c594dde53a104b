import type { Locale } from '#platform/base/locale';

/** In capital letters by the rules of a language: in Turkish that of 'i' has its dot. */
const inCapitals = (text: string, locale: Locale): string => text.toLocaleUpperCase(locale);

/** A letter in the place of a name: `M.`. Scripts without capitals have no such full stop. */
export function initialIn(letter: string, locale: Locale): string {
  const capital = inCapitals(letter, locale);
  return /^\p{Lu}/u.test(capital) ? `${capital}.` : capital;
}

interface Names {
  readonly firstName: string;
  readonly lastName: string;
}

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The Arabic article before a last name, which is no part of it. */
const article = /^ال(?=\p{L}\p{M}*\p{L})/u;

/** What stands for a name: its first letter as people see it, with its marks. */
function initialOf(name: string): string {
  const [first] = letters.segment(name);
  return first?.segment ?? '';
}

/** Letters of these scripts would be written as one word. */
const joining = /[\p{Script=Arabic}\p{Script=Syriac}]/u;
const zeroWidthNonJoiner = '\u200c';

/** The first letters of both names in capitals by a language; empty without a name. */
export function initialsOf({ firstName, lastName }: Names, locale: Locale): string {
  const initials = [firstName.trim(), lastName.trim().replace(article, '')]
    .map((name) => inCapitals(initialOf(name), locale))
    .filter(Boolean);
  return initials.join(initials.some((one) => joining.test(one)) ? zeroWidthNonJoiner : '');
}
