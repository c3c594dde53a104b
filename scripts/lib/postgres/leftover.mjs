import fs from 'node:fs';
import path from 'node:path';
import { Refusal } from '../say.mjs';
import { commandLine, isAlive, until } from '../processes.mjs';

/**
 * Stops a PostgreSQL that a killed supervisor left on our data folder, and forgets one that is gone.
 * @param {string} dataDir
 */
export async function stopLeftover(dataDir) {
  const file = path.join(dataDir, 'postmaster.pid');
  if (!fs.existsSync(file)) return;
  const pid = Number(fs.readFileSync(file, 'utf8').split('\n')[0]);
  if (Number.isInteger(pid) && pid > 1 && isAlive(pid) && isOurs(pid, dataDir)) {
    await stop(pid, dataDir);
  }
  // PostgreSQL itself refuses while another process has this number, even when it is a stranger.
  fs.rmSync(file, { force: true });
}

/** @param {number} pid @param {string} dataDir */
function isOurs(pid, dataDir) {
  const command = commandLine(pid);
  return command.includes('postgres') && command.includes(dataDir);
}

/** @param {number} pid @param {string} dataDir */
async function stop(pid, dataDir) {
  for (const [signal, ms] of /** @type {const} */ ([
    ['SIGINT', 8_000],
    ['SIGQUIT', 4_000],
    ['SIGKILL', 2_000],
  ])) {
    try {
      process.kill(pid, signal);
    } catch {
      // It ended by itself, or belongs to another process; the wait shows which.
    }
    if (await until(() => !isAlive(pid), ms)) return;
  }
  throw new Refusal(
    `PostgreSQL (process ${pid}) still runs on ${dataDir} and cannot be stopped. Stop it and start again.`,
  );
}
