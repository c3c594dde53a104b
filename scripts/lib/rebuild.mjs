import { watch } from 'node:fs';
import path from 'node:path';
import { keepRunning } from './children.mjs';
import { root } from './host.mjs';

/**
 * Rebuilds the processes when their sources change, and tells which ones to start again.
 * @param {Pick<import('./children.mjs').ChildOptions, 'env' | 'onLine' | 'onStart' | 'onCrash'>} options
 * @param {(name: string) => void} onRebuilt
 */
export function watchProcesses(options, onRebuilt) {
  const builder = keepRunning({
    ...options,
    name: 'build',
    node: process.execPath,
    args: [
      'node_modules/vite/bin/vite.js',
      'build',
      '--watch',
      '--config',
      'scripts/vite.processes.config.ts',
    ],
  });
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  // The first build of the watcher writes what is already there.
  const quietUntil = Date.now() + 10_000;
  const watcher = watch(path.join(root, 'build'), { recursive: true }, () => {
    clearTimeout(timer);
    if (Date.now() < quietUntil) return;
    timer = setTimeout(() => ['web', 'worker'].forEach(onRebuilt), 300);
  });
  return {
    /** @param {number} ms */
    async stop(ms) {
      watcher.close();
      clearTimeout(timer);
      await builder.stop(ms);
    },
  };
}
