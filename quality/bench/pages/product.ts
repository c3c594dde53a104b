import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../../../scripts/lib/ports.mjs';
import { end } from '../http/processes';
import { benchLighthouse } from './lighthouse';

const settles = 5_000;
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** `npm start` with its demo: how long the second one takes to be ready, what it holds in memory then, and Lighthouse. */
export async function benchProduct(): Promise<void> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'clinic-bench-demo-'));
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: undefined };
  try {
    const first = await start(env, port);
    await end(first.child);
    const second = await start(env, port);
    console.log(`\nnpm start until it is ready: ${seconds(first.took)} with a new demo,`);
    console.log(`  ${seconds(second.took)} for the second time (goal 4 s)`);
    await pause(settles);
    printMemory(second.child.pid!);
    await benchLighthouse(`http://localhost:${port}`);
    await end(second.child);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

async function start(
  env: NodeJS.ProcessEnv,
  port: number,
): Promise<{ child: ChildProcess; took: number }> {
  const began = performance.now();
  const child = spawn(process.execPath, ['scripts/start.mjs'], { env, stdio: 'ignore' });
  const isReady = () =>
    fetch(`http://localhost:${port}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`);
    await pause(50);
  }
  return { child, took: performance.now() - began };
}

const kinds = [
  ['web', /build\/server\/web\.js/],
  ['worker', /build\/server\/worker\.js/],
  ['supervisor', /scripts\/supervise\.mjs/],
  ['starter', /scripts\/start\.mjs/],
] as const;

/**
 * Resident memory, and each process's share of it: pages of Node's own program that all of them have mapped are counted
 * in full by the first figure, and once in all by the second.
 */
function printMemory(starter: number): void {
  if (!existsSync('/proc')) return console.log('\nMemory: this system does not tell.');
  console.log('\nprocess      resident MB   share MB');
  const total = { resident: 0, share: 0 };
  for (const { name, pid } of processesOf(starter)) {
    const [resident, share] = [kbOf(pid, 'Rss'), kbOf(pid, 'Pss')];
    if (name !== 'starter') {
      total.resident += resident;
      total.share += share;
    }
    console.log(`${name.padEnd(12)} ${mb(resident)} ${mb(share)}`);
  }
  console.log(
    `${'without the starter'.padEnd(12)} ${mb(total.resident).slice(7)} ${mb(total.share)}`,
  );
}

const mb = (kb: number): string => (kb / 1_024).toFixed(0).padStart(11);

function processesOf(starter: number): { name: string; pid: number }[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  const parentOf = (pid: number): number => {
    const stat = read(`/proc/${pid}/stat`);
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0);
  };
  const isOurs = (pid: number): boolean => pid === starter || (pid > 1 && isOurs(parentOf(pid)));
  return all.filter(isOurs).flatMap((pid) => {
    const words = read(`/proc/${pid}/cmdline`).split('\0').join(' ');
    const kind = kinds.find(([, pattern]) => pattern.test(words));
    return kind ? [{ name: kind[0], pid }] : [];
  });
}

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

const kbOf = (pid: number, what: string): number =>
  Number(new RegExp(`^${what}:\\s+(\\d+)`, 'm').exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);
