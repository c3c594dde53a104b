import { damaged, unfit } from './refusal';

/** What a text of XML consists of, in its order. Names are without their prefix, in lower case. */
export type Token =
  | {
      readonly kind: 'open';
      readonly name: string;
      readonly attributes: ReadonlyMap<string, string>;
    }
  | { readonly kind: 'close'; readonly name: string }
  | { readonly kind: 'text'; readonly text: string };

const utf8 = new TextDecoder('utf-8', { fatal: true });
/** Of one tag; Word writes some forty. */
const maxAttributes = 1_000;
const otherEncodings = /^\s*<\?xml[^>]*\bencoding\s*=\s*["'](?!utf-?8["']|us-ascii["'])/i;

/**
 * Bytes of a part as text, in the one encoding that every reader reads alike.
 * @throws AppError `unsupported_file_type` for any other encoding, and for XML that declares entities
 */
export function xmlText(bytes: Buffer): string {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw unfit('encoding');
  }
  // Two bytes a character, or a declaration that another reader would follow, would hide every word from the search.
  if (text.includes('\0') || otherEncodings.test(text)) throw unfit('encoding');
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw unfit('encoding');
  return text;
}

/** Walks through XML in one pass; what it cannot follow no reader should. @throws AppError `validation_failed` */
export function* readXml(text: string): Generator<Token> {
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf('<', at);
    if (open !== at)
      yield { kind: 'text', text: unescaped(text.slice(at, open < 0 ? undefined : open)) };
    if (open < 0) return;
    if (text.startsWith('<!--', open)) at = after(text, '-->', open + 4);
    else if (text.startsWith('<?', open)) at = after(text, '?>', open + 2);
    else if (text.startsWith('<![CDATA[', open)) {
      at = after(text, ']]>', open + 9);
      yield { kind: 'text', text: text.slice(open + 9, at - 3) };
    } else {
      at = endOfTag(text, open);
      yield tagOf(text.slice(open + 1, at - 1));
    }
  }
}

function after(text: string, end: string, from: number): number {
  const found = text.indexOf(end, from);
  if (found < 0) throw damaged('damaged');
  return found + end.length;
}

/** Behind the `>` of a tag; one in quotes does not end it. */
function endOfTag(text: string, open: number): number {
  let quote = '';
  for (let at = open + 1; at < text.length; at += 1) {
    const letter = text[at]!;
    if (quote !== '') quote = letter === quote ? '' : quote;
    else if (letter === '"' || letter === "'") quote = letter;
    else if (letter === '>') return at + 1;
  }
  throw damaged('damaged');
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase();

function tagOf(tag: string): Token {
  const [name = ''] = /^\/?[^\s/]+/.exec(tag) ?? [];
  if (name.startsWith('/')) return { kind: 'close', name: local(name.slice(1)) };
  return { kind: 'open', name: local(name), attributes: attributesOf(tag) };
}

const isSpace = (letter: string | undefined): boolean => letter !== undefined && /\s/.test(letter);
const endsKey = new Set(['=', '/', '"', "'", undefined]);

/** Wherever `key="value"` stands in a tag; every letter is looked at once. @throws AppError `validation_failed` */
function attributesOf(tag: string): Map<string, string> {
  const attributes = new Map<string, string>();
  /** Quotes of which none is left. */
  const spent = new Set<string>();
  for (let at = 0; at < tag.length;) {
    const from = at;
    while (!endsKey.has(tag[at]) && !isSpace(tag[at])) at += 1;
    const key = tag.slice(from, at);
    if (key === '') {
      at += 1;
      continue;
    }
    while (isSpace(tag[at])) at += 1;
    if (tag[at] !== '=') continue;
    do at += 1;
    while (isSpace(tag[at]));
    const quote = tag[at];
    if ((quote !== '"' && quote !== "'") || spent.has(quote)) continue;
    const end = tag.indexOf(quote, at + 1);
    if (end < 0) {
      spent.add(quote);
      continue;
    }
    attributes.set(local(key), unescaped(tag.slice(at + 1, end)));
    if (attributes.size > maxAttributes) throw damaged('damaged');
    at = end + 1;
  }
  return attributes;
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** `&#69;xternal` is `External` to whoever reads XML. */
const unescaped = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (all, hex, digits, name) => {
    if (name) return named[String(name).toLowerCase()] ?? all;
    const code = hex ? Number.parseInt(String(hex), 16) : Number(digits);
    return code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
