import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { spawn, type ChildProcess } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { parseEnv } from '#platform/config/env';
import { prepare, urlOf } from '../../bench/http/prepare';
import { answers, end } from '../../bench/http/processes';
import type { People } from '../../bench/http/people';
import { productionSettings } from '../../bench/production-settings';
import { ensureBuilt } from '../../../scripts/lib/ensure-built.mjs';
import { freePort } from '../../../scripts/lib/ports.mjs';
import { startCluster } from '../../../scripts/lib/postgres/cluster.mjs';
import { clusterFolder } from '../../../scripts/lib/postgres/place.mjs';
import { migrateOn } from '../../../scripts/prepare';
import { startGateway } from '../../../tests/e2e/kit/production';
import { registry } from '../../../workflows/registry';
import { takeMails } from './mails';

/** A web process and a worker of the build, in production's settings. */
export interface Running {
  readonly port: number;
  readonly web: ChildProcess & { pid: number };
  readonly worker: ChildProcess & { pid: number };
  /** A number that one of them tells its operator; the sum over all labels that fit. */
  tells(from: 'web' | 'worker', name: string, labels?: string): Promise<number>;
  stop(): Promise<void>;
}

/** One process of the build. */
export interface Process {
  readonly role: 'web' | 'worker';
  /** People's, of a web process. */
  readonly port: number;
  /** The operator's. */
  readonly opsPort: number;
  /** Of the database, or of a wire in front of it. */
  readonly databasePort: number;
  /** How people call the site, where that is not the process itself. */
  readonly site?: string;
}

export interface Stage {
  readonly people: People;
  readonly database: pg.Pool;
  readonly databasePort: number;
  /** As an operator's commands read it. */
  readonly env: Readonly<Record<string, string>>;
  /** Where the processes' logs lie. */
  readonly folder: string;
  readonly gateway: Awaited<ReturnType<typeof startGateway>>;
  /** How many mails the mail server took. */
  mails(): number;
  /** Starts both; `databasePort` is that of a wire in front of the database. */
  start(databasePort?: number): Promise<Running>;
  /** Starts one of them, which may not be ready yet; whoever starts it ends it. */
  run(process: Process): Started;
  /** Stops the database server, kills it, and starts it again where it was. */
  readonly server: { stop(): Promise<void>; crash(): Promise<void>; start(): Promise<void> };
  close(): Promise<void>;
}

export type Started = ChildProcess & { pid: number };

export interface StageOptions {
  /** 0: nobody, and no requests. */
  readonly patients?: number;
  /** The folder with the `build` that runs; this one's, built where it is stale. */
  readonly root?: string;
  /** More settings: of a mail server and a gateway of the trial's own. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Folder that the database lies in; one that is removed with the rest by default. */
  readonly databaseIn?: string;
}

/** What surrounds a production on this machine: a database with people in it, a gateway for messages, a mail server. */
export async function openStage({
  patients = 1_000,
  root = process.cwd(),
  settings,
  databaseIn,
}: StageOptions = {}): Promise<Stage> {
  await ensureBuilt(process.execPath);
  console.log(`${os.cpus().length} cores, load ${os.loadavg()[0]!.toFixed(1)}`);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'clinic-trial-'));
  const dataDir = path.join(folder, 'data');
  mkdirSync(dataDir);
  const options = {
    dataDir: clusterFolder(databaseIn ?? folder),
    password: 'bench',
    settings: { shared_preload_libraries: 'pg_stat_statements', shared_buffers: '256MB' },
  };
  let cluster = await startCluster(options);
  const { port: databasePort } = cluster;
  const admin = new pg.Client(cluster.url('postgres'));
  await admin.connect();
  await admin.query('create database trial');
  await admin.end();
  const url = cluster.url('trial');
  const mailServer = await takeMails();
  const gateway = await startGateway();
  const common = {
    ...productionSettings({ dataDir, port: 0, mailPort: mailServer.port }),
    SMS_WEBHOOK_URL: gateway.url,
    ...settings,
  };
  const through = (port: number) => Object.assign(new URL(url), { port: String(port) }).href;
  const run = (one: Process) =>
    startProcess(common, { ...one, url: through(one.databasePort), folder, root });
  await migrateOn(parseEnv({ ...common, DATABASE_URL: url }), registry);
  const database = new pg.Pool({ connectionString: url, max: 4 });
  database.on('error', () => undefined);
  const people = await prepare(database, url, patients);
  const running: Running[] = [];
  return {
    people,
    database,
    databasePort,
    gateway,
    mails: mailServer.taken,
    env: { ...common, PATH: process.env.PATH!, DATABASE_URL: url },
    folder,
    run,
    start: async (port = databasePort) => {
      const started = await startBoth(run, port);
      running.push(started);
      return started;
    },
    server: {
      stop: () => cluster.stop(20_000),
      crash: async () => {
        process.kill(cluster.pid, 'SIGQUIT');
        await cluster.exited;
      },
      start: async () => void (cluster = await startCluster({ ...options, port: databasePort })),
    },
    close: async () => {
      for (const each of running) await each.stop();
      await database.end();
      gateway.close();
      mailServer.close();
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function startProcess(
  common: ReturnType<typeof productionSettings>,
  one: Process & { url: string; folder: string; root: string },
): Started {
  const { role, port, opsPort, url, folder, root, site } = one;
  const log = openSync(path.join(folder, `${role}.log`), 'a');
  const env = {
    ...common,
    ...(role === 'web' ? { PORT: String(port), OPS_PORT: String(opsPort) } : {}),
    ...(role === 'worker' ? { WORKER_OPS_PORT: String(opsPort) } : {}),
    PUBLIC_URL: site ?? `http://127.0.0.1:${port}`,
    LOG_LEVEL: 'warn',
    DATABASE_URL: urlOf(url, role),
  };
  return spawn(process.execPath, [`build/server/${role}.js`], {
    cwd: root,
    env,
    stdio: ['ignore', log, log],
  }) as Started;
}

async function startBoth(run: Stage['run'], databasePort: number): Promise<Running> {
  const [port, opsPort, workerPort] = [await freePort(), await freePort(), await freePort()];
  const web = run({ role: 'web', port, opsPort, databasePort });
  const worker = run({ role: 'worker', port, opsPort: workerPort, databasePort });
  await answers(`http://127.0.0.1:${port}/`);
  await answers(`http://127.0.0.1:${workerPort}/healthz`);
  const ops = { web: opsPort, worker: workerPort };
  return {
    port,
    web,
    worker,
    tells: (from, name, labels = '') => told(ops[from], name, labels),
    stop: async () => {
      await end(web);
      await end(worker);
    },
  };
}

async function told(port: number, name: string, labels: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return text
    .split('\n')
    .filter((line) => line.startsWith(name) && /^[ {]/.test(line.slice(name.length)))
    .filter((line) => line.includes(labels))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}

/** Memory of a process at this moment, in megabytes; NaN once it is gone or where the system does not tell. */
export function memoryOf({ pid }: { pid: number }): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1_024;
  } catch {
    return NaN;
  }
}
