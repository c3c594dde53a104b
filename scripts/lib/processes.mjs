import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** @param {number} ms */
export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * A process that has ended but whose parent has not asked for its end is dead too: some containers have
 * a first process that never asks.
 * @param {number} pid
 */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (/** @type {{ code?: string }} */ (error).code !== 'EPERM') return false;
  }
  return !/^[ZX]/.test(state(pid));
}

/** @param {number} pid */
function state(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2);
  } catch {
    return ps(pid, 'stat');
  }
}

/**
 * When a process began, as an opaque word. Tells a process from a later one with the same id.
 * @param {number} pid
 */
export function bornAt(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command in brackets may hold blanks; field 22 of the line is the 20th after it.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${ticks}`;
  } catch {
    return ps(pid, 'lstart');
  }
}

/** @param {number} pid */
export function commandLine(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ');
  } catch {
    return ps(pid, 'command');
  }
}

/** @param {number} pid @param {string} column */
function ps(pid, column) {
  try {
    return execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

/**
 * @param {() => boolean} condition
 * @param {number} ms
 * @returns {Promise<boolean>} whether it came true in time
 */
export async function until(condition, ms) {
  const end = Date.now() + ms;
  while (!condition()) {
    if (Date.now() > end) return false;
    await sleep(25);
  }
  return true;
}
