import fs from 'node:fs';
import path from 'node:path';

/**
 * Everything below a folder, each with its full path. Goes into no link: what it leads to belongs to somebody else.
 * @param {string} folder @returns {Generator<{ file: string, entry: fs.Dirent }>}
 */
export function* below(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    yield { file, entry };
    if (entry.isDirectory()) yield* below(file);
  }
}
