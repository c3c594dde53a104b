import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { eachLine } from './children.mjs';
import { takeDataFolder } from './data-folder.mjs';
import { root } from './host.mjs';
import { endExchange } from './postgres/exchange-folders.mjs';
import { isCluster } from './postgres/folder.mjs';
import { clusterFolder } from './postgres/place.mjs';
import { upgradeCluster } from './postgres/upgrade.mjs';
import { readSettings } from './read-settings.mjs';
import { Refusal } from './say.mjs';
import { secretsOf } from './secrets.mjs';

/** @typedef {{ node: string, say: (line: string) => void, signal: AbortSignal }} Means */

/**
 * The command, once everything that it needs is built.
 * @param {string[]} words @param {Means} means
 */
export async function upgradeData(words, means) {
  const oldBin = oldBinOf(words);
  const settings = await readSettings(process.env);
  if (settings.mode !== 'demo') {
    throw new Refusal(
      'DATABASE_URL names a server of your own: upgrade it by its own means. This command is for the database in DATA_DIR.',
    );
  }
  const { dataDir } = settings;
  if (!fs.existsSync(dataDir)) throw new Refusal(nothingIn(dataDir));
  const lock = await takeDataFolder({ ...settings, publicUrl: 'npm run upgrade:postgres' });
  try {
    await upgradeLocked({ dataDir, oldBin, env: settings.env }, means);
  } finally {
    lock.release();
  }
}

/** @param {string} dataDir */
const nothingIn = (dataDir) => `${dataDir} holds no database: there is nothing to upgrade.`;

/** @param {string[]} words */
function oldBinOf(words) {
  try {
    const options = /** @type {const} */ ({ 'old-bin': { type: 'string' } });
    return parseArgs({ args: words, options }).values['old-bin'];
  } catch {
    throw new Refusal(
      'Usage: npm run upgrade:postgres [-- --old-bin <folder with the older server\'s program "postgres">]',
    );
  }
}

/**
 * @param {{ dataDir: string, oldBin: string | undefined, env: Record<string, string | undefined> }} what
 * @param {Means} means
 */
async function upgradeLocked({ dataDir, oldBin, env }, { node, say, signal }) {
  const began = Date.now();
  const inside = path.join(dataDir, 'postgres');
  endExchange(inside);
  if (!isCluster(inside)) throw new Refusal(nothingIn(dataDir));
  const cluster = clusterFolder(dataDir);
  const { POSTGRES_PASSWORD: password = '', ...secrets } = secretsOf(dataDir);
  const done = await upgradeCluster({
    cluster,
    password,
    oldBin,
    say,
    signal,
    take: (from, to) => {
      const urls = { DEMO_FORMER_URL: from, DEMO_DATABASE_URL: to };
      return takeOver(node, { ...secrets, ...env, ...urls }, { say, signal });
    },
  });
  if (!done) return say(`${cluster} is of the version that this product brings: nothing to do.`);
  const seconds = ((Date.now() - began) / 1_000).toFixed(1);
  say(`${cluster} is of PostgreSQL ${done.to} now, after ${seconds} s. npm start goes on with it.`);
  say(`What it was lies in ${done.kept}. Remove that once you are content.`);
}

/**
 * Its own process: it is our code, in TypeScript.
 * @param {string} node @param {Record<string, string | undefined>} env
 * @param {Pick<Means, 'say' | 'signal'>} means
 */
async function takeOver(node, env, { say, signal }) {
  /** @type {string[]} */
  const faults = [];
  const child = spawn(node, ['build/server/take-over.js'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    signal,
  });
  eachLine(child.stdout, say);
  eachLine(child.stderr, (line) => faults.push(line));
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  if (code !== 0) throw new Refusal(faults.at(-1) ?? 'The rows could not be taken over.');
}
