import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { endLeft } from './end-left.mjs';
import { tryLock } from './lock.mjs';
import { Refusal, codeOf } from './say.mjs';

/** @import { Lock } from './lock.mjs' */
/** @import { Settings } from './read-settings.mjs' */

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
 * Makes the folder if need be, takes it for this process alone, and ends what a killed holder left running.
 * @param {Settings} settings
 * @returns {Promise<Lock>}
 */
export async function takeDataFolder({ dataDir, publicUrl, stopTimes }) {
  try {
    const lock = takeLock(dataDir, 'supervisor.lock', publicUrl);
    await endBefore(lock, stopTimes.work);
    return lock;
  } catch (error) {
    const reason = reasons[codeOf(error) ?? ''];
    throw reason ? new Refusal(`${dataDir} ${reason}`) : error;
  }
}

/**
 * The same for a production, whose folder several hosts may share and which may do without one: a lock per
 * host and port, and none where it cannot be written.
 * @param {Settings} settings
 * @returns {Promise<Lock | undefined>}
 */
export async function takePort({ dataDir, publicUrl, port, stopTimes }) {
  try {
    const lock = takeLock(dataDir, `supervisor-${os.hostname()}-${port}.lock`, publicUrl);
    await endBefore(lock, stopTimes.work);
    return lock;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    return undefined;
  }
}

/** @param {string} dataDir @param {string} name @param {string} address what a second start may say of the first */
function takeLock(dataDir, name, address) {
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = tryLock(path.join(dataDir, name), { address });
  if (!('holder' in lock)) return lock;
  throw new Refusal(
    `Already running from ${dataDir}: process ${lock.holder.pid}, ${lock.holder.address}. Stop it, or set DATA_DIR and PORT for a second one.`,
  );
}

/** @param {Lock} lock @param {number} ms */
async function endBefore({ left, update }, ms) {
  if (!left) return;
  // Whoever comes next must find them too, should this process be killed now.
  update({ processes: left.processes, births: left.births });
  await endLeft(left, ms);
}
