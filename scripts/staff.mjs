/** `npm run staff`: commands of the review team, on DATABASE_URL or on the demo that runs from DATA_DIR. */
import fs from 'node:fs';
import path from 'node:path';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { root } from './lib/host.mjs';
import { ensureInstalled, ensureNode } from './lib/install.mjs';
import { readSettings } from './lib/read-settings.mjs';
import { relay } from './lib/relay.mjs';
import { oneLine, Refusal } from './lib/say.mjs';
import { secretsOf } from './lib/secrets.mjs';

/** @param {string} dataDir what the processes of the running demo know */
function demoEnvironment(dataDir) {
  const pidFile = path.join(dataDir, 'postgres', 'postmaster.pid');
  if (!fs.existsSync(pidFile)) {
    throw new Refusal(`No demo runs from ${dataDir}. Start it, or set DATA_DIR or DATABASE_URL.`);
  }
  const port = fs.readFileSync(pidFile, 'utf8').split('\n')[3];
  const { POSTGRES_PASSWORD = '', ...secrets } = secretsOf(dataDir);
  const url = `postgres://postgres:${encodeURIComponent(POSTGRES_PASSWORD)}@127.0.0.1:${port}/clinic`;
  return { ...secrets, DEMO_DATABASE_URL: url };
}

try {
  process.chdir(root);
  await ensureInstalled();
  const node = ensureNode();
  await ensureBuilt(node);
  const { mode, dataDir } = await readSettings(process.env);
  if (mode === 'demo') Object.assign(process.env, demoEnvironment(dataDir), { DATA_DIR: dataDir });
  await relay(node, 'build/staff.js', process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${oneLine(error)}\n`);
  process.exit(1);
}
