import { createHash, type Hash } from 'node:crypto';
import { mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hours, minutes } from '../../base/duration';
import { newId, sha256 } from '../../base/ids';
import { storageFault } from '../../ports/storage/faults';

/** A file that has arrived and lies on disk, in a folder of its own that goes when it was dealt with. */
export interface IncomingFile {
  /** Whatever is made of the file may lie here too. */
  readonly folder: string;
  readonly path: string;
  readonly bytes: number;
  /** Hex, of all bytes. */
  readonly sha256: string;
}

/** What a command takes for a file: one that has arrived, or, from our own code, its bytes. */
export type FileContent = IncomingFile | Buffer;

/** How the file is called within its folder. */
export const uploadName = 'upload';

/** Files on their way lie in here, below DATA_DIR: the same file system as the store on disk, so nothing is copied. */
const incomingFolder = (dataDir: string): string => path.resolve(dataDir, 'incoming');

/**
 * Longer than the largest file takes at the least rate that an upload may have (17 minutes), together with its turn in
 * the queue: what is older was left by a dead process.
 */
const abandoned = hours(1);
const sweepEvery = minutes(10);

async function newFolder(dataDir: string): Promise<string> {
  const folder = path.join(incomingFolder(dataDir), newId());
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw storageFault(error);
  });
  return folder;
}

/**
 * Writes a file to disk as it comes, holding one piece of it at a time, and hands it to `use`. It is gone afterwards,
 * whatever happened.
 *
 * @throws AppError `storage_full`, `unavailable`; whatever `pieces` and `use` throw
 */
export async function receiveFile<T>(
  dataDir: string,
  pieces: AsyncIterable<Buffer>,
  use: (file: IncomingFile) => Promise<T>,
): Promise<T> {
  const folder = await newFolder(dataDir);
  try {
    const file = path.join(folder, uploadName);
    const hash = createHash('sha256');
    const bytes = await writePieces(file, pieces, hash);
    return await use({ folder, path: file, bytes, sha256: hash.digest('hex') });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function writePieces(
  file: string,
  pieces: AsyncIterable<Buffer>,
  hash: Hash,
): Promise<number> {
  const handle = await open(file, 'wx', 0o600).catch((error: unknown) => {
    throw storageFault(error);
  });
  let bytes = 0;
  try {
    for await (const piece of pieces) {
      hash.update(piece);
      bytes += piece.length;
      await handle.writeFile(piece).catch((error: unknown) => {
        throw storageFault(error);
      });
    }
    return bytes;
  } finally {
    await handle.close();
  }
}

/** Hands content to `use` as a file; bytes are written to disk for that long. */
export async function withFile<T>(
  dataDir: string,
  content: FileContent,
  use: (file: IncomingFile) => Promise<T>,
): Promise<T> {
  if (!Buffer.isBuffer(content)) return use(content);
  const folder = await newFolder(dataDir);
  try {
    const file = path.join(folder, uploadName);
    await writeFile(file, content, { mode: 0o600 });
    const hash = sha256(content).toString('hex');
    return await use({ folder, path: file, bytes: content.length, sha256: hash });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes what processes left that were killed; returns how many files that were. */
export async function sweepIncoming(
  dataDir: string,
  olderThan: number = abandoned,
): Promise<number> {
  const root = incomingFolder(dataDir);
  const names = await readdir(root).catch(() => []);
  let removed = 0;
  for (const name of names) {
    const folder = path.join(root, name);
    const stats = await stat(folder).catch(() => null);
    if (!stats || Date.now() - stats.mtimeMs < olderThan) continue;
    await rm(folder, { recursive: true, force: true });
    removed += 1;
  }
  return removed;
}

/** Sweeps now and from time to time, until the returned function is called. */
export function keepIncomingSwept(dataDir: string, onFault: (error: unknown) => void): () => void {
  const sweep = (): void => void sweepIncoming(dataDir).catch(onFault);
  sweep();
  const timer = setInterval(sweep, sweepEvery).unref();
  return () => clearInterval(timer);
}
