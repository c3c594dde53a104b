import path from 'node:path';
import { loadSources, reach } from './walk/reach';
import { walks } from './walk/walks';

/**
 * `npm run walk`: how many files and lines each walk reaches. `npm run walk -- offer`: which ones, longest first.
 */
const names = process.argv.slice(2);
const unknown = names.filter((name) => !Object.hasOwn(walks, name));
if (unknown.length > 0) {
  console.error(`No walk ${unknown.join(', ')}. There are: ${Object.keys(walks).join(', ')}.`);
  process.exit(1);
}
const sources = loadSources(path.join(import.meta.dirname, '..'));
for (const name of names.length > 0 ? names : Object.keys(walks)) {
  const { files, lines, entries, linesOf } = reach(sources, walks[name]!);
  console.log(`${name}: ${files} files (goal ${walks[name]!.goal}), ${lines} lines`);
  if (names.length === 0) continue;
  for (const [file, height] of [...linesOf].sort(([, a], [, b]) => b - a))
    console.log(`${String(height).padStart(6)}  ${file}`);
  for (const entry of entries) console.log(`     -  ${entry}`);
}
