import { endOfHex, newPlace, space } from './pdf-strings';

/** Of one table of characters. */
const maxCodes = 20_000;

/** What the codes of a font stand for. */
export interface CharacterMap {
  /** Bytes of a code. */
  readonly width: number;
  readonly to: ReadonlyMap<number, string>;
}

interface Growing {
  width: number;
  readonly to: Map<number, string>;
  /** Codes that may still be set, also again. */
  left: number;
}

const utf16 = (digits: string): string =>
  Buffer.from(digits.padStart(Math.ceil(digits.length / 4) * 4, '0'), 'hex')
    .swap16()
    .toString('utf16le');

/** What a ToUnicode table says; null for any other stream. Takes time in proportion to its length. */
export function mapOf(stream: string): CharacterMap | null {
  if (!/begincmap|beginbf(?:char|range)/.test(stream)) return null;
  const map: Growing = { width: 1, to: new Map(), left: maxCodes };
  for (const tokens of sectionsOf(stream, 'bfchar')) readCharacters(map, tokens);
  for (const tokens of sectionsOf(stream, 'bfrange')) readRanges(map, tokens);
  return map.to.size > 0 ? map : null;
}

/** The codes and brackets between `begin…` and `end…`, each time that they stand there. */
function* sectionsOf(stream: string, name: string): Generator<string[]> {
  const [begin, end] = [`begin${name}`, `end${name}`];
  for (let at = stream.indexOf(begin); at >= 0;) {
    const last = stream.indexOf(end, at);
    if (last < 0) return;
    yield tokensOf(stream.slice(at + begin.length, last));
    at = stream.indexOf(begin, last);
  }
}

/** At most as many as set all codes of a table. */
function tokensOf(section: string): string[] {
  const tokens: string[] = [];
  for (let at = 0; at < section.length && tokens.length < maxCodes * 3;) {
    const sign = section[at]!;
    const end = sign === '<' ? endOfHex(section, at) : 0;
    if (end > 0) tokens.push(section.slice(at + 1, Math.min(end - 1, at + 100)).replace(/\s/g, ''));
    else if (sign === '[' || sign === ']') tokens.push(sign);
    at = Math.max(at + 1, Math.abs(end));
  }
  return tokens;
}

/** Digits of a code, and of what one stands for. */
const isCode = (token: string | undefined): token is string =>
  token !== undefined && token.length >= 2 && token.length <= 8 && token !== '[' && token !== ']';
const most = 16;

function readCharacters(map: Growing, tokens: readonly string[]): void {
  for (let at = 0; at + 1 < tokens.length; at += 2) {
    const [code, text] = [tokens[at]!, tokens[at + 1]!];
    if (isCode(code)) set(map, code, 1, () => utf16(text.slice(0, most)));
  }
}

function readRanges(map: Growing, tokens: readonly string[]): void {
  for (let at = 0; at + 2 < tokens.length && map.left > 0;) {
    const [from, last, text] = [tokens[at]!, tokens[at + 1], tokens[at + 2]!];
    if (!isCode(from) || !isCode(last)) {
      at += 1;
      continue;
    }
    at += 3;
    const count = Number.parseInt(last, 16) - Number.parseInt(from, 16) + 1;
    if (text === '[') {
      const end = tokens.indexOf(']', at);
      if (end < 0) return;
      const first = at;
      set(map, from, Math.min(count, end - at), (n) => utf16(tokens[first + n]!.slice(0, most)));
      at = end + 1;
    } else {
      const base = Number.parseInt(text.slice(-4), 16);
      set(map, from, Math.min(count, map.left), (n) => String.fromCharCode(base + n));
    }
  }
}

function set(map: Growing, from: string, count: number, text: (n: number) => string): void {
  if (from.length > 2) map.width = 2;
  const first = Number.parseInt(from, 16);
  const end = Math.min(count, map.left);
  for (let n = 0; n < end; n += 1) map.to.set(first + n, text(n));
  map.left -= Math.max(0, end);
}

const plain = (text: string): string => text.replaceAll(space, ' ').replaceAll(newPlace, '\n');

/** Codes as text: the bytes themselves where there is no table. */
export function readBy(codes: string, map: CharacterMap | null): string {
  if (!map) return plain(codes.replace(/\0/g, ''));
  const pieces: string[] = [];
  for (let at = 0; at < codes.length;) {
    const sign = codes.charCodeAt(at);
    // No byte: a mark of ours between them.
    if (sign > 0xff) {
      pieces.push(codes[at]!);
      at += 1;
      continue;
    }
    const code = map.width === 1 ? sign : (sign << 8) | (codes.charCodeAt(at + 1) || 0);
    pieces.push(map.to.get(code) ?? '');
    at += map.width;
  }
  return plain(pieces.join(''));
}
