import type { PlainText } from './plain-text';
import { foldPattern } from './plain-text';
import type { Span } from './phone-numbers';

/** Never anything but a place where people write to each other. */
const channels = foldPattern(
  'whats ?app|whatsap|wassap|telegram|viber|instagram|insta|facebook|messenger|snapchat|tiktok|twitter|skype|wechat|discord|linkedin|facetime|imessage|kakaotalk|gmail|hotmail',
);
/** Short for the same; they are taken for it with a sign after them. */
const short = foldPattern('wa|tg|ig|fb|bip|wp');
/** Words of every day: only what looks like nothing but a name is taken for one after them. */
const everyday = foldPattern('sc|snap|signal|line|e-?mail|e-?posta|mail|face|x');
const channel = new RegExp(
  String.raw`(?<![a-z0-9])(?:(${channels})|(${short})|${everyday})(?:['’]?[a-z]{1,8})?(?![a-z0-9])`,
  'g',
);

/** "hesabım", "kullanıcı adım", "id is", ":" … between the channel and the name. */
const linker =
  /(?:\s{0,2}(?:id|name|handle|user(?:name)?|nick(?:name)?|account|profile|page|address|adresim|adresimiz|hesabim|hesabimiz|hesap|adim|adimiz|adi|kullanici|is|as|under|from|via|ile|olarak|uzerinden|dan|den|da|de|:|=|->|→|-|\()){1,4}\s{0,2}/y;
const nameAfter = /\s{0,2}@?([a-z0-9_][a-z0-9_.-]{2,39})/y;
const common = new Set(
  'yes no not okay evet hayir fine sure better easier good here there please lutfen the and for you your with what when where how can message messages call calls var yok mi mu olur olmaz iyi daha icin gibi later only also then this that but photo photos video link group number'.split(
    ' ',
  ),
);

/** A name that no word of a sentence looks like: letters with digits, an underscore, or a dot inside. */
const looksMade = (name: string): boolean =>
  /_/.test(name) || /[a-z]\.[a-z]/.test(name) || (/[a-z]{3}/.test(name) && /\d/.test(name));

function nameFollowing(
  text: string,
  at: number,
  { isSure, isShort }: { isSure: boolean; isShort: boolean },
): number | null {
  linker.lastIndex = at;
  const link = linker.exec(text);
  const said = link?.[0].trim() ?? '';
  nameAfter.lastIndex = at + (link?.[0].length ?? 0);
  const name = nameAfter.exec(text);
  if (!name) return null;
  const word = name[1]!.replace(/[.-]+$/, '');
  const to = name.index + name[0].length - (name[1]!.length - word.length);
  if (word.length < 3 || common.has(word)) return null;
  if (looksMade(word)) return link || isSure ? to : null;
  if (!(isSure || isShort) || /\d{3}/.test(word)) return null;
  const isNamed =
    /[:=→]|->|\b(?:id|name|handle|user|username|nick|nickname|adim|adi|adimiz|hesabim|hesabimiz|hesap|kullanici)\b/.test(
      said,
    ) ||
    (said === 'is' && /\bmy \S{2,12}$/.test(text.slice(Math.max(0, at - 24), at)));
  return isNamed && /[a-z]/.test(word) ? to : null;
}

const madeBefore = /(?<![a-z0-9._-])@?([a-z0-9_][a-z0-9_.-]{3,39})\s(?:on|at|in|auf)\s(?:my\s)?$/;
const spelledSign =
  /(?<![a-z0-9])[a-z0-9.]{1,30}\s(?:underscore|alt ?tire|alt ?cizgi)\s[a-z0-9.]{1,30}/g;
const signed =
  /(?<![a-z0-9_.@])@(?:[a-z_][a-z0-9_.]{1,29}|\s[a-z][a-z0-9]{0,20}[_.\d][a-z0-9_.]{1,20})/g;

export function handlesIn({ text, letters }: PlainText): Span[] {
  const spans: Span[] = [];
  for (const { 0: found, index } of text.matchAll(signed))
    spans.push({ from: index, to: index + found.replace(/\.+$/, '').length });
  for (const { 0: found, index } of text.matchAll(spelledSign))
    spans.push({ from: index, to: index + found.length });
  for (const { 0: found, 1: sure, 2: short, index } of letters.matchAll(channel)) {
    // Digits and signs that only fold into letters are no word.
    if (!/[a-z]/.test(text.slice(index, index + found.length))) continue;
    const sureness = { isSure: sure !== undefined, isShort: short !== undefined };
    const to = nameFollowing(text, index + found.length, sureness);
    if (to !== null) spans.push({ from: index + found.length, to });
    const before = madeBefore.exec(text.slice(Math.max(0, index - 52), index));
    if (before && looksMade(before[1]!))
      spans.push({ from: index - before[0].length, to: index - 1 });
  }
  return spans;
}
