import { promisify } from 'node:util';
import { constants, inflate } from 'node:zlib';
import type { DocumentWarning } from '../document-states';
import { activeNamesIn } from './pdf';

const unpack = promisify(inflate);

const maxStreams = 500;
const maxUnpackedEach = 4 * 1024 * 1024;
const maxUnpackedTotal = 32 * 1024 * 1024;

/** Set when parts of a PDF could not be looked into. */
const unread: DocumentWarning = 'pdf-unread-parts';

interface ObjectStream {
  /** Whether it is packed in the one way that is unpacked here. */
  readonly plain: boolean;
  readonly packed: Buffer;
}

/** Object streams: where a PDF of version 1.5 and later may keep its objects, packed. */
function objectStreamsIn(bytes: Buffer): ObjectStream[] {
  const text = bytes.toString('latin1');
  const found: ObjectStream[] = [];
  for (const match of text.matchAll(/\/ObjStm(?=[\s/<>])/g)) {
    if (found.length > maxStreams) break;
    const start = /stream\r?\n/g;
    start.lastIndex = match.index;
    const opened = start.exec(text.slice(0, match.index + 4_096));
    const before = text.slice(text.lastIndexOf('obj', match.index), match.index);
    if (!opened) continue;
    const header = before + text.slice(match.index, opened.index);
    const from = opened.index + opened[0].length;
    const end = text.indexOf('endstream', from);
    found.push({
      plain: /\/FlateDecode/.test(header) && !/\/(?:DecodeParms|LZW|ASCII|RunLength)/.test(header),
      packed: bytes.subarray(from, end < 0 ? undefined : end),
    });
  }
  return found;
}

/**
 * Warnings for active content inside the packed object streams of a PDF. Unpacks within bounds, so it belongs in the
 * worker. What is encrypted, packed in another way or beyond the bounds is not seen and gives `pdf-unread-parts`.
 */
export async function activeNamesInStreams(bytes: Buffer): Promise<DocumentWarning[]> {
  const warnings = new Set<DocumentWarning>();
  const streams = objectStreamsIn(bytes);
  if (streams.length > maxStreams) warnings.add(unread);
  let total = 0;
  for (const { plain, packed } of streams.slice(0, maxStreams)) {
    const text = plain && total < maxUnpackedTotal ? await unpacked(packed) : null;
    total += text?.length ?? 0;
    for (const warning of text ? activeNamesIn(text) : [unread]) warnings.add(warning);
  }
  return [...warnings];
}

const unpacked = (packed: Buffer): Promise<Buffer | null> =>
  unpack(packed, {
    maxOutputLength: maxUnpackedEach,
    // The line feed before `endstream` belongs to nobody.
    finishFlush: constants.Z_SYNC_FLUSH,
  }).catch(() => null);
