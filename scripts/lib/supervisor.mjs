import { announce, untilReady } from './announce.mjs';
import { keepRunning } from './children.mjs';
import { takeDataFolder } from './data-folder.mjs';
import { keepDatabase } from './keep-database.mjs';
import { ensurePortFree } from './ports.mjs';
import { readable } from './readable-log.mjs';
import { readSettings } from './read-settings.mjs';
import { runPrepare } from './run-prepare.mjs';
import { say } from './say.mjs';
import { secretsOf } from './secrets.mjs';

/** @import { Lock } from './lock.mjs' */
/** @import { Settings } from './read-settings.mjs' */

/**
 * One product as one process: its own PostgreSQL in demo mode, the web process and the worker.
 * @param {NodeJS.ProcessEnv} given
 */
export function createSupervisor(given) {
  /** @type {{ name: string, ms: number, stop: (ms: number) => Promise<void> }[]} in the order of stopping */
  const parts = [];
  const processes = new Map([['supervisor', process.pid]]);
  const preparing = new AbortController();
  /** @type {Lock | undefined} */
  let folder;
  /** @type {Promise<void> | undefined} */
  let stopping;
  const isStopping = () => stopping !== undefined;
  /** @param {string} name @param {string} line */
  const tell = (name, line) => say(readable(name, line));

  /** @param {number} code the exit code */
  const stop = (code) => (stopping ??= end(code));

  /** @param {number} code */
  async function end(code) {
    preparing.abort();
    for (const part of parts) {
      if (code === 0) tell('start', `stopping ${part.name}`);
      await part.stop(part.ms);
    }
    folder?.release();
    if (code === 0) tell('start', 'stopped');
    process.exit(code);
  }

  /** @param {string} name @param {number} pid */
  function note(name, pid) {
    processes.set(name, pid);
    folder?.update({ processes: Object.fromEntries(processes) });
  }

  /** @param {string} reason */
  function giveUp(reason) {
    if (isStopping()) return;
    process.stderr.write(`${reason}\n`);
    void stop(1);
  }

  /** @param {Settings} settings @returns {Promise<Record<string, string | undefined>>} the settings of the processes */
  async function demoEnvironment({ dataDir, env, publicUrl, port, host }) {
    folder = takeDataFolder(dataDir, publicUrl);
    await ensurePortFree({ port, host });
    const { POSTGRES_PASSWORD = '', ...secrets } = secretsOf(dataDir);
    const database = await keepDatabase({
      dataDir,
      password: POSTGRES_PASSWORD,
      onLog: (line) => tell('postgres', line),
      onStart: (pid) => note('postgres', pid),
      onLost: giveUp,
    });
    parts.unshift({ name: 'postgres', ms: 4_000, stop: () => database.stop() });
    return { ...secrets, ...env, DEMO_DATABASE_URL: database.databaseUrl };
  }

  /** @param {string} name @param {Record<string, string | undefined>} env @param {number} ms */
  function keep(name, env, ms) {
    const child = keepRunning({
      name,
      node: process.execPath,
      args: ['--enable-source-maps', `build/${name}.js`],
      env,
      onLine: tell,
      onStart: note,
      onCrash: (_, message, failures) => {
        tell(name, message);
        if (failures === 5)
          giveUp(`The ${name} process ended five times in a row; its lines above say why.`);
      },
    });
    return { name, ms, stop: child.stop };
  }

  async function start() {
    const settings = await readSettings(given);
    if (settings.mode !== 'demo') await ensurePortFree(settings);
    const env = settings.mode === 'demo' ? await demoEnvironment(settings) : settings.env;
    if (isStopping()) return;
    await runPrepare(env, (line) => tell('prepare', line), preparing.signal);
    if (isStopping()) return;
    // Web first, database last: what is in flight ends before what it needs.
    parts.unshift(keep('web', env, 6_000), keep('worker', env, 4_000));
    if (await untilReady(settings, isStopping)) announce(settings);
    else if (!isStopping()) tell('start', 'not ready after a minute; the lines above may say why');
  }

  return { start, stop };
}
