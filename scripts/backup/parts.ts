import { z } from 'zod';
import { sha256 } from '#platform/base/ids';
import type { Place } from '#platform/config/places';

/** Of the sealed bytes as they lie at their place. */
const piece = z.strictObject({ bytes: z.int().positive(), sha256: z.string().length(64) });

/** Something of a backup, sealed as one and cut into pieces that fit into memory. */
export const partSchema = z.strictObject({ name: z.string(), pieces: z.array(piece).min(1) });
export type Part = z.output<typeof partSchema>;

/** So many bytes are in memory at a time, and are sent again as a whole where a store wants that. */
const pieceSize = 8 * 1024 * 1024;

const nameOf = (part: string, index: number): string =>
  `${part}.${String(index + 1).padStart(4, '0')}`;

const hashOf = (bytes: Buffer): string => sha256(bytes).toString('hex');

/** Writes what is sealed as it comes. */
export async function writePart(
  place: Place,
  name: string,
  sealed: AsyncIterable<Uint8Array>,
): Promise<Part> {
  const pieces: Part['pieces'] = [];
  for await (const bytes of cut(sealed)) {
    await place.write(nameOf(name, pieces.length), bytes);
    pieces.push({ bytes: bytes.length, sha256: hashOf(bytes) });
  }
  return { name, pieces };
}

async function* cut(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source) {
    waiting.push(chunk);
    size += chunk.length;
    if (size < pieceSize) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(waiting);
}

/** A piece is not there, or is not what was written; the message names it. */
export class DamagedPart extends Error {}

/** The sealed bytes of a part, each piece compared with its hash before anything of it comes out. */
export async function* readPart(place: Place, { name, pieces }: Part): AsyncGenerator<Buffer> {
  for (const [index, { bytes, sha256: expected }] of pieces.entries()) {
    const file = nameOf(name, index);
    const found = await place.read(file);
    if (!found) throw new DamagedPart(`${file} is missing.`);
    if (found.length !== bytes || hashOf(found) !== expected)
      throw new DamagedPart(`${file} is not what was written: its hash differs.`);
    yield found;
  }
}

/** Reads all of a part for its hashes alone. @throws DamagedPart */
export async function verifyPart(place: Place, part: Part): Promise<void> {
  for await (const _ of readPart(place, part));
}
