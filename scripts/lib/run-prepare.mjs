import { spawn } from 'node:child_process';
import { root } from './host.mjs';
import { eachLine } from './children.mjs';
import { Refusal } from './say.mjs';

/**
 * Migrates and, in demo mode, seeds. Its own process: it is our code, in TypeScript.
 * @param {Record<string, string | undefined>} env
 * @param {(line: string) => void} onLine
 * @param {AbortSignal} signal
 */
export async function runPrepare(env, onLine, signal) {
  /** @type {string[]} */
  const faults = [];
  const child = spawn(process.execPath, ['build/server/prepare.js'], {
    cwd: root,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    signal,
    killSignal: 'SIGTERM',
  });
  eachLine(child.stdout, onLine);
  eachLine(child.stderr, (line) => faults.push(line));
  const [code, killedBy] = await new Promise((resolve) => {
    child.once('error', () => resolve([1, null]));
    child.once('close', (...how) => resolve(how));
  });
  if (killedBy) {
    throw new Refusal(
      `The preparation of the database was ended by ${killedBy}; nothing of it is half done. Start again.`,
    );
  }
  if (code !== 0) throw new Refusal(faults.join('\n') || 'The database could not be prepared.');
}
