import { link, mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { newId } from '../../base/ids';
import { checkedName, type Place } from './place';

const isMissing = (error: unknown): boolean => (error as { code?: string }).code === 'ENOENT';

/** Unfinished files; a name of ours never begins with a dot. */
const unfinished = '.unfinished';

/** Files below `root`, which belongs to the operator alone (0700; files 0600). */
export function folderPlace(root: string): Place {
  return {
    address: root,
    write: async (name, bytes) => {
      const target = path.join(root, checkedName(name));
      const temporary = path.join(root, unfinished, newId());
      await mkdir(path.dirname(temporary), { recursive: true, mode: 0o700 });
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      try {
        await writeWhole(temporary, bytes);
        // A link refuses to replace a file that exists; a rename would not.
        await link(temporary, target);
      } finally {
        await rm(temporary, { force: true });
      }
    },
    read: (name) =>
      readFile(path.join(root, checkedName(name))).catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      }),
    names: (prefix) => walk(root, prefix),
  };
}

async function writeWhole(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function* walk(root: string, prefix: string): AsyncGenerator<string> {
  const entries = await readdir(path.join(root, prefix), { withFileTypes: true }).catch(
    (error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    },
  );
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name === unfinished) continue;
    const name = path.posix.join(prefix, entry.name);
    if (entry.isDirectory()) yield* walk(root, name);
    else yield name;
  }
}
