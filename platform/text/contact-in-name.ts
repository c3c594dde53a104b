import { anyOf, usualDigits, usualWords } from './contact-words';
import { foldArabic } from './arabic';
import { normalized } from './text';

/** Stands where a name was that holds contact data. */
const maskedName = '•••';

/** No name is longer; what is compared is bounded whatever it is given. */
const longest = 400;

/** Letters of other alphabets that are drawn as Latin ones. */
const likeness: Readonly<Record<string, string>> = Object.fromEntries(
  [...'авекмнорстухіјѕαεικνορτχı'].map((letter, n) => [letter, 'abekmhopctyxijsaeikvoptxi'[n]!]),
);

const leet: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' };

/** Names of services that no other word holds: of our languages, and of others in which people write them. */
const services = new RegExp(
  String.raw`${anyOf('servicesInNames')}|微信|电报|線上|اينستاكرام|инстаграм|телеграм|в[ао]тсап`,
  'u',
);

/** Words of contact, whole; whole, since 'insta' is in 'Instant' and 'signal' in 'Signalman'. */
const words = new RegExp(
  String.raw`(?<!\p{L})(?:${anyOf('wordsInNames')}|ваибер|https?)(?!\p{L})`,
  'u',
);

/** A dot alone is no address: 'Dr.Kaya', 'Dent.Ist', 'St. John'. */
const address = new RegExp(
  String.raw`@|\/\/|(?<!\p{L})www\.|(?:\.|\s(?:${usualWords('dots').join('|')})\s)\s?(?:com|net|org|info|biz|io|co|app|dev|xyz|site|online|shop|club|top|link|click|live|me|ly|gg|ru|cn|tr|uk|de|eu|us)(?![\p{L}\p{N}])`,
  'u',
);

const numeral = new RegExp(`(?<!\\p{L})(?:${usualDigits.join('|')})(?!\\p{L})`, 'gu');

/** Lower case, plain letters, nothing that is not seen. */
const fold = (text: string): string =>
  foldArabic(
    normalized(text.slice(0, longest).replace(/\p{Default_Ignorable_Code_Point}/gu, ''), 'NFKD')
      .toLowerCase()
      .replace(/\p{M}/gu, ''),
  )
    .replace(/ı/gu, 'i')
    .replace(/。/gu, '.');

const looksLatin = (text: string): string =>
  text.replace(/[\u0370-\u04ff]/gu, (letter) => likeness[letter] ?? letter);

/** Digits within or before a word read as the letters they are drawn like. */
const withoutLeet = (text: string): string =>
  text.replace(/(?<=\p{L})[013457]|[013457](?=\p{L})/gu, (digit) => leet[digit]!);

/** Letters set apart become one word: 'w h a t s' and 'w.h.a.t.s'. */
const together = (text: string): string =>
  text.replace(/(?<![\p{L}\p{N}])[\p{L}\p{N}](?:[ ._*-]+[\p{L}\p{N}](?![\p{L}\p{N}]))+/gu, (run) =>
    run.replace(/[ ._*-]/gu, ''),
  );

const digitsOf = (text: string): number =>
  text.replace(numeral, '0').match(/[\p{Nd}\u2776-\u277e\u2780-\u2793〇一二三四五六七八九]/gu)
    ?.length ?? 0;

/** A name has fewer: a year, a house number and a post code are seven. */
const digitsOfNumber = 8;

/**
 * Whether a name, place or title holds a way to reach somebody: an `@`, a word for a messenger, a web address, or eight
 * digits and more in any script. Also with letters set apart, drawn alike, or digits for letters.
 */
export const hasContactInName = (name: string): boolean =>
  digitsOf(fold(name)) >= digitsOfNumber || hasContactWords(name);

/** The same without the count of digits, for postal addresses: house, flat and post code are eight and more. */
export function hasContactWords(name: string): boolean {
  const plain = fold(name);
  const latin = looksLatin(plain);
  const spaced = plain.replace(/[-_:]+/gu, ' ').replace(/\s+/gu, ' ');
  const letters = withoutLeet(looksLatin(spaced));
  return (
    address.test(plain.replace(/\s+/gu, ' ')) ||
    address.test(latin) ||
    [spaced, letters, together(letters), together(withoutLeet(latin))].some(
      (text) => services.test(text) || words.test(text),
    )
  );
}

/** As {@link nameForOthers}, of a file: cameras and scanners call theirs by days and long numbers. */
export const fileNameForOthers = (name: string): string =>
  hasContactWords(name) ? maskedName : name;

/** A name as others may read it: rows that are older than the check are masked whole. */
export const nameForOthers = (name: string): string => (hasContactInName(name) ? maskedName : name);
