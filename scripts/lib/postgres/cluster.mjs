import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Refusal } from '../say.mjs';
import { freePort } from '../ports.mjs';
import { until } from '../processes.mjs';
import { binaries } from './binaries.mjs';
import { checkFolder, isCluster } from './folder.mjs';
import { stopLeftover } from './leftover.mjs';
import { ownerFor } from './owner.mjs';

/** @import { Owner } from './owner.mjs' */

/**
 * @typedef {object} Cluster
 * @property {number} port
 * @property {number} pid
 * @property {(database: string) => string} url
 * @property {(ms?: number) => Promise<void>} stop ends all connections, then the server; kills it after `ms`
 * @property {Promise<number | null>} exited the exit code, when it ends for whatever reason
 */

/**
 * @typedef {object} ClusterOptions
 * @property {string} dataDir absolute; need not exist
 * @property {string} password of the user `postgres`
 * @property {number | undefined} [port] a free one when not given
 * @property {Record<string, string>} [settings]
 * @property {(line: string) => void} [onLog] every line that the server writes
 * @property {{ bin: string, major: string }} [server] another PostgreSQL than the one that this product brings
 */

/** Ends the server when the pipe from its starter closes, which the kernel does even after SIGKILL. */
const untilStarterDies = `
exec 3<&0 </dev/null
( ( read _ <&3; kill -INT $$ ) >/dev/null 2>&1 & )
exec "$@" 3<&-`;

/** @param {ClusterOptions} options @returns {Promise<Cluster>} */
export async function startCluster(options) {
  const { dataDir } = options;
  const owner = ownerFor(dataDir);
  const { bin, major } = options.server ?? binaries(owner);
  if (isCluster(dataDir)) checkFolder(dataDir, major);
  else await initialise(options, owner, { bin, major });
  await stopLeftover(dataDir);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await launch(options, owner, bin, options.port ?? (await freePort()));
    } catch (error) {
      if (attempt === 5 || !(error instanceof PortTaken)) throw error;
    }
  }
}

class PortTaken extends Error {}

/**
 * Fills a temporary folder beside the real one and renames it, so that a killed first start leaves none.
 * @param {ClusterOptions} options @param {Owner} owner @param {{ bin: string, major: string }} server
 */
async function initialise({ dataDir, password }, owner, { bin, major }) {
  if (fs.existsSync(dataDir) && fs.readdirSync(dataDir).length > 0) {
    throw new Refusal(
      `${dataDir} is not a PostgreSQL folder and not empty. Move it away, or use another DATA_DIR.`,
    );
  }
  const half = `${dataDir}.new`;
  fs.rmSync(half, { recursive: true, force: true });
  fs.mkdirSync(half, { mode: 0o700 });
  const secret = path.join(os.tmpdir(), `clinic-${randomBytes(8).toString('hex')}`);
  fs.writeFileSync(secret, password, { mode: 0o600, flag: 'wx' });
  try {
    if (owner) for (const file of [half, secret]) fs.chownSync(file, owner.uid, owner.gid);
    await run(path.join(bin, 'initdb'), initFlags(half, secret, Number(major)), owner);
  } finally {
    fs.rmSync(secret, { force: true });
  }
  fs.rmSync(dataDir, { recursive: true, force: true });
  fs.renameSync(half, dataDir);
}

/** @param {string} folder @param {string} passwordFile @param {number} major */
const initFlags = (folder, passwordFile, major) => [
  `--pgdata=${folder}`,
  `--pwfile=${passwordFile}`,
  '--username=postgres',
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  // The host's locales differ between machines; PostgreSQL's own, there is one since 17, does not.
  ...(major >= 17
    ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    : ['--locale=C.UTF-8']),
  '--no-instructions',
];

/** @param {string} file @param {string[]} args @param {Owner} owner */
function run(file, args, owner) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { ...owner, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
    let errors = '';
    child.stderr.on('data', (chunk) => (errors += chunk));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) return resolve(undefined);
      const line = errors.split('\n').find((text) => /error|fatal|could not/i.test(text)) ?? errors;
      reject(new Refusal(reasonIn(line) ?? `PostgreSQL could not be set up: ${line.trim()}`));
    });
  });
}

/** Whether the server says that it has no room. @param {string} line */
export const saysFull = (line) => /No space left on device/.test(line);

/** @param {string} line what the server says, in words that say what to do; null when it is nothing known */
function reasonIn(line) {
  if (saysFull(line)) return 'The disk is full. Make room and start again.';
  if (/error while loading shared libraries/.test(line)) {
    return `PostgreSQL cannot run here: ${line.trim()}`;
  }
  return null;
}

/**
 * @param {ClusterOptions} options @param {Owner} owner @param {string} bin @param {number} port
 * @returns {Promise<Cluster>}
 */
async function launch({ dataDir, password, settings = {}, onLog }, owner, bin, port) {
  const flags = Object.entries({ ...base, ...settings }).flatMap(([key, value]) => [
    '-c',
    `${key}=${value}`,
  ]);
  const command = [path.join(bin, 'postgres'), '-D', dataDir, '-p', String(port), ...flags];
  // A session of its own: Ctrl-C must reach the supervisor only, which stops this one last.
  const child = spawn('/bin/sh', ['-c', untilStarterDies, 'sh', ...command], {
    ...owner,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.stdin.on('error', () => undefined);
  void exited.then(() => child.stdin.destroy());
  await ready(child, onLog);
  return {
    port,
    pid: /** @type {number} */ (child.pid),
    url: (database) =>
      `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`,
    stop: (ms = 4_500) => stop(child, ms),
    exited: /** @type {Promise<number | null>} */ (exited),
  };
}

const base = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  max_connections: '100',
};

/** @param {import('node:child_process').ChildProcess} child @param {((line: string) => void) | undefined} onLog */
function ready(child, onLog) {
  return new Promise((resolve, reject) => {
    let rest = '';
    /** @type {string[]} */
    const faults = [];
    child.stderr?.on('data', (chunk) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        onLog?.(line);
        if (/FATAL|PANIC|ERROR|shared libraries/.test(line)) faults.push(line);
        if (line.includes('ready to accept connections')) resolve(undefined);
      }
    });
    child.once('error', reject);
    child.once('exit', () => reject(startFault(faults)));
  });
}

/** @param {string[]} faults */
function startFault(faults) {
  const text = faults.join(' ');
  if (/could not (bind|create any TCP)/.test(text)) return new PortTaken(text);
  const line = faults[0]?.replace(/^.*?(FATAL|PANIC|ERROR):\s*/, '') ?? 'it ended without a word';
  return new Refusal(reasonIn(text) ?? `PostgreSQL does not start on this data folder: ${line}`);
}

/** @param {import('node:child_process').ChildProcess} child @param {number} total */
async function stop(child, total) {
  const gone = () => child.exitCode !== null || child.signalCode !== null;
  for (const [signal, ms] of /** @type {const} */ ([
    ['SIGINT', total * 0.6],
    ['SIGQUIT', total * 0.25],
    ['SIGKILL', total * 0.15],
  ])) {
    if (gone()) return;
    child.kill(signal);
    if (await until(gone, ms)) return;
  }
}
