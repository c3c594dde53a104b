import { spawn } from 'node:child_process';
import { root } from './host.mjs';
import { sleep, until } from './processes.mjs';

/**
 * @typedef {object} ChildOptions
 * @property {string} name
 * @property {string} node
 * @property {string[]} args
 * @property {Record<string, string | undefined>} env
 * @property {(name: string, line: string) => void} onLine
 * @property {(name: string, pid: number) => void} onStart
 * @property {(name: string, message: string, failures: number) => void} onCrash `failures`: how often in a row it
 *   ended by itself soon after its start; being killed is not its fault and does not count
 */

/** A process that lived longer than this was fine until then. */
const soundAfterMs = 5_000;

/**
 * A process that is started again when it ends by itself, later each time it fails soon.
 * @param {ChildOptions} options
 */
export function keepRunning(options) {
  let stopping = false;
  let deaths = 0;
  let failures = 0;
  let wanted = false;
  /** @type {import('node:child_process').ChildProcess} */
  let child;

  async function run() {
    while (!stopping) {
      const began = Date.now();
      child = start(options);
      options.onStart(options.name, child.pid ?? 0);
      const how = await new Promise((resolve) => {
        child.once('error', (error) => resolve(error.message));
        child.once('exit', (code, signal) => resolve(signal ?? `exit ${code}`));
      });
      if (stopping) return;
      if (wanted) {
        wanted = false;
        continue;
      }
      const wasSound = Date.now() - began > soundAfterMs;
      deaths = wasSound ? 1 : deaths + 1;
      failures = child.signalCode ? 0 : wasSound ? 1 : failures + 1;
      const wait = Math.min(10_000, 200 * 2 ** (deaths - 1));
      options.onCrash(options.name, `ended (${how}); starting again in ${wait} ms`, failures);
      await sleep(wait);
    }
  }

  const done = run();
  return {
    /** Ends it in order; it starts again at once. */
    restart() {
      wanted = true;
      child.kill('SIGTERM');
    },
    /** @param {number} ms how long it may take to end in order */
    async stop(ms) {
      stopping = true;
      const gone = () => child.exitCode !== null || child.signalCode !== null || !child.pid;
      if (!gone()) child.kill('SIGTERM');
      if (!(await until(gone, ms))) child.kill('SIGKILL');
      await Promise.race([done, sleep(500)]);
    },
  };
}

/** @param {ChildOptions} options */
function start({ name, node, args, env, onLine }) {
  const child = spawn(node, args, {
    cwd: root,
    env,
    // A session of its own: Ctrl-C reaches the supervisor, which ends its processes in order.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  for (const stream of [child.stdout, child.stderr])
    if (stream) eachLine(stream, (line) => onLine(name, line));
  return child;
}

/** @param {import('node:stream').Readable} stream @param {(line: string) => void} onLine */
export function eachLine(stream, onLine) {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(onLine);
  });
  stream.on('end', () => rest && onLine(rest));
}
