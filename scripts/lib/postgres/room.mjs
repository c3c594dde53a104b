import fs from 'node:fs';
import path from 'node:path';
import { Refusal } from '../say.mjs';
import { below } from './below.mjs';

/** What a fresh cluster takes, and the log that it writes while rows come in. */
const aside = 400 * 1024 * 1024;

/** @param {string} folder */
function bytesBelow(folder) {
  let sum = 0;
  for (const { file, entry } of below(folder)) if (entry.isFile()) sum += fs.statSync(file).size;
  return sum;
}

/**
 * Refuses where a copy of a cluster, and a second one with the same rows, do not fit beside it.
 * @param {string} cluster
 */
export function refuseSmallDisk(cluster) {
  const needed = 2 * bytesBelow(cluster) + aside;
  const { bavail, bsize } = fs.statfsSync(path.dirname(cluster));
  const free = bavail * bsize;
  if (free >= needed) return;
  throw new Refusal(
    `Not enough room beside ${cluster}: ${inMegabytes(needed)} are needed for as long as the upgrade takes, ${inMegabytes(free)} are free. Make room and start again; nothing was changed.`,
  );
}

/** @param {number} bytes */
const inMegabytes = (bytes) => `${Math.ceil(bytes / 1e6)} MB`;
