import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { ensureBuilt } from '../../../scripts/lib/ensure-built.mjs';
import { freePort } from '../../../scripts/lib/ports.mjs';
import { openBenchDatabase } from '../database';
import { median } from '../engine/rate';
import { productionSettings } from '../production-settings';
import { callsOf, offeringCalls, type MeasuredCall } from './calls';
import { load } from './load';
import { makeOffering, type Offering } from './offering';
import type { People } from './people';
import { prepare, urlOf } from './prepare';
import { answers, end, pinning, pinOther, run } from './processes';
import { dearest, spending, type Pids } from './spending';

/** Remix's own server, as `npx remix-serve` starts it. */
const remixServe = 'node_modules/@remix-run/serve/dist/cli.js';
const rounds = 3;
const ms = 2_000;
/** Of so many patients one more request is open, for offers. */
const withRequests = 1_000;

/**
 * The first page, sending a request, a clinic's list, sending an offer, opening the comparison and a message over HTTP, as production runs them, next to an Express that does
 * one prepared statement for each and has the page in memory, and next to a Remix that renders the same page and nothing
 * else; in turns on the same machine and database. The worker runs beside, as it would. Arguments: names of calls, all by
 * default; `--statements` adds what each call's dearest statements took.
 */
export async function benchHttp(names: string[] = []): Promise<void> {
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
    const people = await prepare(pool, database.url, 6_000);
    const offering = await makeOffering(pool, database.url, people.patients.slice(0, withRequests));
    const [port, mailPort] = [await freePort(), await freePort()];
    mails.listen(mailPort, '127.0.0.1');
    const env = productionSettings({ dataDir, port, mailPort });
    const as = (role: string) => ({ ...env, DATABASE_URL: urlOf(database.url, role) });
    const web = run('server', ['build/server/web.js'], as('web'));
    const worker = run('other', ['build/server/worker.js'], as('worker'));
    children.push(web, worker);
    await answers(`http://127.0.0.1:${port}/`);
    const ports = { ours: port, bare: await freePort(), remix: await freePort() };
    const [visitors, signedIn] = await keepPages(dataDir, { port, people });
    const bare = ['quality/bench/http/bare-server.ts', `${ports.bare}`, database.url, visitors!];
    const remix = [remixServe, 'quality/bench/http/bare-remix.ts', visitors!, signedIn!];
    children.push(run('server', ['--import', 'tsx', ...bare], env));
    const served = { ...env, HOST: '127.0.0.1', PORT: `${ports.remix}` };
    children.push(run('server', ['--import', 'tsx', ...remix], served));
    pinOther(database.pid);
    pinOther(process.pid);
    for (const each of [ports.bare, ports.remix]) await answers(`http://127.0.0.1:${each}/`);
    const pids = { web: web.pid!, worker: worker.pid!, postgres: database.pid };
    await untilWorked(pool);
    await measure(pool, { people, offering, ports, pids }, names);
  } finally {
    for (const child of children) await end(child);
    await pool.end();
    mails.close();
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** What making people and requests left to do would be counted as part of the first calls. */
async function untilWorked(pool: pg.Pool): Promise<void> {
  const due = `select count(*)::int as n from pgboss.job where state < 'completed' and start_after <= now()`;
  for (let look = 0; look < 300; look += 1) {
    const { rows } = await pool.query<{ n: number }>(due);
    if (rows[0]!.n === 0) return;
    await sleep(1_000);
  }
  throw new Error('the worker does not come to an end');
}

/** The first page as a visitor gets it and as a patient does, each in a file. */
async function keepPages(
  folder: string,
  { port, people }: { port: number; people: People },
): Promise<string[]> {
  const files: string[] = [];
  const asked: Record<string, string>[] = [{}, { Cookie: people.patients[0]!.cookie }];
  for (const headers of asked) {
    const answer = await fetch(`http://127.0.0.1:${port}/`, { headers });
    const file = path.join(folder, `page-${files.length}.html`);
    writeFileSync(file, await answer.text());
    files.push(file);
  }
  return files;
}

interface Running {
  readonly people: People;
  readonly offering: Offering;
  readonly ports: Readonly<Record<'ours' | 'bare' | 'remix', number>>;
  readonly pids: Pids;
}

const widths = [9, 8, 8, 6, 8, 6, 10, 13, 8, 11, 13];

async function measure(pool: pg.Pool, running: Running, names: string[]): Promise<void> {
  const tells = names.includes('--statements');
  const asked = names.filter((name) => name !== '--statements');
  const asking = { ...running, port: running.ports.ours };
  const all = [...callsOf(asking), ...offeringCalls(asking)];

  console.log(`${os.cpus().length} cores, ${pinning}; statements and CPU in ms per request`);
  console.log(
    'call       at once   ours/s   bare/s  ratio  Remix/s  ratio  web sends  worker sends  web CPU  worker CPU  postgres CPU',
  );
  for (const call of all.filter(({ name }) => asked.length === 0 || asked.includes(name))) {
    await pool.query('select pg_stat_statements_reset()');
    const sides = call.page ? (['bare', 'remix', 'ours'] as const) : (['bare', 'ours'] as const);
    for (const side of sides) await turn(running, call, { side, loops: 4, long: 1_500 });
    for (const loops of [1, 8, 32]) {
      const cells = [loops, ...(await measureAt(pool, running, { call, sides, loops }))];
      console.log(
        call.name.padEnd(10),
        cells.map((cell, n) => String(cell).padStart(widths[n]!)).join(' '),
      );
    }
    if (tells) (await dearest(pool)).forEach((line) => console.log(line));
  }
}

type Side = keyof Running['ports'];

const turn = (
  { ports }: Running,
  { status, next, ofBare = next }: MeasuredCall,
  { side, loops, long = ms }: { side: Side; loops: number; long?: number },
) =>
  load(
    ports[side],
    { loops, ms: long, status: side === 'remix' ? 200 : status },
    side === 'bare' ? ofBare : next,
  );

async function measureAt(
  pool: pg.Pool,
  running: Running,
  { call, sides, loops }: { call: MeasuredCall; sides: readonly Side[]; loops: number },
): Promise<string[]> {
  const seen = { ours: [] as number[], bare: [] as number[], remix: [] as number[] };
  const spent = spending(pool, running.pids);
  for (let round = 0; round < rounds; round += 1)
    for (const side of sides) {
      const work = async () => {
        const { perSecond, done } = await turn(running, call, { side, loops });
        seen[side].push(perSecond);
        return done;
      };
      await (side === 'ours' ? spent.during(work) : work());
    }
  const ours = median(seen.ours);
  const beside = (numbers: readonly number[]) =>
    numbers.length === 0
      ? ['–', '–']
      : [median(numbers).toFixed(0), (ours / median(numbers)).toFixed(3)];
  return [ours.toFixed(0), ...beside(seen.bare), ...beside(seen.remix), ...spent.perRequest()];
}
