/** Builds pages, processes and console into build/; with `--processes` not the pages. */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { root } from './lib/host.mjs';
import { precompress } from './lib/precompress.mjs';

process.chdir(root);
rmSync('build', { recursive: true, force: true });

const processes = ['vite/bin/vite.js', 'build', '--config', 'scripts/vite.processes.config.ts'];
const staffConsole = ['vite/bin/vite.js', 'build', '--config', 'scripts/vite.console.config.ts'];
const offline = ['vite/bin/vite.js', 'build', '--config', 'scripts/vite.worker.config.ts'];
const app = ['@remix-run/dev/dist/cli.js', 'vite:build', '--logLevel', 'warn'];

// The app's build makes the processes, routes included; the worker names files of it; the console is apart.
for (const [file, ...args] of process.argv.includes('--processes')
  ? [processes, staffConsole]
  : [app, offline, staffConsole]) {
  const { status } = spawnSync(process.execPath, [`node_modules/${file}`, ...args], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}

if (!process.argv.includes('--processes'))
  for (const folder of ['build/client', 'build/console']) await precompress(folder);
