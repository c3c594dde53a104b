import { inflateSync } from 'node:zlib';
import { mapOf, readBy, type CharacterMap } from './pdf-maps';
import { maxUnpackedEach, streamsIn, unpacking, type PackedStream } from './pdf-streams';
import { endOfHex, hex, literal, newPlace, shownBy, type Budget } from './pdf-strings';

const maxStreams = 400;
const maxUnpackedTotal = 24 * 1024 * 1024;
/** Characters of text and of codes; a page has about three thousand. */
const maxText = 400_000;
/** Strings and operators of text. */
const maxSteps = 1_000_000;
const maxMaps = 16;
/** Of all readings together: whoever looks for something in them pays for each character. */
const maxRead = 800_000;
const maxAddresses = 1_000;
const maxAddress = 2_000;

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

/** What a dictionary says of a stream that holds no text. */
const pictureOrFont =
  /\/(?:Image|FontFile|XObject\s*\/Subtype\s*\/Image|Metadata|ICCBased|Length[12]\s)/;

/** All packed and plain streams but pictures and fonts. */
function streamsOf(bytes: Buffer, file: string): Streams {
  const found: Streams = { texts: [], isPartial: /\/Encrypt(?=[\s/<[(]|$)/.test(file) };
  let total = 0;
  let count = 0;
  for (const stream of streamsIn(bytes, file)) {
    if (stream && pictureOrFont.test(stream.header)) continue;
    count += 1;
    if (!stream || count > maxStreams || total > maxUnpackedTotal)
      return { ...found, isPartial: true };
    const { text, cost } = unpacked(stream);
    if (text === null) found.isPartial = true;
    else found.texts.push(text);
    total += cost;
  }
  return found;
}

/** `cost`: bytes that were unpacked at most, also where nothing came of it. */
function unpacked({ header, body }: PackedStream): { text: string | null; cost: number } {
  if (!header.includes('/Filter')) {
    const text = body.subarray(0, maxUnpackedEach).toString('latin1');
    return { text, cost: text.length };
  }
  if (
    !/\/FlateDecode|\/Fl\b/.test(header) ||
    /\/(?:LZW|ASCII85|ASCIIHex|RunLength|Crypt)/.test(header)
  )
    return { text: null, cost: 0 };
  try {
    const text = inflateSync(body, unpacking).toString('latin1');
    return { text, cost: text.length };
  } catch (error) {
    const isTooLong = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    return { text: null, cost: isTooLong ? maxUnpackedEach : maxUnpackedEach / 16 };
  }
}

/** Where its links lead, to be found in the file and in what was unpacked. */
function addressesIn(text: string, found: string[]): void {
  for (const { 0: all, index } of text.matchAll(/\/URI\s*[(<]/g)) {
    if (found.length > maxAddresses) return;
    const at = index + all.length - 1;
    const part = text.slice(at, at + 2 * maxAddress);
    if (part.startsWith('<')) {
      const end = endOfHex(part, 0);
      if (end > 0) found.push(hex(part.slice(1, end - 1)));
    } else {
      const written = /^\((?:[^()\\]|\\[^]){1,2000}(?=\))/.exec(part);
      if (written) found.push(literal(written[0].slice(1)));
    }
  }
}

/** The codes of all streams, in their order. */
function codesOf(texts: readonly string[]): { codes: string; isPartial: boolean } {
  const budget: Budget = { text: maxText, steps: maxSteps };
  const codes = texts.map((text) => shownBy(text, budget)).filter(Boolean);
  return {
    codes: codes.join(newPlace).slice(0, maxText),
    isPartial: budget.text <= 0 || budget.steps <= 0,
  };
}

/** Each reading once, as many as fit. */
function readingsOf(codes: string, maps: readonly CharacterMap[]) {
  const readings = new Set<string>();
  let total = 0;
  for (const map of [null, ...maps.slice(0, maxMaps)]) {
    const text = readBy(codes, map).slice(0, maxText);
    if (readings.has(text)) continue;
    total += text.length;
    if (total > maxRead) return { readings: [...readings], isPartial: true };
    readings.add(text);
  }
  return { readings: [...readings], isPartial: maps.length > maxMaps };
}

function mapsOf(texts: readonly string[]): CharacterMap[] {
  const maps: CharacterMap[] = [];
  for (const text of texts) {
    const map = maps.length > maxMaps ? null : mapOf(text);
    if (map) maps.push(map);
  }
  return maps;
}

/**
 * The text of a PDF, read within bounds, in one pass and without drawing: belongs into the process that takes files
 * apart. Text that is a picture is not seen.
 */
export function textOfPdf(bytes: Buffer): PdfText {
  const file = bytes.toString('latin1');
  const streams = streamsOf(bytes, file);
  const shown = codesOf(streams.texts);
  const read = readingsOf(shown.codes, mapsOf(streams.texts));
  const addresses: string[] = [];
  for (const text of [file, ...streams.texts]) addressesIn(text, addresses);
  return {
    readings: [...read.readings, addresses.join('\n')].filter((text) => text.trim() !== ''),
    isPartial:
      streams.isPartial || shown.isPartial || read.isPartial || addresses.length > maxAddresses,
  };
}
