import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { syncQueues } from '#engine/operations';
import { freePort } from '../../../scripts/lib/ports.mjs';
import { registry } from '../../../workflows/registry';
import { openBenchDatabase } from '../database';
import { median } from '../engine/rate';
import { cpuOf, end, run } from '../http/processes';
import { productionSettings } from '../production-settings';

const rounds = 5;
const settles = 2_000;

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;

/** How long a web process takes to its first page, what that costs, and what web and worker hold in memory then. */
export async function benchStart(): Promise<void> {
  const database = await openBenchDatabase({});
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'clinic-bench-data-'));
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  try {
    await syncQueues({ pool }, registry);
    const port = await freePort();
    const compiled = path.join(dataDir, 'compiled');
    const env = {
      ...productionSettings({ dataDir, port, mailPort: 9 }),
      DATABASE_URL: database.url,
      NODE_COMPILE_CACHE: compiled,
    };
    console.log('\nprocess  to the first page  CPU by then  memory (medians of five; ms, ms, MB)');
    const web = await inRounds(() => startWeb(env, port));
    console.log(`web      ${web.map((figure) => figure.toFixed(0).padStart(12)).join(' ')}`);
    const worker = await inRounds(() => startWorker(env));
    console.log(`worker   ${worker.map((figure) => figure.toFixed(0).padStart(12)).join(' ')}`);
  } finally {
    await pool.end();
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

type Figures = readonly number[];

/** Medians of each figure; the first round fills Node's cache of compiled code and does not count. */
async function inRounds(measure: () => Promise<Figures>): Promise<Figures> {
  await measure();
  const seen: Figures[] = [];
  for (let round = 0; round < rounds; round += 1) seen.push(await measure());
  return seen[0]!.map((_, at) => median(seen.map((figures) => figures[at]!)));
}

async function startWeb(env: NodeJS.ProcessEnv, port: number): Promise<Figures> {
  const began = performance.now();
  const child = run('server', ['build/server/web.js'], env);
  const isThere = () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      ({ status }) => status === 200,
      () => false,
    );
  while (!(await isThere())) await pause(10);
  const took = performance.now() - began;
  const cpu = cpuOf(child.pid!);
  await pause(settles);
  const memory = residentMb(child.pid!);
  await end(child);
  return [took, cpu, memory];
}

async function startWorker(env: NodeJS.ProcessEnv): Promise<Figures> {
  const child = run('server', ['build/server/worker.js'], env);
  await pause(2 * settles);
  const figures = [NaN, cpuOf(child.pid!), residentMb(child.pid!)];
  await end(child);
  return figures;
}
