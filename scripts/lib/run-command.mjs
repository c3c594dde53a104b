import fs from 'node:fs';
import path from 'node:path';
import { ensureBuilt } from './ensure-built.mjs';
import { root } from './host.mjs';
import { ensureInstalled, ensureNode } from './install.mjs';
import { readSettings } from './read-settings.mjs';
import { relay } from './relay.mjs';
import { oneLine, Refusal } from './say.mjs';
import { secretsOf } from './secrets.mjs';

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

/**
 * Runs a built command with the words it was given, on DATABASE_URL or on the demo that runs from DATA_DIR.
 * @param {string} name of the file in build/server/ @param {number} failed exit code when it could not be run
 */
export async function runCommand(name, failed = 1) {
  try {
    process.chdir(root);
    await ensureInstalled();
    const node = ensureNode();
    await ensureBuilt(node);
    const { mode, dataDir } = await readSettings(process.env);
    if (mode === 'demo')
      Object.assign(process.env, demoEnvironment(dataDir), { DATA_DIR: dataDir });
    await relay(node, `build/server/${name}.js`, process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${oneLine(error)}\n`);
    process.exit(failed);
  }
}
