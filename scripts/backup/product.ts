import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Manifest } from './manifest';

/** Which build this is, as far as it is known: an image without git knows no commit. */
export function productOf(root: string): Manifest['product'] {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  const git = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' });
  return { version, commit: git.status === 0 ? git.stdout.trim() : null };
}
