import { announce, untilReady, webAddress } from './announce.mjs';
import { keepRunning } from './children.mjs';
import { takeDataFolder, takePort } from './data-folder.mjs';
import { keepDatabase } from './keep-database.mjs';
import { ensurePortFree } from './ports.mjs';
import { bornAt } from './processes.mjs';
import { readable } from './readable-log.mjs';
import { watchBuilds } from './rebuild.mjs';
import { readSettings } from './read-settings.mjs';
import { runPrepare } from './run-prepare.mjs';
import { say } from './say.mjs';
import { secretsOf } from './secrets.mjs';

/** @import { Lock } from './lock.mjs' */
/** @import { Settings } from './read-settings.mjs' */

/**
 * One product as one process: its own PostgreSQL in demo mode, the web process and the worker.
 * @param {NodeJS.ProcessEnv} given
 * @param {{ development?: boolean, whenBuilt?: Promise<unknown> }} [options] development: the app from its sources, rebuilt
 *   on change; whenBuilt: web and worker wait for it, the database does not
 */
export function createSupervisor(given, { development = false, whenBuilt } = {}) {
  /** @typedef {{ name: string, stop: (ms: number) => Promise<void> }} Part */
  /** @type {Part[]} what works with the database */
  const parts = [];
  /** @type {Part | undefined} */
  let postgres;
  let stopTimes = { process: 0, whole: 0 };
  /** @type {string[]} */
  let courierSettings = [];
  const processes = new Map([['supervisor', process.pid]]);
  const births = new Map();
  const preparing = new AbortController();
  /** @type {Lock | undefined} */
  let folder;
  /** @type {Promise<void> | undefined} */
  let stopping;
  const isStopping = () => stopping !== undefined;
  /** @param {string} name @param {string} line */
  const report = (name, line) => say(readable(name, line));

  /** @param {number} code the exit code */
  const stop = (code) => (stopping ??= end(code));

  /** @param {number} code */
  async function end(code) {
    preparing.abort();
    const began = Date.now();
    /** @param {Part} part @param {number} ms */
    const stopPart = (part, ms) => {
      if (code === 0) report('start', `stopping ${part.name}`);
      return part.stop(ms);
    };
    await Promise.all(parts.map((part) => stopPart(part, stopTimes.process)));
    // Last: what is in flight ends before what it needs.
    if (postgres) await stopPart(postgres, began + stopTimes.whole - Date.now());
    folder?.release();
    if (code === 0) report('start', 'stopped');
    process.exit(code);
  }

  /** @param {string} name @param {number} pid */
  function note(name, pid) {
    processes.set(name, pid);
    births.set(name, bornAt(pid));
    folder?.update({
      processes: Object.fromEntries(processes),
      births: Object.fromEntries(births),
    });
  }

  /** @param {string} reason */
  function giveUp(reason) {
    if (isStopping()) return;
    process.stderr.write(`${reason}\n`);
    void stop(1);
  }

  /** @param {Settings} settings @returns {Promise<Record<string, string | undefined>>} the settings of the processes */
  async function demoEnvironment(settings) {
    const { dataDir, env } = settings;
    folder = await takeDataFolder(settings);
    await ensurePortFree(settings);
    const { POSTGRES_PASSWORD = '', COURIER_PASSWORD = '', ...secrets } = secretsOf(dataDir);
    const database = await keepDatabase({
      dataDir,
      password: POSTGRES_PASSWORD,
      onLog: (line) => report('postgres', line),
      onStart: (pid) => note('postgres', pid),
      onLost: giveUp,
    });
    postgres = { name: 'postgres', stop: database.stop };
    const courier = { username: 'clinic_courier', password: COURIER_PASSWORD };
    const { href } = Object.assign(new URL(database.databaseUrl), courier);
    return {
      ...secrets,
      COURIER_DATABASE_URL: href,
      ...env,
      DEMO_DATABASE_URL: database.databaseUrl,
    };
  }

  /** @param {Record<string, string | undefined>} env */
  const childOptions = (env) => ({
    env,
    onLine: report,
    onStart: note,
    /** @param {string} name @param {string} message @param {number} failures */
    onCrash: (name, message, failures) => {
      report(name, message);
      if (failures === 5) {
        giveUp(`The ${name} process ended five times in a row; its lines above say why.`);
      }
    },
  });

  /** @param {Record<string, string | undefined>} env */
  function keepProcesses(env) {
    const args = development ? ['--development'] : [];
    // How the courier gets in, and what it signs with, is no business of the others.
    const { COURIER_DATABASE_URL: asCourier, PUSH_PRIVATE_KEY: _of, ...others } = env;
    const options = { ...childOptions(others), node: process.execPath };
    // The built code reads well without maps, which cost each process a hundred megabytes and more.
    const flags = development ? ['--enable-source-maps'] : [];
    const web = keepRunning({
      ...options,
      name: 'web',
      args: [...flags, 'build/server/web.js', ...args],
    });
    const worker = keepRunning({
      ...options,
      name: 'worker',
      args: [...flags, 'build/server/worker.js'],
    });
    parts.push({ name: 'web', stop: web.stop }, { name: 'worker', stop: worker.stop });
    const courier = asCourier ? keepCourier(env, flags) : null;
    if (!development) return;
    const builder = watchBuilds(childOptions(others), (name) =>
      (name === 'web' ? web : name === 'worker' ? worker : courier)?.restart(),
    );
    parts.unshift({ name: 'build', stop: builder.stop });
  }

  /**
   * The one that dials whom customers name is given no secret of the others: its own settings, and what Node reads.
   * @param {Record<string, string | undefined>} env @param {string[]} flags
   */
  function keepCourier(env, flags) {
    const known = [...courierSettings, 'NODE_ENV', 'NODE_COMPILE_CACHE', 'NODE_EXTRA_CA_CERTS'];
    const own = Object.fromEntries(
      [...known, 'PATH', 'TZ', 'SSL_CERT_FILE'].map((name) => [name, env[name]]),
    );
    const courier = keepRunning({
      ...childOptions(own),
      // Without it webhooks wait; that is no reason to end everything else.
      onCrash: report,
      node: process.execPath,
      name: 'courier',
      args: [...flags, 'build/server/courier.js'],
    });
    parts.push({ name: 'courier', stop: courier.stop });
    return courier;
  }

  async function start() {
    const settings = await readSettings(given);
    stopTimes = settings.stopTimes;
    courierSettings = settings.courierSettings;
    settings.dialOnly(webAddress(settings), (to) => report('start', `egress.refused to=${to}`));
    if (settings.mode !== 'demo') {
      folder = await takePort(settings);
      await ensurePortFree(settings);
    }
    const env = settings.mode === 'demo' ? await demoEnvironment(settings) : settings.env;
    if (isStopping()) return;
    await runPrepare(env, (line) => report('prepare', line), preparing.signal);
    await whenBuilt;
    if (isStopping()) return;
    keepProcesses(env);
    if (await untilReady(settings, isStopping)) announce(settings);
    else if (!isStopping())
      report('start', 'not ready after a minute; the lines above may say why');
  }

  return { start, stop };
}
