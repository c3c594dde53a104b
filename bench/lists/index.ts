import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { openBenchDatabase } from '../database';
import { median } from '../engine/rate';
import { clinicCases } from './clinics';
import { patientCases } from './patients';
import { seed } from './seed';
import { openSide, type ListCase, type Side } from './side';
import { staffCases } from './staff';

const few = 10_000;
const many = 1_000_000;
/** How much longer a list may take at `many` requests than at `few`. */
const goal = 1.5;
const rounds = 15;
/** Measured only a few times: it is clear already. */
const slow = 250;

/**
 * Every list of clinics, patients and staff at ten thousand requests and at a million, in turns on one server, by the
 * queries of the modules: how many times longer the middle of the runs takes. A word after `lists` picks cases by name.
 */
export async function benchLists(): Promise<void> {
  const database = await openBenchDatabase({ shared_buffers: '1GB', max_wal_size: '8GB' });
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'clinic-bench-data-'));
  const sides: Side[] = [];
  try {
    const urls = [database.url, await copyOf(database.url)] as const;
    for (const [index, n] of [few, many].entries()) {
      const began = performance.now();
      await seedAt(urls[index]!, n);
      console.log(`${n} requests seeded in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
    }
    sides.push(...urls.map((url) => openSide(url, dataDir)));
    await measure(sides[0]!, sides[1]!, process.argv[3] ?? '');
  } finally {
    for (const side of sides) await side.close();
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** A second migrated database on the same server. */
async function copyOf(url: string): Promise<string> {
  const copy = new URL(url);
  copy.pathname = '/many';
  const maintenance = new URL(url);
  maintenance.pathname = '/postgres';
  await using(maintenance.toString(), (client) =>
    client.query(`create database many template ${new URL(url).pathname.slice(1)}`),
  );
  return copy.toString();
}

const seedAt = (url: string, n: number) => using(url, (client) => seed(client, n));

async function using(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

async function measure(small: Side, large: Side, wanted: string): Promise<void> {
  const cases = [...clinicCases, ...patientCases, ...staffCases];
  const above: string[] = [];
  const seen: number[] = [];
  console.log(`${'p50 in ms at'.padStart(70)}  ${few}  ${many}  ratio (goal ${goal})`);
  for (const each of cases.filter(({ name }) => name.includes(wanted))) {
    const [few, many] = await inTurns(each, small, large);
    const ratio = many / few;
    seen.push(ratio);
    if (ratio > goal) above.push(each.name);
    const cells = [few.toFixed(2), many.toFixed(2), ratio.toFixed(2)];
    console.log(each.name.slice(0, 70).padEnd(70), ...cells.map((cell) => cell.padStart(8)));
  }
  console.log(
    `${seen.length} cases, ${above.length} above ${goal}; the highest ${Math.max(...seen).toFixed(2)}`,
  );
  for (const name of above) console.log(`  ${name}`);
}

/** The middle of each side's runs; the first ones, in which statements are prepared and pages read, do not count. */
async function inTurns(each: ListCase, small: Side, large: Side): Promise<[number, number]> {
  const sides = { small, large };
  const took = { small: [] as number[], large: [] as number[] };
  const time = async (side: Side) => {
    const began = performance.now();
    // One that runs into the limit of statements took as long as the limit.
    await each.run(side).catch((error: unknown) => {
      if (!isTimeout(error)) throw new Error(each.name, { cause: error });
    });
    return performance.now() - began;
  };
  for (const side of [small, large]) await time(side);
  const first = Math.max(await time(small), await time(large));
  const turns = first > slow ? 1 : rounds;
  for (let round = 0; round < turns; round += 1) {
    // Whoever comes second meets what the first one left behind.
    const order = round % 2 === 0 ? (['small', 'large'] as const) : (['large', 'small'] as const);
    for (const which of order) took[which].push(await time(sides[which]));
  }
  return [median(took.small), median(took.large)];
}

const isTimeout = (error: unknown): boolean => {
  const { code, cause } = error as { code?: string; cause?: unknown };
  return code === '57014' || (cause !== undefined && isTimeout(cause));
};
