import {
  access,
  chmod,
  constants,
  link,
  mkdir,
  open,
  readdir,
  rm,
  rmdir,
  stat,
  unlink,
} from 'node:fs/promises';
import path from 'node:path';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { newId } from '../../base/ids';
import { isFileOnDisk, type Storage, type StoredBody } from '../storage';
import { storageFault } from './faults';
import { checkedKey } from './key';

const isMissing = (error: unknown): boolean => (error as { code?: string }).code === 'ENOENT';

/** Unfinished uploads lie here until they are renamed; listed as keys `tmp/<uuid>`, so the sweep removes them. */
const unfinished = 'tmp';

/** Objects as files below `root`, which belongs to us alone (0700; files 0600). */
export function diskStorage(root: string): Storage {
  const fileOf = (key: string): string => path.join(root, checkedKey(key));

  async function put(key: string, body: StoredBody): Promise<{ bytes: number }> {
    const target = fileOf(key);
    const temporary = path.join(root, unfinished, newId());
    // Heard from the start: an error while the file is not open yet would end the process.
    if (body instanceof Readable) body.once('error', () => undefined);
    try {
      await mkdir(path.dirname(temporary), { recursive: true, mode: 0o700 });
      const bytes = isFileOnDisk(body)
        ? await takeOver(body.path, temporary)
        : await writeWhole(temporary, body);
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      // A link refuses to replace an object that exists; a rename would not.
      await link(temporary, target);
      await unlink(temporary);
      await syncFolder(path.dirname(target));
      return { bytes };
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw storageFault(error);
    }
  }

  async function get(key: string): Promise<{ body: Readable; bytes: number } | null> {
    try {
      const handle = await open(fileOf(key), 'r');
      const { size } = await handle.stat();
      return { body: handle.createReadStream(), bytes: size };
    } catch (error) {
      if (isMissing(error) && (await exists(root))) return null;
      throw storageFault(error);
    }
  }

  return {
    put,
    get,
    remove: async (key) => {
      await rm(fileOf(key), { force: true }).catch((error: unknown) => {
        throw storageFault(error);
      });
      // An object's own folder goes with its last variant; shared folders stay, others may be writing there.
      if (key.split('/').length === 3)
        await rmdir(path.dirname(fileOf(key))).catch(() => undefined);
    },
    list: (prefix) => walk(root, prefix),
    check: () =>
      usable(root).catch((error: unknown) => {
        throw storageFault(error);
      }),
  };
}

/** Whether this process may make files in a folder, or make the folder itself with its first file. */
async function usable(folder: string): Promise<void> {
  if (!(await exists(folder))) return usable(path.dirname(folder));
  // The slash makes a file in its place a fault.
  await access(`${folder}/`, constants.R_OK | constants.W_OK | constants.X_OK);
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

/** A second name for a file that is whole; its bytes are copied only from another file system. */
async function takeOver(file: string, temporary: string): Promise<number> {
  try {
    await link(file, temporary);
  } catch (error) {
    if ((error as { code?: string }).code !== 'EXDEV') throw error;
    return writeWhole(temporary, createReadStream(file));
  }
  const handle = await open(temporary, 'r+');
  try {
    await chmod(temporary, 0o600);
    await handle.sync();
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}

async function writeWhole(file: string, body: Buffer | Readable): Promise<number> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(body);
    await handle.sync();
    return (await handle.stat()).size;
  } finally {
    await handle.close().catch(() => undefined);
  }
}

/** Makes the new name itself durable. Some file systems cannot; the content is safe on them all the same. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle
    .sync()
    .catch(() => undefined)
    .finally(() => handle.close());
}

async function* walk(
  root: string,
  prefix: string,
): AsyncGenerator<{ key: string; modifiedAt: Date }> {
  const entries = await readdir(path.join(root, prefix), { withFileTypes: true }).catch(
    (error: unknown) => {
      if (isMissing(error)) return [];
      throw storageFault(error);
    },
  );
  for (const entry of entries) {
    const key = path.posix.join(prefix, entry.name);
    if (entry.isDirectory()) yield* walk(root, key);
    else {
      const stats = await stat(path.join(root, key)).catch(() => null);
      if (stats) yield { key, modifiedAt: stats.mtime };
    }
  }
}
