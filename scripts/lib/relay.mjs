import { spawn } from 'node:child_process';
import { projectEnv, root } from './host.mjs';

/**
 * Runs `file` under another Node as if it were this process: same output, signals handed on, same exit
 * code. The channel between both closes when this one dies, which the other takes as the order to stop.
 * @param {string} node @param {string} file @param {string[]} args
 * @returns {Promise<never>}
 */
export async function relay(node, file, args) {
  process.exit(await beginRelay(node, file, args).ended);
}

/**
 * The same for a process that has something else to finish: it exits itself.
 * @param {string} node @param {string} file @param {string[]} args
 * @returns {{ send: (word: string) => void, stop: () => void, ended: Promise<number>, stopped: AbortSignal }}
 *   ended: the exit code; stopped: somebody asked both to stop
 */
export function beginRelay(node, file, args) {
  const child = spawn(node, [file, ...args], {
    cwd: root,
    env: projectEnv(),
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // Ctrl-C reaches this process, which hands it on: once, not twice.
    detached: true,
  });
  const asked = new AbortController();
  /** @param {NodeJS.Signals} signal */
  const stop = (signal) => {
    child.kill(signal);
    asked.abort();
  };
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => stop(signal));
  }
  endWithStarter(() => stop('SIGTERM'));
  return {
    send: (word) => void (child.connected && child.send(word)),
    stop: () => stop('SIGTERM'),
    stopped: asked.signal,
    ended: new Promise((resolve) => {
      child.once('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)));
    }),
  };
}

/**
 * npm hands signals on, but SIGKILL it cannot: then this process gets another parent.
 * @param {() => void} stop
 */
export function endWithStarter(stop) {
  if (process.connected) process.once('disconnect', stop);
  if (!process.env.npm_lifecycle_event) return;
  const starter = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === starter) return;
    clearInterval(watch);
    stop();
  }, 500);
  watch.unref();
}
