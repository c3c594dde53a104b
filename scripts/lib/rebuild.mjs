import { watch } from 'node:fs';
import path from 'node:path';
import { keepRunning } from './children.mjs';
import { root } from './host.mjs';

/** @typedef {Pick<import('./children.mjs').ChildOptions, 'env' | 'onLine' | 'onStart' | 'onCrash'>} Options */

/**
 * Rebuilds the processes and the console when their sources change, and says which processes to start again.
 * The console needs none: its page names whatever build is there.
 * @param {Options} options
 * @param {(name: string) => void} onRebuilt
 */
export function watchBuilds(options, onRebuilt) {
  const builders = [
    builder(options, 'build', 'processes'),
    builder(options, 'build-console', 'console'),
  ];
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  // The first build of the watcher writes what is already there.
  const quietUntil = Date.now() + 10_000;
  const watcher = watch(path.join(root, 'build'), { recursive: true }, (_event, file) => {
    if (file?.startsWith('console')) return;
    clearTimeout(timer);
    if (Date.now() < quietUntil) return;
    timer = setTimeout(() => ['web', 'worker', 'courier'].forEach(onRebuilt), 300);
  });
  return {
    /** @param {number} ms */
    async stop(ms) {
      watcher.close();
      clearTimeout(timer);
      await Promise.all(builders.map((each) => each.stop(ms)));
    },
  };
}

/** @param {Options} options @param {string} name @param {string} what */
const builder = (options, name, what) =>
  keepRunning({
    ...options,
    name,
    node: process.execPath,
    args: [
      'node_modules/vite/bin/vite.js',
      'build',
      '--watch',
      '--config',
      `scripts/vite.${what}.config.ts`,
    ],
  });
