import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { root } from './lib/host.mjs';

process.chdir(root);
process.env.NODE_ENV = 'production';

const cli = (file, ...args) => {
  const { status } = spawnSync(process.execPath, [file, ...args], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
};

rmSync('build', { recursive: true, force: true });
cli('node_modules/@remix-run/dev/dist/cli.js', 'vite:build', '--logLevel', 'warn');
// The processes share the app's plugins (messages are compiled), not its browser half.
cli('node_modules/vite/bin/vite.js', 'build', '--config', 'scripts/vite.processes.config.ts');
if (!existsSync('build/server/index.js')) process.exit(1);
