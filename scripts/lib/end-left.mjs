import { bornAt, isAlive, until } from './processes.mjs';

/** @import { Holder } from './lock.mjs' */

/**
 * Ends web and worker of a supervisor that is gone, where it could not: a process that was stopped or hangs does
 * not notice. Its number alone proves nothing, since another may have it now; with its birth it does. The
 * database's own start sees to the database.
 * @param {Holder} holder @param {number} ms how long they may take to end in order
 */
export async function endLeft({ processes, births }, ms) {
  const born = /** @type {Record<string, string>} */ (births ?? {});
  const left = Object.entries(/** @type {Record<string, number>} */ (processes ?? {}))
    .filter(([name]) => name !== 'supervisor' && name !== 'postgres')
    .filter(([name, pid]) => born[name] && isAlive(pid) && bornAt(pid) === born[name])
    .map(([, pid]) => pid);
  // A stopped process takes its order to end only once it goes on.
  for (const pid of left) for (const signal of ['SIGTERM', 'SIGCONT']) send(pid, signal);
  if (await until(() => !left.some(isAlive), ms)) return;
  for (const pid of left) send(pid, 'SIGKILL');
  await until(() => !left.some(isAlive), 1_000);
}

/** @param {number} pid @param {string} signal */
function send(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
    // It has just ended, or belongs to another process; the wait shows which.
  }
}
