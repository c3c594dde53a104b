/**
 * `npm start`: installs and builds what is missing, then hands over to the supervisor under a Node that
 * is new enough. Runs on Node 20 without dependencies.
 */
import { root } from './lib/host.mjs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled, ensureNode } from './lib/install.mjs';
import { beginRelay, relay } from './lib/relay.mjs';
import { oneLine } from './lib/say.mjs';

/** @param {string} node @param {string[]} args */
async function start(node, args) {
  // A production's database is not touched before the whole build stands.
  if (process.env.DATABASE_URL) await ensureBuilt(node);
  else await buildWithDemo(node, args);
  await relay(node, 'scripts/supervise.mjs', args);
}

/**
 * Builds, and makes the demo's database meanwhile: its process is there before pages and console are.
 * @param {string} node @param {string[]} args
 * @returns {Promise<void>} when nothing had to be built; otherwise this process ends with the supervisor
 */
async function buildWithDemo(node, args) {
  const ending = new AbortController();
  /** @type {ReturnType<typeof beginRelay> | undefined} */
  let supervisor;
  const onServers = () => {
    supervisor = beginRelay(node, 'scripts/supervise.mjs', [...args, '--while-building']);
    supervisor.stopped.addEventListener('abort', () => ending.abort());
  };
  try {
    await ensureBuilt(node, { onServers, signal: ending.signal });
    supervisor?.send('built');
  } catch (error) {
    const isAsked = ending.signal.aborted;
    supervisor?.stop();
    const code = await supervisor?.ended;
    if (isAsked && code !== undefined) process.exit(code);
    throw error;
  }
  // What it refuses ends this process after the build, which the next start then has.
  if (supervisor) process.exit(await supervisor.ended);
}

try {
  process.chdir(root);
  await ensureInstalled();
  await start(ensureNode(), process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${oneLine(error)}\n`);
  process.exit(1);
}
