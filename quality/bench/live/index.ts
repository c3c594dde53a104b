import { type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { syncQueues } from '#engine/operations';
import { ensureBuilt } from '../../../scripts/lib/ensure-built.mjs';
import { freePort } from '../../../scripts/lib/ports.mjs';
import { registry } from '../../../workflows/registry';
import { openBenchDatabase } from '../database';
import { answers, end, pinning, pinOther, run, talk } from '../http/processes';
import { productionSettings } from '../production-settings';
import { kindsOfListeners } from './listeners';
import type { Command, Report } from './readers';

const rounds = 20;
/** The bench gives up on a message that has not reached everybody by then. */
const patience = 30_000;

/**
 * One web process as production runs it, with a stream for each of `streams` people (5,000): how long one message takes
 * to one of them and to all, what a stream costs, and what is asked of the database while nothing happens.
 * Arguments: how many, and `staff` or `clinic`.
 */
export async function benchLive([count = '5000', kind = 'clinic']: string[]): Promise<void> {
  const streams = Number(count);
  const make = kindsOfListeners[kind as keyof typeof kindsOfListeners];
  if (!make || !(streams > 0) || streams > 20_000) throw new Error('how many, and staff or clinic');
  requireFiles(streams + 500);
  await ensureBuilt(process.execPath);
  const database = await openBenchDatabase({ shared_preload_libraries: 'pg_stat_statements' });
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'clinic-bench-data-'));
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  const children: ChildProcess[] = [];
  try {
    await pool.query('create extension pg_stat_statements');
    await pool.query(`create role web superuser login password 'bench'`);
    await syncQueues({ pool }, registry);
    const listeners = await make(pool, streams);
    const port = await freePort();
    const own = new URL(database.url);
    own.username = 'web';
    const web = run('server', ['build/server/web.js'], {
      ...productionSettings({ dataDir, port, mailPort: 9 }),
      LOG_LEVEL: 'error',
      DATABASE_URL: own.toString(),
    });
    const readers = talk(['--import', 'tsx', 'quality/bench/live/readers.ts']);
    children.push(web, readers);
    for (const pid of [database.pid, process.pid]) pinOther(pid);
    await answers(`http://127.0.0.1:${port}/healthz`);
    await measure({ pool, port, web, readers, ...listeners });
  } finally {
    for (const child of children) await end(child);
    await pool.end();
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Node takes as many open files as the system lets it have; each stream is one, here and there. */
function requireFiles(needed: number): void {
  const limits = '/proc/self/limits';
  const hard =
    os.platform() === 'linux' && /open files\s+\d+\s+(\d+)/.exec(readFileSync(limits, 'utf8'));
  if (hard && Number(hard[1]) < needed)
    throw new Error(`needs ${needed} open files; the system allows ${hard[1]} (ulimit -Hn)`);
}

interface Running {
  readonly pool: pg.Pool;
  readonly port: number;
  readonly web: ChildProcess;
  readonly readers: ChildProcess;
  readonly cookies: readonly string[];
  readonly one: string;
  readonly all: string;
}

async function measure({ pool, port, web, readers, cookies, one, all }: Running): Promise<void> {
  const ask = (command: Command) =>
    new Promise<Report>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error('not everybody has heard')), patience * 4);
      readers.once('message', (told: Report) => {
        clearTimeout(late);
        resolve(told);
      });
      readers.send(command);
    });
  // The first ones warm what every stream shares.
  const warm = Math.min(200, Math.floor(cookies.length / 5));
  await ask({ open: cookies.slice(0, warm), port });
  await pause(2_000);
  const before = residentKilobytes(web.pid!);
  const began = performance.now();
  const opened = await ask({ open: cookies.slice(warm), port });
  const openingMs = performance.now() - began;
  if (!('opened' in opened) || opened.refused > 0)
    throw new Error(`of the streams ${JSON.stringify(opened)}`);
  await pause(5_000);
  const perStream = (residentKilobytes(web.pid!) - before) / opened.opened;
  const idle = await perSecond(pool, 20);
  console.log(`${os.cpus().length} cores, ${pinning}; ${cookies.length} streams`);
  console.log(`opened a second      ${((opened.opened * 1_000) / openingMs).toFixed(0)}`);
  console.log(`memory per stream    ${perStream.toFixed(1)} kB`);
  console.log(`statements, idle     ${idle.toFixed(2)} a second`);
  for (const [name, topic, expect] of [
    ['to one', one, 1],
    ['to all', all, cookies.length],
  ] as const) {
    const took: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const mark = randomUUID();
      const heard = ask({ mark, expect });
      await pause(200);
      const sentAt = Number(process.hrtime.bigint()) / 1e6;
      await say(pool, topic, mark);
      const told = await heard;
      if ('heard' in told) took.push(...told.heard.map((at) => at - sentAt));
    }
    took.sort((a, b) => a - b);
    const at = (share: number) => took[Math.min(took.length - 1, Math.floor(took.length * share))]!;
    console.log(
      `one message ${name}   p50 ${at(0.5).toFixed(0)} ms, p99 ${at(0.99).toFixed(0)} ms (${rounds} messages)`,
    );
  }
  const after = residentKilobytes(web.pid!);
  console.log(`memory afterwards    ${((after - before) / opened.opened).toFixed(1)} kB a stream`);
}

/** As `publishLive` writes it. */
const say = async (pool: pg.Pool, topic: string, mark: string): Promise<void> => {
  await pool.query(
    `with written as (
       insert into live.event (principal, type, data, at) values ($1, 'bench.said', $2, now()) returning principal)
     select pg_notify('live', principal) from written`,
    [topic, JSON.stringify({ mark })],
  );
};

async function perSecond(pool: pg.Pool, seconds: number): Promise<number> {
  const sent = async () => {
    const { rows } = await pool.query<{ n: number }>(
      `select coalesce(sum(calls), 0)::float8 as n
       from pg_stat_statements s join pg_roles r on r.oid = s.userid where rolname = 'web'`,
    );
    return rows[0]!.n;
  };
  const before = await sent();
  await pause(seconds * 1_000);
  return ((await sent()) - before) / seconds;
}

const residentKilobytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]);
