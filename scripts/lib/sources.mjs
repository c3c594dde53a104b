import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { root } from './host.mjs';

/** All that the build reads of the tree. */
export const folders = [
  'admin',
  'app',
  'design',
  'engine',
  'languages',
  'migrations',
  'modules',
  'platform',
  'public',
  'scripts',
  'workflows',
];
const files = [
  'package.json',
  'package-lock.json',
  'remix.config.js',
  'tsconfig.json',
  'vite.config.ts',
];

/** One word that changes with whatever the build is made from. */
export function sourcesHash() {
  const hash = createHash('sha256');
  for (const file of [...files, ...folders.flatMap(filesIn)].sort()) {
    const full = path.join(root, file);
    if (!fs.existsSync(full)) continue;
    hash.update(file).update('\0').update(fs.readFileSync(full)).update('\0');
  }
  return hash.digest('hex');
}

/** @param {string} folder @returns {string[]} */
function filesIn(folder) {
  if (!fs.existsSync(path.join(root, folder))) return [];
  return fs
    .readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath ?? entry.path, entry.name)));
}
