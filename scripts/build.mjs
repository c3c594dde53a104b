/**
 * Builds pages, processes and console into build/; with `--processes` not the pages. Reports `servers` to the process
 * that starts it once all that Node runs is in its place. Ends with that process.
 */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { root } from './lib/host.mjs';
import { precompress } from './lib/precompress.mjs';

process.chdir(root);
rmSync('build', { recursive: true, force: true });

/** @param {string} name */
const vite = (name) => ['vite/bin/vite.js', 'build', '--config', `scripts/vite.${name}.config.ts`];

// The app's build makes the processes, routes included; the worker names files of it; the console is apart.
const steps = {
  app: ['@remix-run/dev/dist/cli.js', 'vite:build', '--logLevel', 'warn'],
  processes: vite('processes'),
  offline: vite('worker'),
  console: vite('console'),
};

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/** @param {number} code */
function end(code) {
  for (const child of running) child.kill('SIGKILL');
  process.exit(code);
}
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.once(signal, () => end(1));
if (process.connected) process.once('disconnect', () => end(1));

/**
 * One build in a process of its own. What it says comes in one piece, since two of them work at once.
 * @param {keyof typeof steps} name
 */
async function run(name) {
  const [file, ...args] = steps[name];
  const child = spawn(process.execPath, [`node_modules/${file}`, ...args], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  running.delete(child);
  process.stderr.write(output);
  if (code !== 0) end(code ?? 1);
}

async function pages() {
  await run('app');
  process.send?.('servers');
  await run('offline');
  await precompress('build/client');
}

async function staffConsole() {
  await run('console');
  // Staff load it once a release: a tenth more bytes for them, fourteen seconds less of a core for each build.
  await precompress('build/console', 9);
}

// Two at once, as each of them keeps one core busy.
if (process.argv.includes('--processes')) await Promise.all([run('processes'), run('console')]);
else await Promise.all([pages(), staffConsole()]);
// The channel would keep this process.
process.exit(0);
