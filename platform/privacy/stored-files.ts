import type { Ctx } from '../context';

/** Keys that rows are asked for at a time. */
const atOnce = 500;

interface StoredFiles {
  readonly prefixes: readonly string[];
  /** Files of one thing share a key: the part of a file's key that its row names. The whole key by default. */
  readonly keyOf?: (file: string) => string;
  /** Those of these keys that rows name; found by an index. */
  readonly named: (keys: string[]) => Promise<ReadonlyArray<{ key: string }>>;
  /** A file that is younger may belong to an upload whose row is still to come. */
  readonly before: Date;
}

/**
 * Removes the files of a store that no row names, some at a time. Returns how many went, and the keys that rows name and
 * the store has. Safe to repeat and to interrupt.
 */
export async function removeUnnamedFiles(
  ctx: Ctx,
  { prefixes, keyOf = (file) => file, named, before }: StoredFiles,
): Promise<{ removed: number; found: ReadonlySet<string> }> {
  const { storage } = ctx.services.ports;
  const found = new Set<string>();
  let removed = 0;
  const settle = async (files: ReadonlyArray<{ key: string; modifiedAt: Date }>) => {
    const unknown = files.map(({ key }) => keyOf(key)).filter((key) => !found.has(key));
    if (unknown.length > 0)
      for (const { key } of await named([...new Set(unknown)])) found.add(key);
    for (const { key, modifiedAt } of files) {
      if (found.has(keyOf(key)) || modifiedAt >= before) continue;
      await storage.remove(key);
      removed += 1;
    }
  };
  for (const prefix of prefixes) {
    let files: Array<{ key: string; modifiedAt: Date }> = [];
    for await (const file of storage.list(prefix)) {
      if (files.push(file) < atOnce) continue;
      await settle(files);
      files = [];
    }
    await settle(files);
  }
  return { removed, found };
}
