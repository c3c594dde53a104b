import { spawn } from 'node:child_process';
import { projectEnv, root } from './host.mjs';

/**
 * Runs `file` under another Node as if it were this process: same output, signals handed on, same exit
 * code. The channel between both closes when this one dies, which the other takes as the order to stop.
 * @param {string} node @param {string} file @param {string[]} args
 * @returns {Promise<never>}
 */
export function relay(node, file, args) {
  const child = spawn(node, [file, ...args], {
    cwd: root,
    env: projectEnv(),
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // Ctrl-C reaches this process, which hands it on: once, not twice.
    detached: true,
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal));
  }
  endWithStarter(() => child.kill('SIGTERM'));
  return new Promise(() => {
    child.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
  });
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
