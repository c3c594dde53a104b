import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { folders } from '../../scripts/lib/sources.mjs';

const read = /\.(?:tsx?|css|mjs)$/;
const tests = /\.test\.tsx?$/;
/** A path in a text that leads up: of an import, a style sheet, a glob. */
const upwards = /['"`](\.\.\/[^'"`\n]+)['"`]/g;

/** The place at the top of the tree that `words`, found in `file`, lead to; null where that is no folder. */
function folderAt(file: string, words: string): string | null {
  const [top = ''] = path.relative('.', path.resolve(path.dirname(file), words)).split(path.sep);
  return statSync(top, { throwIfNoEntry: false })?.isDirectory() ? top : null;
}

it('a change of anything that the build reads makes a new build', () => {
  const missed = new Map<string, string>();
  let seen = 0;
  for (const folder of folders)
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const file = path.join(folder, name);
      if (!read.test(name) || tests.test(name)) continue;
      for (const [, words] of readFileSync(file, 'utf8').matchAll(upwards)) {
        const top = folderAt(file, words!);
        seen += 1;
        // Kits of tests lead there; the walls refuse it to whatever is built.
        if (top && top !== 'tests' && !folders.includes(top)) missed.set(top, file);
      }
    }
  expect(seen).toBeGreaterThan(500);
  expect(Object.fromEntries(missed)).toEqual({});
});
