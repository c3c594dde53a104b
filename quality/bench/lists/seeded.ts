import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { hours } from '#platform/base/duration';
import { migratedDatabase, openBenchServer } from '../database';
import { seed } from './seed';

/** Requests of the two sides. */
export const few = 10_000;
export const many = 1_000_000;

const settings = {
  shared_buffers: '1GB',
  max_wal_size: '8GB',
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track_planning': 'off',
  // What else runs on the machine is noise enough.
  autovacuum: 'off',
  // Nothing here has to outlive the machine.
  fsync: 'off',
  full_page_writes: 'off',
};

/** Times in the rows are relative to when they were made: an older seed has no requests of today. */
const usableFor = hours(24);

/**
 * Both databases, seeded and counted page by page. In `folder`, where one is given, they stay for the next run: it takes
 * them as they are while the seed's sources are the same ones and a day is not over, and adds migrations that are new.
 */
export async function openSeeded(
  folder?: string,
): Promise<{ urls: [string, string]; close: () => Promise<void> }> {
  const note = folder && path.join(folder, 'seed.json');
  const isFresh = note && existsSync(note) && isUsable(readFileSync(note, 'utf8'));
  if (folder && !isFresh) forget(folder);
  const server = await openBenchServer(settings, folder);
  try {
    const urls: string[] = [];
    for (const [name, n] of [
      ['few', few],
      ['many', many],
    ] as const) {
      const { url, applied } = await migratedDatabase(server, name);
      if (!isFresh || applied.length > 0)
        await using(url, (client) => (isFresh ? tidy(client) : fill(client, n)));
      urls.push(url);
    }
    if (note) writeFileSync(note, JSON.stringify({ sources: sources(), at: Date.now() }));
    return { urls: urls as [string, string], close: server.close };
  } catch (error) {
    await server.close();
    throw error;
  }
}

const own = ['postgres', 'seed.json'];

function forget(folder: string): void {
  if (!existsSync(folder)) return;
  const strange = readdirSync(folder).find((name) => !own.includes(name));
  if (strange) throw new Error(`${folder} is no folder of a seed: it holds ${strange}`);
  for (const name of own) rmSync(path.join(folder, name), { recursive: true, force: true });
}

function isUsable(note: string): boolean {
  const { sources: made, at } = JSON.parse(note) as { sources: string; at: number };
  return made === sources() && Date.now() - at < usableFor;
}

/** What the rows are made from. */
function sources(): string {
  const hash = createHash('sha256');
  const files = readdirSync('quality/bench/lists').filter((name) => /^seed(-.*)?\.ts$/.test(name));
  for (const name of files.sort())
    hash.update(readFileSync(path.join('quality/bench/lists', name)));
  return hash.digest('hex');
}

async function fill(client: pg.ClientBase, n: number): Promise<void> {
  const began = performance.now();
  await seed(client, n);
  await client.query('create extension pg_stat_statements');
  await client.query('checkpoint');
  console.log(`${n} requests seeded in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
}

const tidy = (client: pg.ClientBase) => client.query('vacuum analyze');

async function using(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
