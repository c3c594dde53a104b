import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { migrate } from '../process/migrate';
import { withOneShotDb } from './one-shot-db';
import { createTestDatabase, type TestDatabase } from '../../tests/kit/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const ask = (url: string) => withOneShotDb(url, (db) => db.execute(sql`select ${'canary'} as a`));
const changed = (change: (url: URL) => void): string => {
  const url = new URL(inject('postgresUrl'));
  change(url);
  return url.toString();
};

it('ends its session with its work, also with work that fails', async () => {
  const pid = sql`select pg_backend_pid() as pid, current_setting('lock_timeout') as wait`;
  let session = {};
  const work = withOneShotDb(
    database.url,
    async (db) => {
      session = (await db.execute(pid))[0]!;
      expect((await db.execute(pid))[0]).toEqual(session);
      throw new Error('no');
    },
    { limits: { lock_timeout: 4_000 } },
  );
  await expect(work).rejects.toThrow('no');
  expect(session).toMatchObject({ wait: '4s' });
  const client = new pg.Client(database.url);
  await client.connect();
  const there = 'select 1 from pg_stat_activity where pid = $1';
  await expect
    .poll(async () => (await client.query(there, [(session as { pid: number }).pid])).rowCount)
    .toBe(0);
  await client.end();
});

it.each([
  ['ECONNREFUSED', changed((url) => (url.port = '1'))],
  ['3D000', changed((url) => (url.pathname = '/no_such_database'))],
])('says %s as the other driver does', async (code, url) => {
  await expect(ask(url)).rejects.toMatchObject({ code });
  await expect(migrate(url, { folder: 'migrations' })).rejects.toMatchObject({ code });
});

it('does not speak in the clear to a server without TLS that was to have it', async () => {
  const url = changed((url) => url.searchParams.set('sslmode', 'require'));
  await expect(ask(url)).rejects.toThrow();
});

it('tells the fault of the server, never the values of the statement', async () => {
  const failing = withOneShotDb(database.url, (db) =>
    db.execute(sql`select ${'canary'}::text from no_such_table`),
  );
  await expect(failing).rejects.toMatchObject({ code: '42P01' });
  await expect(failing).rejects.toThrow(/^relation "no_such_table" does not exist$/);
});

it('a migration whose session is ended while it waits for its turn gives up', async () => {
  const client = new pg.Client(database.url);
  await client.connect();
  await client.query('select pg_advisory_lock(7203114)');
  const waiting = `select pg_terminate_backend(pid) as done from pg_locks
    where locktype = 'advisory' and not granted and objid = 7203114`;
  try {
    const run = migrate(database.url, { folder: 'migrations' });
    run.catch(() => undefined);
    await expect.poll(async () => (await client.query(waiting)).rowCount).toBe(1);
    await expect(run).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
  } finally {
    await client.end();
  }
});
