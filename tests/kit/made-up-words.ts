/** Each letter of English as another one, so that no word of the made-up language looks like an English one. */
const plainLetters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const madeUpLetters = 'áḃćďéḟǵȟíĵḱĺḿńóṕɋŕśťúṽẃẍýźÁḂĆĎÉḞǴȞÍĴḰĹḾŃÓṔɊŔŚŤÚṼẂẌÝŹ';
const letters = new Map([...plainLetters].map((letter, at) => [letter, madeUpLetters[at]!]));

/** Plain words in the made-up language: as long, in the same order. */
export const madeUp = (words: string): string =>
  [...words].map((letter) => letters.get(letter) ?? letter).join('');

/** Where the brace that opens at `start` is closed. */
function endOf(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    if (text[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  throw new Error(`a brace is not closed: ${text}`);
}

/** The choices of a plural or a select: their names stay, what they say is made up. */
function choicesOf(rest: string): string {
  let made = '';
  let at = 0;
  for (let open = rest.indexOf('{', at); open >= 0; open = rest.indexOf('{', at)) {
    const end = endOf(rest, open);
    made += `${rest.slice(at, open)}{${madeUpText(rest.slice(open + 1, end))}}`;
    at = end + 1;
  }
  return made + rest.slice(at);
}

const choosing = /^\s*\w+\s*,\s*(?:plural|select|selectordinal)\s*,/;

function argumentOf(inside: string): string {
  const head = choosing.exec(inside)?.[0];
  return head ? head + choicesOf(inside.slice(head.length)) : inside;
}

/** What is read by a program stays: elements, addresses, `@host` of a code. */
const kept = /<\/?\w+\/?>|https?:\/\/\S+|[\w.-]+@[\w.-]+\.\w+/g;

function outsideKept(words: string, made: (words: string) => string): string {
  let out = '';
  let at = 0;
  for (const match of words.matchAll(kept)) {
    out += made(words.slice(at, match.index)) + match[0];
    at = match.index + match[0].length;
  }
  return out + made(words.slice(at));
}

/** A message (ICU) in the made-up language: asks for the same values, and has the same choices and elements. */
export function madeUpText(text: string): string {
  const open = text.indexOf('{');
  if (open < 0) return outsideKept(text, madeUp);
  const end = endOf(text, open);
  const before = outsideKept(text.slice(0, open), madeUp);
  return `${before}{${argumentOf(text.slice(open + 1, end))}}${madeUpText(text.slice(end + 1))}`;
}

/** A line of Markdown: marks and the addresses of links and sources stay. */
const madeUpLine = (line: string): string =>
  line
    .split(/(\]\([^)\s]*\)|\(https?:\/\/[^()\s]+(?:\([^()\s]*\)[^()\s]*)*\))/)
    .map((part, at) => (at % 2 === 0 ? madeUp(part) : part))
    .join('');

const saidFields = /^(title|description):/;

/** A long text in the made-up language: the same blocks, the same links, and of what stands at its top the words alone. */
export function madeUpPage(source: string): string {
  const top = /^---\r?\n[\s\S]*?\r?\n---\r?\n?/.exec(source)?.[0] ?? '';
  const fields = top.split('\n').map((line) => {
    const name = saidFields.exec(line)?.[0];
    return name ? name + madeUp(line.slice(name.length)) : line;
  });
  const lines = source.slice(top.length).split('\n');
  return fields.join('\n') + lines.map(madeUpLine).join('\n');
}
