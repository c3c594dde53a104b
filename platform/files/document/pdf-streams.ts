import { promisify } from 'node:util';
import { constants, inflate, type ZlibOptions } from 'node:zlib';
import type { DocumentWarning } from '../document-states';
import { activeNamesIn } from './pdf';

const unpack = promisify(inflate);

const maxStreams = 500;
const maxUnpackedTotal = 32 * 1024 * 1024;
/** Bytes that one stream may unpack to. */
export const maxUnpackedEach = 4 * 1024 * 1024;

/** How a stream is unpacked, within its bound. */
export const unpacking: ZlibOptions = {
  maxOutputLength: maxUnpackedEach,
  // The line feed before `endstream` belongs to nobody.
  finishFlush: constants.Z_SYNC_FLUSH,
};

/** Of one file; what has more is no document of a person. */
const maxStarts = 20_000;
/** Characters before a stream in which its dictionary must begin. */
const maxHeader = 4_096;

/** A stream of a PDF as it stands in the file. */
export interface PackedStream {
  /** Its dictionary. */
  readonly header: string;
  readonly body: Buffer;
}

/**
 * Every place of a PDF where a stream begins, also within what another stream's body seems to be: which of them a viewer
 * opens is not known. One pass: no two dictionaries share a character. `text` is the file as latin1. `null` stands for
 * all that follows when there are too many.
 */
export function* streamsIn(bytes: Buffer, text: string): Generator<PackedStream | null> {
  let behind = 0;
  let end = 0;
  let count = 0;
  for (let at = text.indexOf('stream'); at >= 0; at = text.indexOf('stream', behind)) {
    const before = Math.max(behind, at - maxHeader);
    behind = at + 6;
    const from = bodyAfter(text, behind);
    if (from === null || text.startsWith('end', at - 3)) continue;
    count += 1;
    if (count > maxStarts) {
      yield null;
      return;
    }
    if (end >= 0 && end < from) end = text.indexOf('endstream', from);
    const header = text.slice(before, at);
    yield {
      header: header.slice(Math.max(0, header.lastIndexOf('obj'))),
      body: bytes.subarray(from, end < 0 ? undefined : end),
    };
  }
}

/** Where the bytes of a stream begin, behind the end of a line; null where its keyword does not end one. */
function bodyAfter(text: string, at: number): number | null {
  const feed = text[at] === '\r' ? at + 1 : at;
  return text[feed] === '\n' ? feed + 1 : null;
}

/** Set when parts of a PDF could not be looked into. */
const unread: DocumentWarning = 'pdf-unread-parts';

/**
 * Warnings for active content inside the packed object streams of a PDF (version 1.5 and later may keep its objects
 * there). Unpacks within bounds, so it belongs in the worker. What is encrypted, packed in another way or beyond the
 * bounds is not seen and gives `pdf-unread-parts`.
 */
export async function activeNamesInStreams(bytes: Buffer): Promise<DocumentWarning[]> {
  const warnings = new Set<DocumentWarning>();
  let total = 0;
  let count = 0;
  for (const stream of streamsIn(bytes, bytes.toString('latin1'))) {
    if (stream && !/\/ObjStm(?=[\s/<>])/.test(stream.header)) continue;
    count += 1;
    if (!stream || count > maxStreams || total > maxUnpackedTotal) {
      warnings.add(unread);
      break;
    }
    const text = isPlain(stream.header) ? await unpacked(stream.body) : null;
    // What failed may have cost as much as what did not.
    total += text?.length ?? maxUnpackedEach / 16;
    for (const warning of text ? activeNamesIn(text) : [unread]) warnings.add(warning);
  }
  return [...warnings];
}

/** Whether it is packed in the one way that is unpacked here. */
const isPlain = (header: string): boolean =>
  /\/FlateDecode/.test(header) && !/\/(?:DecodeParms|LZW|ASCII|RunLength)/.test(header);

const unpacked = (packed: Buffer): Promise<Buffer | null> =>
  unpack(packed, unpacking).catch(() => null);
