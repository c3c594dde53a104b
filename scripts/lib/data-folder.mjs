import fs from 'node:fs';
import path from 'node:path';
import { tryLock } from './lock.mjs';
import { Refusal, codeOf } from './say.mjs';

/** @import { Lock } from './lock.mjs' */

/** @type {Record<string, string>} */
const reasons = {
  ENOSPC: 'cannot be written: the disk is full. Make room and start again.',
  EACCES: 'cannot be written by this user. Start as its owner, or set DATA_DIR.',
  EPERM: 'cannot be written by this user. Start as its owner, or set DATA_DIR.',
  EROFS: 'lies on a read-only disk. Set DATA_DIR to another folder.',
  ENOTDIR: 'is not a folder. Set DATA_DIR to another place.',
  EEXIST: 'is not a folder. Set DATA_DIR to another place.',
};

/**
 * Makes the folder if need be and takes it for this process alone.
 * @param {string} dataDir @param {string} address what a second start may tell of the first
 * @returns {Lock}
 */
export function takeDataFolder(dataDir, address) {
  try {
    fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const lock = tryLock(path.join(dataDir, 'supervisor.lock'), { address });
    if (!('holder' in lock)) return lock;
    throw new Refusal(
      `Already running from ${dataDir}: process ${lock.holder.pid}, ${lock.holder.address}. Stop it, or set DATA_DIR and PORT for a second one.`,
    );
  } catch (error) {
    const reason = reasons[codeOf(error) ?? ''];
    throw reason ? new Refusal(`${dataDir} ${reason}`) : error;
  }
}
