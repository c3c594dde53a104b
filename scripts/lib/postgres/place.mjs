import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { sharedBase } from './binaries.mjs';
import { canEnter, ownerFor } from './owner.mjs';
import { endExchange } from './exchange-folders.mjs';

/**
 * Where the cluster of a data folder lies: in it, unless root lends the database a user who cannot walk
 * there (a folder below /root). Then it lies under /var/lib and the data folder holds a link to it.
 * @param {string} dataDir absolute and existing; closed to other users by this call
 * @returns {string}
 */
export function clusterFolder(dataDir) {
  const inside = path.join(dataDir, 'postgres');
  const asRoot = process.getuid?.() === 0;
  // 0711 for root: the database's user may walk through, and list nothing.
  fs.chmodSync(dataDir, asRoot ? 0o711 : 0o700);
  endExchange(inside);
  if (fs.existsSync(inside)) return fs.realpathSync(inside);
  if (canEnter(dataDir, ownerFor(inside))) return inside;
  const outside = path.join(sharedBase, `data-${randomBytes(6).toString('hex')}`);
  fs.mkdirSync(outside, { recursive: true, mode: 0o711 });
  fs.chmodSync(sharedBase, 0o755);
  fs.rmSync(inside, { force: true });
  const target = path.join(outside, 'postgres');
  fs.mkdirSync(target, { mode: 0o700 });
  fs.symlinkSync(target, inside);
  return target;
}
