import { foldPattern, type PlainText } from './plain-text';
import type { Span } from './phone-numbers';
import { anyOf, letter, wordSet } from '#platform/text/contact-words';

const surely =
  'com|net|org|info|biz|io|co|me|tr|de|uk|us|eu|fr|nl|it|es|ru|ch|at|be|ae|sa|az|gr|app|dev|link|online|site|shop|clinic|health|dental|xyz|page|ly|gl|gg|to|bio|club|live|store|tech|pro|mobi|edu|gov|ee|istanbul|ist|doctor|dentist|hospital';
const topLevels = new Set(surely.split('|'));
const topLevel = `(?:${surely})`;
const providers =
  '(?:g[ -]?mail|googlemail|hot[ -]?mail|outlook|yahoo|ymail|icloud|proton(?:mail)?|gmx|yandex|mail|live|msn|aol|mynet|superonline)';

const dotWord = anyOf('dots');
/** As languages without Latin letters spell them. */
const spelledProviders = anyOf('providers');
const spelledTopLevel = anyOf('topLevels');
const bracketedDot = String.raw`\s{0,2}[([{<]\s?(?:\.|${dotWord})\s?[)\]}>]\s{0,2}`;
const spokenDot = String.raw`[\s|_*~]{1,3}${dotWord}[\s|_*~]{1,3}`;
const anyDot = `(?:\\s{0,2}\\.\\s{0,2}|${bracketedDot}|${spokenDot})`;
const label = '[a-z0-9][a-z0-9-]{0,62}';

const aLetter = new RegExp(`[${letter}]`);

/** Runs over the text as it reads, and as it reads when digits stand for letters. The second must hold real letters. */
function* matchesIn({ text, letters }: PlainText, pattern: RegExp, folded: RegExp) {
  yield* text.matchAll(pattern);
  for (const match of letters.matchAll(folded))
    if (/[a-z]/.test(text.slice(match.index, match.index + match[0].length))) yield match;
}

const both = (source: string): [RegExp, RegExp] => [
  new RegExp(source, 'g'),
  // Classes and escapes hold no letters that are folded, only words do.
  new RegExp(foldPattern(source), 'g'),
];

const strongAt = String.raw`@|[([{<]\s?${anyOf('atInBrackets')}\s?[)\]}>]|(?<![${letter}])${anyOf('atSigns')}(?![${letter}])`;
/** What stands around a spelled sign: "sarah at gmail", "sarah|at|gmail". */
const gap = String.raw`[\s|_*~]`;
const weakAt = String.raw`(?<=${gap})${anyOf('at')}(?=${gap})`;
const atSigns = both(`${strongAt}|${weakAt}`);
const strong = new RegExp(`^(?:${strongAt})$`);
const strongFolded = new RegExp(`^(?:${foldPattern(strongAt)})$`);

/** What follows the sign: a provider, or labels with dots between that end in a top level. */
const domain = String.raw`[\s|_*~]{0,3}(?:${label}(?:${anyDot}${label}){0,3}?${anyDot}${topLevel}(?![a-z0-9])(?:${anyDot}(?:tr|uk)(?![a-z0-9]))?|${providers}(?![a-z0-9-])(?:\s(?:com|net|org|de|tr|me|ru)(?![a-z0-9]))?|${spelledProviders}(?![${letter}0-9])(?:(?:${anyDot}|\s)(?:com|${spelledTopLevel})(?![${letter}0-9]))?)`;
const domainAfter = new RegExp(domain, 'y');
const domainAfterFolded = new RegExp(foldPattern(domain), 'y');
const looseDomain = /\s{0,2}[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,4}/y;

const signBefore = new RegExp(
  String.raw`(?:^|\s)([a-z0-9]{1,30})\s${anyOf('dots', 'hyphens', 'underscores')}\s$`,
);

/** The part before the sign, with its spelled dots: "sarah dot m". At most 64 characters and three spelled signs. */
function localBefore(text: string, at: number): number {
  let from = at;
  while (from > 0 && at - from < 3 && /[\s|_*~]/.test(text[from - 1]!)) from -= 1;
  const word = () => {
    let start = from;
    while (start > 0 && from - start < 64 && /[a-z0-9._%+\-!$]/.test(text[start - 1]!)) start -= 1;
    return start;
  };
  const first = word();
  if (first === from) return at;
  from = first;
  for (let signs = 0; signs < 3; signs += 1) {
    const before = signBefore.exec(text.slice(Math.max(0, from - 48), from));
    if (!before) break;
    from -= before[0].trimStart().length;
  }
  return from;
}

/** Before "at gmail" they are no part of an address: "I saw it at Yahoo". */
const everyday = wordSet('beforeProviders');
const provider = new RegExp(
  String.raw`(?<![a-z0-9@._-])([a-z0-9][a-z0-9._-]{2,40})\s\(?(?:(?:gmail|hotmail|yahoo|outlook|icloud|yandex)(?:['’]?(?:${anyOf('providerEndings')}|com))?|${spelledProviders})\)?(?![${letter}0-9'’@])`,
  'g',
);
/** sarah-at-gmail-dot-com: a label may hold hyphens itself, so it is looked for whole. */
const hyphened = new RegExp(
  String.raw`(?<![a-z0-9._-])[a-z0-9._]{2,40}-${anyOf('atInBrackets')}-[a-z0-9]{2,40}-${dotWord}-[a-z]{2,12}(?![a-z0-9])`,
  'g',
);
const ofMail = new RegExp(`(?<![${letter}])${anyOf('mail')}[${letter}]{0,5}(?![${letter}])`);

/** "sarahm90 gmail", "my mail: sarahm yahoo": a name and a provider without a sign between. */
function besideProviders(text: string): Span[] {
  const spans: Span[] = [];
  for (const { 0: found, 1: name = '', index } of text.matchAll(provider)) {
    if (everyday.has(name)) continue;
    const to = index + found.length;
    const isMade = /[a-z]\.[a-z]|_/.test(name) || (/[a-z]{3}/.test(name) && /\d/.test(name));
    const before = /[^.,;!?\n]*$/.exec(text.slice(Math.max(0, index - 40), index))![0];
    const ends = /^\s{0,2}(?:[.,;:!?\n]|$)/.test(text.slice(to, to + 4));
    const isAlone = ends && !ofMail.test(name) && (ofMail.test(before) || before.trim() === '');
    if (isMade || isAlone) spans.push({ from: index, to });
  }
  return spans;
}

export function emailsIn(plain: PlainText): Span[] {
  const spans: Span[] = [];
  for (const match of matchesIn(plain, ...atSigns)) {
    const after = match.index + match[0].length;
    const isStrong = strong.test(match[0]) || strongFolded.test(match[0]);
    const from = localBefore(plain.text, match.index);
    if (from === match.index && match[0] !== '@') continue;
    domainAfter.lastIndex = domainAfterFolded.lastIndex = looseDomain.lastIndex = after;
    const found =
      domainAfter.exec(plain.text) ??
      domainAfterFolded.exec(plain.letters) ??
      (isStrong ? looseDomain.exec(plain.text) : null);
    if (!found || !aLetter.test(found[0])) continue;
    // "at 5 . me" has no name before the sign; "it is at mail" says a place, not an address.
    if (!isStrong && /^\s*(?:mail|live|msn)$/.test(found[0])) continue;
    const name = plain.text.slice(from, match.index).trim();
    if (!isStrong && !/[.\s]/.test(found[0].trim()) && everyday.has(name)) continue;
    spans.push({ from, to: after + found[0].length });
  }
  spans.push(...besideProviders(plain.text));
  for (const { 0: found, index } of plain.text.matchAll(hyphened))
    spans.push({ from: index, to: index + found.length });
  const bare = String.raw`(?<![a-z0-9])(?:gmail|hotmail|outlook|yahoo|icloud|yandex)(?:${anyDot}|\s)com(?![a-z0-9])`;
  for (const match of matchesIn(plain, ...both(bare)))
    spans.push({ from: localBefore(plain.text, match.index), to: match.index + match[0].length });
  return spans;
}

const path = String.raw`(?:[:/?#][^\s]{0,2000})?`;
const written = new RegExp(
  [
    String.raw`(?:https?|ftp|hxxps?)\s?:\s?\/\s?\/\s?[^\s]{0,2000}`,
    String.raw`(?<![a-z0-9])www\s?[.,]\s?[a-z0-9][^\s]{0,2000}(?:\s[.,]\s${label})?`,
    String.raw`(?<![a-z0-9])(?:mailto|tel|sms|whatsapp|tg|skype|viber|facetime):[^\s]{1,200}`,
    String.raw`(?<![a-z0-9])(?:wa|t|m|fb|ig)\s?[. ]\s?me\s?\/\s?[^\s]{0,200}`,
    String.raw`(?<![a-z0-9])(?:bit ?ly|tinyurl|goo ?gl|linktr ?ee)\s?\/\s?[^\s]{2,200}`,
    // No word of a language.
    String.raw`(?<![a-z0-9])(?!${dotWord}\s)[a-z][a-z0-9-]{3,62}\scom(?:\str)?(?![a-z0-9])`,
  ].join('|'),
  'g',
);
const dotted = new RegExp(String.raw`(?<![a-z0-9.@-])${label}(?:\.${label}){1,6}${path}`, 'g');
const spelledDot = both(
  String.raw`(?:${bracketedDot}${topLevel}|${spokenDot}(?:com|net|org|io|info|tr|de|co uk|clinic|${spelledTopLevel})|\s\.\s?(?:com|net|org)|(?<=[a-z0-9])[.,]\s(?:com|net|org)|(?<=[a-z0-9]),com)(?![${letter}0-9])(?:${anyDot}(?:tr|uk)(?![a-z0-9]))?(?:\s?\/[^\s]{0,200})?`,
);

const small = `a-z${[...wordSet('letters')].join('')}`;
const capital = `A-Z${[...wordSet('capitals')].join('')}`;
const sentenceEnd = new RegExp(String.raw`[${small})]\.[${capital}][${small}]+$`);

/** "surgery.It was", "no.Please": a sentence that lacks its space. */
const isSentence = (original: string): boolean => sentenceEnd.test(original);

function isDomain(found: string, original: string): boolean {
  const host = found.split(/[:/?#]/, 1)[0]!;
  const labels = host.split('.');
  const last = labels.at(-1)!;
  if (!topLevels.has(last)) return false;
  if (!/[a-z]/.test(labels.slice(0, -1).join(''))) return false;
  if (isSentence(original.split(/[:/?#]/, 1)[0]!)) return false;
  // "e.de", "p.m.it": initials.
  return labels.at(-2)!.length > 1 || found.length > host.length;
}

export function linksIn(plain: PlainText, original: string): Span[] {
  const spans: Span[] = [];
  const { text, letters, origin } = plain;
  for (const { 0: found, index } of text.matchAll(written))
    spans.push({ from: index, to: index + found.length });
  for (const { 0: found, index } of text.matchAll(dotted)) {
    const source = original.slice(origin[index], origin[index + found.length]);
    if (isDomain(found, source)) spans.push({ from: index, to: index + found.length });
  }
  for (const { 0: found, index } of letters.matchAll(dotted)) {
    const real = text.slice(index, index + found.length).split('.');
    const hasLetters = real.every((part) => /[a-z]/.test(part));
    const folded = found
      .split(/[:/?#]/, 1)[0]!
      .split('.')
      .at(-1)!;
    if (hasLetters && /^(?:com|net|org|lnfo)$/.test(folded))
      spans.push({ from: index, to: index + found.length });
  }
  for (const match of matchesIn(plain, ...spelledDot)) {
    const from = localBefore(text, match.index);
    if (from < match.index) spans.push({ from, to: match.index + match[0].length });
  }
  return spans;
}
