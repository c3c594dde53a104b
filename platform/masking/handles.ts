import { foldPattern, type PlainText } from './plain-text';
import type { Span } from './phone-numbers';
import { anyOf, letter, wholeWordOf, wordSet } from '#platform/text/contact-words';

/** Where a person is found by a name, or by a number and a name. */
const channels = foldPattern(anyOf('channelsByName', 'channelsByNumber'));
/** Short for the same; they are taken for it with a sign after them. */
const short = foldPattern(anyOf('shortChannelsByName', 'shortChannelsByNumber'));
/** Words of every day: only what looks like nothing but a name is taken for one after them. */
const everyday = foldPattern(anyOf('everydayChannels'));
const channel = new RegExp(
  String.raw`(?<![${letter}0-9])(?:${anyOf('channelPrefixes')})?(?:(${channels})|(${short})|${everyday})(?:['’]?[${letter}]{1,8})?(?![${letter}0-9])`,
  'g',
);
const isByNumber = new RegExp(
  `^(?:${anyOf('channelPrefixes')})?${foldPattern(anyOf('channelsByNumber', 'shortChannelsByNumber'))}`,
);

const aLetter = new RegExp(`[${letter}]`);

/** "hesabım", "kullanıcı adım", "id is", ":" … between the channel and the name. */
const linker = new RegExp(
  String.raw`(?:\s{0,2}(?:${anyOf('surelyNaming', 'naming', 'linkers', 'is', 'under', 'underWholeName')}|:|=|->|→|-|\(|@|\/)){1,4}\s{0,2}`,
  'y',
);
const surelyNaming = new RegExp(wholeWordOf('surelyNaming'));
const naming = new RegExp(`[:=→@]|->|${wholeWordOf('surelyNaming', 'naming')}`);
const under = new RegExp(wholeWordOf('under'));
/** Where nouns begin with capitals, one word after it may be any. */
const underWholeName = new RegExp(wholeWordOf('underWholeName'));
const is = new RegExp(`^${anyOf('is')}$`);
const afterMine = new RegExp(String.raw`(?<![${letter}])${anyOf('mine')}\s\S{2,12}$`);
const nameAfter = /\s{0,2}@?([a-z0-9_][a-z0-9_.-]{2,39})/y;

/** What follows the word for a place where people write to each other, when the talk is about the place. */
const common = wordSet('common');
const ofTheWriter = wordSet('ofTheWriter');
const speaker = wordSet('speaker');
/** What people say who give a name away; the clause before the channel holds nothing else. */
const inviting = wordSet('inviting', 'ofTheWriter', 'speaker');

/** A name that no word of a sentence looks like: letters with digits, an underscore, or a dot inside. */
const looksMade = (name: string): boolean =>
  /_/.test(name) || /[a-z]\.[a-z]/.test(name) || (/[a-z]{3}/.test(name) && /\d/.test(name));

/** A text beside what was written: names of people begin with capitals there. */
interface Reading {
  readonly text: string;
  readonly isCapital: (at: number) => boolean;
}

interface Place {
  readonly from: number;
  readonly to: number;
  readonly isSure: boolean;
  readonly isShort: boolean;
}

interface Word {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** The words of a piece of the text, at most so many; the last ends where something else than a name begins. */
function wordsFrom(text: string, at: number, most: number): Word[] {
  const words: Word[] = [];
  const next = /\s{1,2}@?([a-z0-9_][a-z0-9_.#-]{0,39})/y;
  let place = at;
  while (words.length < most) {
    next.lastIndex = place;
    const found = next.exec(text);
    if (!found) break;
    const word = found[1]!.replace(/[.-]+$/, '');
    const from = found.index + found[0].length - found[1]!.length;
    words.push({ text: word, from, to: from + word.length });
    place = found.index + found[0].length;
    if (word.length < found[1]!.length) break;
  }
  return words;
}

const isNumber = (word: string): boolean => /^#?\d{1,4}$/.test(word);

/** "Sarah Miller 92": what goes on after the first word of a name. */
function wholeName({ text, isCapital }: Reading, first: number, to: number): number {
  if (!isCapital(first)) return to;
  let end = to;
  for (const word of wordsFrom(text, to, 2)) {
    if (!isCapital(word.from) && !isNumber(word.text)) break;
    end = word.to;
  }
  return end;
}

/** "snap sarahm90": the clause holds nothing but the place and the name. */
const isAlone = (text: string, { from }: Place, to: number): boolean =>
  leadOf(text, from).every((word) => inviting.has(word)) &&
  /^\s*(?:[.,;:!?\n()]|$)/.test(text.slice(to, to + 4));

/** Whether the channel is written in Arabic letters: a Latin word in lower case beside it is a name. */
const isForeign = (text: string, { from, to, isSure }: Place): boolean =>
  isSure && /[\u0621-\u064a]/.test(text.slice(from, to));

/** A name that is said to be one: "hesabım: …", "is …" after "my", or one that looks like nothing else. */
function linkedName(reading: Reading, place: Place): number | null {
  const { text, isCapital } = reading;
  const { to: at, isSure, isShort } = place;
  linker.lastIndex = at;
  const link = linker.exec(text);
  const said = link?.[0].trim() ?? '';
  nameAfter.lastIndex = at + (link?.[0].length ?? 0);
  const name = nameAfter.exec(text);
  if (!name) return null;
  const word = name[1]!.replace(/[.-]+$/, '');
  const to = name.index + name[0].length - (name[1]!.length - word.length);
  if (word.length < 3 || common.has(word)) return null;
  if (looksMade(word))
    return link || isSure || isShort || (/\d/.test(word) && isAlone(text, place, to)) ? to : null;
  if (/\d{3}/.test(word) || !/[a-z]/.test(word)) return null;
  if (!(isSure || isShort)) return surelyNaming.test(said) ? to : null;
  const first = to - word.length;
  if (isForeign(text, place) && !isCapital(first)) return to;
  const isMine = is.test(said) && afterMine.test(text.slice(Math.max(0, at - 24), at));
  const whole = wholeName(reading, first, to);
  const isUnder =
    isCapital(first) && (under.test(said) || (underWholeName.test(said) && whole > to));
  return naming.test(said) || isMine || isUnder ? whole : null;
}

/** The words of the clause that ends at this place. */
const leadOf = (text: string, at: number): string[] =>
  /[^.,;:!?\n()]*$/
    .exec(text.slice(Math.max(0, at - 48), at))![0]
    .split(/\s+/)
    .filter(Boolean);

const asking = new RegExp(String.raw`\s{1,2}${anyOf('askToWrite')}(?=\s)`, 'y');

/** "telegram sarahm", "add me on snap sarahm": a clause that holds the channel, the name, and nothing else. */
function nameAlone({ text, isCapital }: Reading, { from, to, isSure, isShort }: Place) {
  const lead = leadOf(text, from);
  if (!lead.every((word) => inviting.has(word) || /^[\d+/-]+$/.test(word))) return null;
  if (!isSure && !isShort && !lead.some((word) => ofTheWriter.has(word))) return null;
  asking.lastIndex = to;
  const words = wordsFrom(text, asking.test(text) ? asking.lastIndex : to, 4);
  const last = words.at(-1);
  if (!last || words.length > 3 || !/^\s*(?:[.,;:!?\n()]|$)/.test(text.slice(last.to, last.to + 4)))
    return null;
  if (words.some(({ text: word }) => common.has(word) || word.length < 2)) return null;
  const [first, ...rest] = words;
  if (!/^[a-z]{3}/.test(first!.text)) return null;
  const isName = rest.every((word) => isNumber(word.text) || isCapital(word.from));
  return isName ? last.to : null;
}

const afterNames = wordSet('afterNames');

/** "Sarah Miller olarak", "Sarah Miller diye" after the channel. */
function nameCalled({ text, isCapital }: Reading, { to }: Place): number | null {
  const words = wordsFrom(text, to, 4);
  const called = words.findIndex(({ text: word }) => afterNames.has(word));
  if (called < 1) return null;
  const name = words.slice(0, called);
  const isName = name.every((word) => isCapital(word.from) || isNumber(word.text));
  return isName ? name.at(-1)!.to : null;
}

const places = anyOf('places');
const madeBefore = new RegExp(
  String.raw`(?<![${letter}0-9._-])@?([a-z0-9_][a-z0-9_.-]{3,39})(?:\s${places}\s(?:${anyOf('mine')}\s)?|\s\()$`,
);
/** The same before a channel in Arabic letters, with no word between as well. */
const nameBeside = new RegExp(
  String.raw`(?<![${letter}0-9._-])@?([a-z0-9_][a-z0-9_.-]{3,39})\s(${places}\s)?$`,
);
const signBefore = new RegExp(String.raw`@\s?[a-z0-9_.-]{3,40}\s(?:${places}\s)?$`);
const soughtBefore = new RegExp(
  String.raw`(?<![${letter}])(${anyOf('seek')})\s((?:[a-z0-9_.-]{2,40}\s){1,3})${anyOf('places', 'from')}\s(?:${anyOf('mine', 'the')}\s)?$`,
);
const ofTheWriterFirst = new RegExp(`^${anyOf('ofTheWriter')}`);

/** "sarahm90 on telegram", "search Sarah Miller on instagram": where a name before the channel begins. */
function nameBefore({ text, isCapital }: Reading, place: Place): number | null {
  const { from } = place;
  const start = Math.max(0, from - 80);
  const before = text.slice(start, from);
  const isBeside = isForeign(text, place);
  const made = (isBeside ? nameBeside : madeBefore).exec(before.slice(-52));
  if (made) {
    const [all, word = '', at] = made;
    const isPlain = isBeside && at !== undefined && !common.has(word);
    if (looksMade(word) || (isPlain && !isCapital(from - all.length))) return from - all.length;
  }
  const signed = signBefore.exec(before);
  if (signed) return from - signed[0].length;
  const sought = soughtBefore.exec(before);
  if (!sought) return null;
  const [, verb = '', said = ''] = sought;
  const at = start + sought.index + verb.length;
  const words = wordsFrom(text, at, said.trim().split(' ').length);
  if (words.some((word) => common.has(word.text) || inviting.has(word.text))) return null;
  const isName = words.every(
    (word) => isCapital(word.from) || isNumber(word.text) || looksMade(word.text),
  );
  const lead = leadOf(text, start + sought.index);
  // "I follow …" speaks of a person; who gives a name away asks the other to look.
  if (!lead.every((word) => inviting.has(word) && !speaker.has(word))) return null;
  const isAsked = words.length === 1 && (lead.length === 0 || ofTheWriterFirst.test(verb));
  return words.length > 0 && (isName || isAsked) ? words[0]!.from : null;
}

const spelledSign = new RegExp(
  String.raw`(?<![${letter}0-9])[a-z0-9.]{1,30}\s${anyOf('underscores')}\s[a-z0-9.]{1,30}`,
  'g',
);
const signed =
  /(?<![a-z0-9_.@])@(?:[a-z_][a-z0-9_.]{1,29}|\s[a-z][a-z0-9]{0,20}[_.\d][a-z0-9_.]{1,20})/g;
/** sarah#1234 */
const tagged = new RegExp(
  String.raw`(?<![a-z0-9])(?!${anyOf('tagged')}#)[a-z][a-z0-9_.]{2,31}#\d{4}(?!\d)`,
  'g',
);
const liveName = /(?<![a-z0-9])live:[a-z0-9._]{4,60}/g;
const taggedApart = /(?<![a-z0-9])[a-z][a-z0-9_.]{2,31}\s?#\s?\d{4}(?!\d)/g;

const found = (text: string, pattern: RegExp): Span[] =>
  [...text.matchAll(pattern)].map(({ 0: match, index }) => ({
    from: index,
    to: index + match.replace(/\.+$/, '').length,
  }));

export function handlesIn({ text, letters, origin }: PlainText, original: string): Span[] {
  const isCapital = (at: number) => /^\p{Lu}/u.test(original.slice(origin[at], origin[at]! + 2));
  const reading: Reading = { text, isCapital };
  const spans = [...found(text, signed), ...found(text, spelledSign)];
  spans.push(...found(text, tagged), ...found(text, liveName));
  for (const { 0: match, 1: sure, 2: brief, index } of letters.matchAll(channel)) {
    const to = index + match.length;
    // Digits and signs that only fold into letters are no word.
    if (!aLetter.test(text.slice(index, to))) continue;
    const place = { from: index, to, isSure: sure !== undefined, isShort: brief !== undefined };
    const end =
      linkedName(reading, place) ??
      (isByNumber.test(match) ? null : (nameAlone(reading, place) ?? nameCalled(reading, place)));
    if (end !== null) {
      const space = /^\s*/.exec(text.slice(to, to + 3))![0].length;
      spans.push({ from: to + space, to: end });
    }
    const begin = nameBefore(reading, place);
    if (begin !== null) spans.push({ from: begin, to: index - 1 });
  }
  if (/discord/.test(text)) spans.push(...found(text, taggedApart));
  return spans;
}
