import { withTransaction } from '#engine';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asAppError } from '#app/http/errors';
import { anonymous } from '#platform/base/actor';
import { createContext, type Ctx } from '#platform/context';
import { openDatabase, type Database } from '#platform/database/db';
import { newId } from '#platform/base/ids';
import { startCluster } from '../../scripts/lib/postgres/cluster.mjs';
import { clusterFolder } from '../../scripts/lib/postgres/place.mjs';
import { createTestServices, type TestServices } from '../kit/services';

let kit: TestServices;
let folder: string;
let cluster: Awaited<ReturnType<typeof startCluster>>;
let database: Database;
let operator: pg.Client;

beforeAll(async () => {
  kit = await createTestServices();
  folder = mkdtempSync(path.join(os.tmpdir(), 'clinic-follower-'));
  const dataDir = clusterFolder(folder);
  // It waits for a follower that is away.
  const settings = { synchronous_standby_names: 'away', synchronous_commit: 'on' };
  cluster = await startCluster({ dataDir, password: 'unkept', settings });
  database = openDatabase({ url: cluster.url('postgres'), poolSize: 2, onError: () => undefined });
  operator = new pg.Client(cluster.url('postgres'));
  await operator.connect();
  await operator.query('set synchronous_commit = local');
  await operator.query('create table word (id int)');
});
afterAll(async () => {
  await operator?.end();
  await database?.close();
  await cluster?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
  await kit?.close();
});

const ctx = (): Ctx =>
  createContext({ ...kit.services, database }, anonymous, { requestId: newId() });

/** The session that waits for the follower. */
const waiting = async (): Promise<number | undefined> =>
  (
    await operator.query<{ pid: number }>(
      `select pid from pg_stat_activity where wait_event = 'SyncRep'`,
    )
  ).rows[0]?.pid;

it('acknowledges nothing whose follower was not waited for to the end', async () => {
  const outcome = withTransaction(ctx(), async (tx) => {
    await tx.db.execute(sql`insert into word values (1)`);
  }).then(
    () => 'acknowledged',
    (error: unknown) => asAppError(error).error.code,
  );
  await expect.poll(waiting, { timeout: 10_000 }).toBeDefined();
  await operator.query('select pg_cancel_backend($1)', [await waiting()]);
  expect(await outcome).toBe('unavailable');
});

it('waits for the follower longer than a statement may take', async () => {
  const { pool } = database;
  const client = await pool.connect();
  await client.query('set statement_timeout = 300');
  await client.query('begin; insert into word values (2)');
  const committed = client.query('commit').then(
    () => 'acknowledged',
    () => 'ended',
  );
  await expect.poll(waiting, { timeout: 10_000 }).toBeDefined();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  await operator.query('select pg_terminate_backend($1)', [await waiting()]);
  expect(await committed).toBe('ended');
  client.release(true);
});

it('acknowledges nothing of a transaction in which a failure was swallowed', async () => {
  const done = withTransaction({ ...ctx(), services: kit.services }, async (tx) => {
    await tx.db.execute(sql`select 1 / 0`).catch(() => undefined);
  });
  await expect(done).rejects.toThrow('the transaction had failed');
});
