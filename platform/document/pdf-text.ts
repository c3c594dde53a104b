import { inflateSync, constants } from 'node:zlib';

const maxStreams = 400;
const maxUnpackedEach = 4 * 1024 * 1024;
const maxUnpackedTotal = 24 * 1024 * 1024;
/** Characters of text and of codes; a page has about three thousand. */
const maxText = 400_000;
const maxMaps = 16;
/** Of one table of characters. */
const maxCodes = 20_000;

/** What a PDF says, as far as it can be read without drawing it. */
export interface PdfText {
  /** The same words, read by each of the ways in which its fonts may spell them, and the addresses it links to. */
  readonly readings: readonly string[];
  /** Parts could not be read: protected, packed in another way, or more than the bounds. */
  readonly isPartial: boolean;
}

interface Streams {
  readonly texts: string[];
  isPartial: boolean;
}

/** All packed and plain streams but pictures and fonts. */
function streamsOf(file: string): Streams {
  const found: Streams = { texts: [], isPartial: /\/Encrypt(?=[\s/<[(]|$)/.test(file) };
  let total = 0;
  let count = 0;
  for (let at = file.indexOf('stream'); at >= 0;) {
    const start = /^stream\r?\n/.exec(file.slice(at, at + 8));
    const isEnd = file.slice(at - 3, at) === 'end';
    const end = start && !isEnd ? file.indexOf('endstream', at) : -1;
    if (!start || isEnd) {
      at = file.indexOf('stream', at + 6);
      continue;
    }
    const before = file.slice(Math.max(0, at - 4_096), at);
    const header = before.slice(Math.max(0, before.lastIndexOf('obj')));
    const body = file.slice(at + start[0].length, end < 0 ? undefined : end);
    at = end < 0 ? -1 : file.indexOf('stream', end + 9);
    if (
      /\/(?:Image|FontFile|XObject\s*\/Subtype\s*\/Image|Metadata|ICCBased|Length[12]\s)/.test(
        header,
      )
    )
      continue;
    count += 1;
    if (count > maxStreams || total > maxUnpackedTotal) return { ...found, isPartial: true };
    const text = unpacked(header, body);
    if (text === null) found.isPartial = true;
    else found.texts.push(text);
    total += text?.length ?? 0;
  }
  return found;
}

function unpacked(header: string, body: string): string | null {
  if (!header.includes('/Filter')) return body.slice(0, maxUnpackedEach);
  if (
    !/\/FlateDecode|\/Fl\b/.test(header) ||
    /\/(?:LZW|ASCII85|ASCIIHex|RunLength|Crypt)/.test(header)
  )
    return null;
  try {
    return inflateSync(Buffer.from(body, 'latin1'), {
      maxOutputLength: maxUnpackedEach,
      finishFlush: constants.Z_SYNC_FLUSH,
    }).toString('latin1');
  } catch {
    return null;
  }
}

const escapes: Record<string, string> = { n: '\n', r: '\n', t: ' ', b: '', f: '' };

/** The characters of a literal string, `(…)`, without its brackets. */
const literal = (text: string): string =>
  text.replace(/\\(?:([0-7]{1,3})|(\r\n|[^]))/g, (_all, octal?: string, sign?: string) => {
    if (octal) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
    return sign === '\n' || sign === '\r\n' ? '' : (escapes[sign ?? ''] ?? sign ?? '');
  });

const hex = (text: string): string => {
  const digits = text.replace(/\s/g, '');
  return Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex').toString('latin1');
};

const shown =
  /\((?:[^()\\]|\\[^]|\((?:[^()\\]|\\[^])*\))*\)|<[0-9a-fA-F\s]*>|(-?\d+(?:\.\d+)?)|(?<![A-Za-z0-9*'"])(Tj|TJ|T\*|Td|TD|Tm|ET|BT|')(?![A-Za-z0-9*])/g;
/** In thousandths of the font's size: what is moved further back than this is a space. */
const gap = -180;

/** Codes that a stream of a page shows, in its order; a line feed where the place changes. */
function shownBy(stream: string): string {
  if (!/\b(?:Tj|TJ)\b|'/.test(stream)) return '';
  const pieces: string[] = [];
  let length = 0;
  for (const { 0: found, 1: number, 2: operator } of stream.matchAll(shown)) {
    if (length > maxText) break;
    let piece = '';
    if (number !== undefined) piece = Number(number) < gap ? '\ue001' : '';
    else if (operator !== undefined) piece = /^(?:Tj|TJ)$/.test(operator) ? '' : '\ue002';
    else piece = found.startsWith('(') ? literal(found.slice(1, -1)) : hex(found.slice(1, -1));
    pieces.push(piece);
    length += piece.length;
  }
  return pieces.join('');
}

interface CharacterMap {
  /** Bytes of a code. */
  readonly width: number;
  readonly to: Map<number, string>;
}

const utf16 = (digits: string): string =>
  Buffer.from(digits.length % 4 ? digits.padStart(4, '0') : digits, 'hex')
    .swap16()
    .toString('utf16le');

/** What a ToUnicode table says; null for any other stream. */
function mapOf(stream: string): CharacterMap | null {
  if (!/begincmap|beginbf(?:char|range)/.test(stream)) return null;
  const to = new Map<number, string>();
  let width = 1;
  for (const { 1: body = '' } of stream.matchAll(/beginbfchar([^]*?)endbfchar/g))
    for (const [, code, text] of body.matchAll(/<([0-9a-f]{2,8})>\s*<([0-9a-f]{2,16})>/gi)) {
      if (code!.length > 2) width = 2;
      if (to.size < maxCodes) to.set(Number.parseInt(code!, 16), utf16(text!));
    }
  const range = /<([0-9a-f]{2,8})>\s*<([0-9a-f]{2,8})>\s*(?:<([0-9a-f]{2,16})>|\[([^\]]*)\])/gi;
  for (const { 1: body = '' } of stream.matchAll(/beginbfrange([^]*?)endbfrange/g))
    for (const [, from, last, text, list] of body.matchAll(range)) {
      if (from!.length > 2) width = 2;
      const first = Number.parseInt(from!, 16);
      const count = Math.min(Number.parseInt(last!, 16) - first + 1, maxCodes - to.size);
      const listed = list?.match(/[0-9a-f]+/gi);
      const base = Number.parseInt(text?.slice(-4) ?? '0', 16);
      for (let at = 0; at < count; at += 1)
        to.set(first + at, listed ? utf16(listed[at] ?? '') : String.fromCharCode(base + at));
    }
  return to.size > 0 ? { width, to } : null;
}

/** Codes as text: the bytes themselves where there is no table. */
function readBy(codes: string, map: CharacterMap | null): string {
  const plain = (text: string) => text.replaceAll('\ue001', ' ').replaceAll('\ue002', '\n');
  if (!map) return plain(codes.replace(/\0/g, ''));
  let text = '';
  for (let at = 0; at < codes.length;) {
    const sign = codes[at]!;
    // No byte: a mark of ours between them.
    if (sign > '\u00ff') {
      text += plain(sign);
      at += 1;
      continue;
    }
    const code =
      map.width === 1
        ? sign.charCodeAt(0)
        : (sign.charCodeAt(0) << 8) | (codes.charCodeAt(at + 1) || 0);
    text += map.to.get(code) ?? '';
    at += map.width;
  }
  return text;
}

/** Where its links lead. */
const addressesIn = (text: string): string[] =>
  [...text.matchAll(/\/URI\s*(?:\(((?:[^()\\]|\\[^]){1,2000})\)|<([0-9a-fA-F\s]{2,4000})>)/g)].map(
    ([, written, digits]) => (written === undefined ? hex(digits!) : literal(written)),
  );

/**
 * The text of a PDF, read within bounds and without drawing: belongs into the process that takes files apart. Text that
 * is a picture is not seen.
 */
export function textOfPdf(bytes: Buffer): PdfText {
  const file = bytes.toString('latin1');
  const { texts, isPartial } = streamsOf(file);
  const maps = texts.map(mapOf).filter((map) => map !== null);
  const codes = texts.map(shownBy).filter(Boolean).join('\ue002').slice(0, maxText);
  const readings = [null, ...maps.slice(0, maxMaps)].map((map) => readBy(codes, map));
  const addresses = [file, ...texts].flatMap(addressesIn).slice(0, 200);
  return {
    readings: [...readings, addresses.join('\n')].filter((text) => text.trim() !== ''),
    isPartial: isPartial || maps.length > maxMaps || codes.length >= maxText,
  };
}
