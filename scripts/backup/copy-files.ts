import { createHash } from 'node:crypto';
import type { Place } from '#platform/config/places';
import type { Storage } from '#platform/ports/storage';
import { isStorageKey } from '#platform/ports/storage/key';
import type { FileEntry } from './manifest';
import { writePart } from './parts';
import type { Seal } from './seal';

/** Each waits for the store most of the time. */
const workers = 4;

/**
 * Copies each file of the store that is not in `copied` yet. One that goes meanwhile is left out: its row went before it.
 */
export async function copyFiles(
  { storage, place, seal }: { storage: Storage; place: Place; seal: Seal },
  copied: Map<string, FileEntry>,
): Promise<void> {
  const keys = storage.list('')[Symbol.asyncIterator]();
  const worker = async () => {
    for (let next = await keys.next(); !next.done; next = await keys.next()) {
      const { key } = next.value;
      if (copied.has(key) || !isStorageKey(key)) continue;
      const entry = await copyFile({ storage, place, seal }, key);
      if (entry) copied.set(key, entry);
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
}

async function copyFile(
  { storage, place, seal }: { storage: Storage; place: Place; seal: Seal },
  key: string,
): Promise<FileEntry | null> {
  const found = await storage.get(key);
  if (!found) return null;
  const hash = createHash('sha256');
  let bytes = 0;
  const body = async function* () {
    for await (const chunk of found.body as AsyncIterable<Buffer>) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  };
  const part = await writePart(place, `files/${key}`, seal(body()));
  return { key, bytes, sha256: hash.digest('hex'), part };
}
