import { randomInt, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { syncQueues } from '#platform/jobs';
import { ensureBuilt } from '../../scripts/lib/ensure-built.mjs';
import { freePort } from '../../scripts/lib/ports.mjs';
import { registry } from '../../workflows/registry';
import { openBenchDatabase } from '../database';
import { median } from '../engine/rate';
import { load, type Asked } from './load';
import { makePeople, type People } from './people';
import { productionSettings } from '../production-settings';
import { answers, cpuOf, cpuOfTree, end, pinning, pinOther, run } from './processes';

const rounds = 3;
const ms = 2_500;

/**
 * The first page, sending a request and a clinic's list over HTTP, as production runs them, next to an Express that does
 * one prepared statement for each and has the page in memory, in turns on the same machine and database. The worker runs
 * beside, as it would.
 */
export async function benchHttp(): Promise<void> {
  await ensureBuilt(process.execPath);
  const database = await openBenchDatabase({ shared_preload_libraries: 'pg_stat_statements' });
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'clinic-bench-data-'));
  const mails = new SMTPServer({
    authOptional: true,
    onData: (stream, _, done) => stream.resume().once('end', done),
  });
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  const children: ReturnType<typeof run>[] = [];
  try {
    await pool.query('create extension pg_stat_statements');
    for (const role of ['web', 'worker'])
      await pool.query(`create role ${role} superuser login password 'bench'`);
    await syncQueues({ pool }, registry);
    const people = await makePeople(pool, 6_000);
    const [port, barePort, mailPort] = [await freePort(), await freePort(), await freePort()];
    mails.listen(mailPort, '127.0.0.1');
    const env = productionSettings({ dataDir, port, mailPort });
    const as = (role: string) => ({ ...env, DATABASE_URL: urlOf(database.url, role) });
    const web = run('server', ['build/server/web.js'], as('web'));
    const worker = run('other', ['build/server/worker.js'], as('worker'));
    children.push(web, worker);
    await answers(`http://127.0.0.1:${port}/`);
    const page = path.join(dataDir, 'page.html');
    writeFileSync(page, await fetch(`http://127.0.0.1:${port}/`).then((answer) => answer.text()));
    const bareArgs = ['bench/http/bare-server.ts', `${barePort}`, database.url, page];
    children.push(run('server', ['--import', 'tsx', ...bareArgs], env));
    pinOther(database.pid);
    pinOther(process.pid);
    await answers(`http://127.0.0.1:${barePort}/`);
    const pids = { web: web.pid!, worker: worker.pid!, postgres: database.pid };
    await measure(pool, { people, port, barePort, pids });
  } finally {
    for (const child of children) await end(child);
    await pool.end();
    mails.close();
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** A role for each process, so that the server counts their statements apart. */
function urlOf(url: string, role: string): string {
  const own = new URL(url);
  own.username = role;
  return own.toString();
}

interface Running {
  readonly people: People;
  readonly port: number;
  readonly barePort: number;
  readonly pids: Record<'web' | 'worker' | 'postgres', number>;
}

async function measure(pool: pg.Pool, running: Running): Promise<void> {
  const { port, barePort } = running;
  console.log(`${os.cpus().length} cores, ${pinning}; statements and CPU in ms per request`);
  console.log(
    'call       at once   bare/s   ours/s  ratio  web sends  worker sends  web CPU  worker CPU  postgres CPU',
  );
  for (const { name, status, next } of callsOf(running)) {
    const turn = (at: number, loops: number, long = ms) =>
      load(at, { loops, ms: long, status }, next);
    for (const at of [port, barePort]) await turn(at, 4, 1_500);
    for (const loops of [1, 8, 32]) {
      const seen = { bare: [] as number[], ours: [] as number[] };
      const spent = spending(pool, running.pids);
      for (let round = 0; round < rounds; round += 1) {
        seen.bare.push((await turn(barePort, loops)).perSecond);
        await spent.during(async () => {
          const { perSecond, done } = await turn(port, loops);
          seen.ours.push(perSecond);
          return done;
        });
      }
      const [bare, ours] = [median(seen.bare), median(seen.ours)];
      const cells = [
        loops,
        bare.toFixed(0),
        ours.toFixed(0),
        (ours / bare).toFixed(3),
        ...spent.perRequest(),
      ];
      const widths = [9, 8, 8, 6, 10, 13, 8, 11, 13];
      console.log(
        name.padEnd(10),
        cells.map((cell, n) => String(cell).padStart(widths[n]!)).join(' '),
      );
    }
  }
}

function callsOf({ people, port }: Running) {
  let turn = 0;
  const common = () => ({
    'X-Forwarded-For': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
    Origin: `http://127.0.0.1:${port}`,
  });
  const send = (): Asked => {
    const { cookie, phone } = people.patients[(turn = (turn + 1) % people.patients.length)]!;
    const headers = { ...common(), Cookie: cookie, 'Content-Type': 'application/json' };
    const body = JSON.stringify({
      phoneNumber: phone,
      treatment: 'dental',
      subTreatment: 'Root Canal',
      bodyArea: 'mouth',
      description: 'It hurts at night.',
      photos: [],
      locations: ['Istanbul'],
      budget: '1000-5000',
      timeline: 'asap',
    });
    return {
      method: 'POST',
      path: '/api/leads',
      headers: {
        ...headers,
        'Idempotency-Key': randomUUID(),
        'Content-Length': String(body.length),
      },
      body,
    };
  };
  const list = (): Asked => ({
    method: 'GET',
    path: '/api/clinic/leads',
    headers: { ...common(), Cookie: people.clinic },
  });
  const page =
    (more: Record<string, string> = {}) =>
    (): Asked => ({
      method: 'GET',
      path: '/',
      headers: { ...common(), 'Accept-Encoding': 'br', ...more },
    });
  const [patient] = people.patients;
  return [
    { name: 'visitor', status: 200, next: page() },
    // A cookie of nobody's: the same page, rendered.
    { name: 'rendered', status: 200, next: page({ Cookie: 'x=1' }) },
    { name: 'signed in', status: 200, next: page({ Cookie: patient!.cookie }) },
    { name: 'send', status: 201, next: send },
    { name: 'list', status: 200, next: list },
  ];
}

const spendings = ['webSends', 'workerSends', 'web', 'worker', 'postgres'] as const;
type Spending = Record<(typeof spendings)[number], number>;

/** What our side costs a request: statements and CPU time of each process. */
function spending(pool: pg.Pool, pids: Running['pids']) {
  const total: Spending = { webSends: 0, workerSends: 0, web: 0, worker: 0, postgres: 0 };
  let requests = 0;
  const now = async (): Promise<Spending> => {
    const { rows } = await pool.query<{ web: number; worker: number }>(sends);
    return {
      webSends: rows[0]!.web,
      workerSends: rows[0]!.worker,
      web: cpuOf(pids.web),
      worker: cpuOf(pids.worker),
      postgres: cpuOfTree(pids.postgres),
    };
  };
  return {
    during: async (work: () => Promise<number>) => {
      const before = await now();
      requests += await work();
      const after = await now();
      for (const key of spendings) total[key] += after[key] - before[key];
    },
    perRequest: () => spendings.map((key) => (total[key] / requests).toFixed(1)),
  };
}

const sends = `
  select coalesce(sum(calls) filter (where rolname = 'web'), 0)::float8 as web,
    coalesce(sum(calls) filter (where rolname = 'worker'), 0)::float8 as worker
  from pg_stat_statements s join pg_roles r on r.oid = s.userid`;
