import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Place } from '#platform/config/places';
import type { Storage } from '#platform/ports/storage';
import { BackupRefused, fileEntry, type FileEntry } from './manifest';
import { readPart, type Part } from './parts';
import type { Begun } from './restore-mark';
import type { Unseal } from './seal';

interface Source {
  readonly place: Place;
  readonly unseal: Unseal;
}

/** The index of files; throws when the key does not fit. */
export async function filesOf(index: Part, { place, unseal }: Source): Promise<FileEntry[]> {
  const lines = await text(unseal(readPart(place, index)) as AsyncIterable<Buffer>);
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => fileEntry.parse(JSON.parse(line)));
}

/** Puts files into the store; of a restore that is gone on with, those that are not there yet. */
export async function putFiles(
  files: readonly FileEntry[],
  { storage, ...source }: Source & { storage: Storage },
  begun: Begun,
): Promise<void> {
  const waiting = files[Symbol.iterator]();
  const worker = async () => {
    for (const file of waiting) {
      if (begun !== 'anew' && (await isThere(storage, file))) continue;
      await putFile(storage, file, source);
    }
  };
  await Promise.all(Array.from({ length: 4 }, worker));
}

async function isThere(storage: Storage, { key, sha256 }: FileEntry): Promise<boolean> {
  const found = await storage.get(key);
  if (!found) return false;
  const hash = createHash('sha256');
  for await (const chunk of found.body as AsyncIterable<Buffer>) hash.update(chunk);
  if (hash.digest('hex') === sha256) return true;
  throw new BackupRefused(`The store holds another file as ${key}. Begin with an empty one.`);
}

async function putFile(
  storage: Storage,
  { key, sha256, part }: FileEntry,
  { place, unseal }: Source,
): Promise<void> {
  const hash = createHash('sha256');
  const body = async function* () {
    for await (const chunk of unseal(readPart(place, part))) {
      hash.update(chunk);
      yield chunk;
    }
    // Within the stream: a store never shows an object whose source failed.
    if (hash.digest('hex') !== sha256)
      throw new BackupRefused(`files/${key} is not what was copied.`);
  };
  await storage.put(key, Readable.from(body()), 'application/octet-stream');
}
