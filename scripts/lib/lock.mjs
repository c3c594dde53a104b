import fs from 'node:fs';
import { codeOf } from './say.mjs';
import { bornAt, isAlive, sleep } from './processes.mjs';

/**
 * @typedef {{ pid: number, born: string } & Record<string, unknown>} Holder
 * @typedef {{ release: () => void, update: (details: Record<string, unknown>) => void, left: Holder | null }} Lock `left`: the holder before, who is gone and did not release it
 */

/**
 * Takes a lock that ends with its process, however that ends: the file names the holder, and a holder
 * that is gone counts for nothing.
 * @param {string} file
 * @param {Record<string, unknown>} [details] what others may read of the holder
 * @returns {Lock | { holder: Holder }} the living holder when there is one
 */
export function tryLock(file, details = {}) {
  const me = { pid: process.pid, born: bornAt(process.pid) };
  /** @type {Holder | null} */
  let left = null;
  for (;;) {
    if (claim(file, { ...me, ...details })) {
      return {
        left,
        release: () => release(file),
        update: (more) => write(file, { ...me, ...details, ...more }),
      };
    }
    const holder = read(file);
    if (holder && isAlive(holder.pid) && bornAt(holder.pid) === holder.born) return { holder };
    left = holder ?? left;
    removeStale(file);
  }
}

/**
 * Like {@link tryLock}, but waits for the holder to end.
 * @param {string} file
 * @param {(holder: Holder) => void} onWait
 * @returns {Promise<Lock>}
 */
export async function lock(file, onWait) {
  for (let waited = false; ; waited = true) {
    const got = tryLock(file);
    if (!('holder' in got)) return got;
    if (!waited) onWait(got.holder);
    await sleep(200);
  }
}

/** A link is made whole or not at all, and never over another. @param {string} file @param {object} content */
function claim(file, content) {
  const own = `${file}.${process.pid}`;
  fs.writeFileSync(own, JSON.stringify(content), { mode: 0o600 });
  try {
    fs.linkSync(own, file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    fs.rmSync(own, { force: true });
  }
}

/** @param {string} file @param {object} content */
function write(file, content) {
  const own = `${file}.${process.pid}`;
  fs.writeFileSync(own, JSON.stringify(content), { mode: 0o600 });
  fs.renameSync(own, file);
}

/** @param {string} file */
function release(file) {
  if (read(file)?.pid === process.pid) fs.rmSync(file, { force: true });
}

/** @param {string} file @returns {Holder | null} */
export function read(file) {
  try {
    return /** @type {Holder} */ (JSON.parse(fs.readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

/** Two processes may find the same stale file: the one whose rename works removes it. @param {string} file */
function removeStale(file) {
  const aside = `${file}.stale.${process.pid}`;
  try {
    fs.renameSync(file, aside);
  } catch {
    return;
  }
  const taken = read(aside);
  // Between our look and our rename another may have taken the lock: give it back.
  if (taken && isAlive(taken.pid) && bornAt(taken.pid) === taken.born) {
    try {
      fs.linkSync(aside, file);
    } catch {
      // A third one has it now.
    }
  }
  fs.rmSync(aside, { force: true });
}
