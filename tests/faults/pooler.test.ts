import { withTransaction } from '#engine';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { onSlowPool } from '#platform/context';
import { sql } from 'drizzle-orm';
import { startWorker, type RunningWorker } from '../../workflows/worker';
import { tellFirstStory } from '../kit/first-story';
import { startTestServer, type TestServer } from '../kit/http';
import { openStreams } from '../kit/listen';
import { keepsStatements, pgbouncerVersion, startPooler, type Pooler } from '../kit/pgbouncer';
import { createProductRole, prepareAs, type ProductRole } from '../kit/product-role';

const version = pgbouncerVersion();

/** Owns no table: it may read and write rows, and nothing else. */
let role: ProductRole;
let pooler: Pooler;
let server: TestServer;
let worker: RunningWorker;

async function addressesAt(owner: string): Promise<Record<string, string>> {
  const addresses = {
    TEST_DATABASE_URL: pooler.at(role.at(owner)),
    DATABASE_READ_URL: pooler.at(role.at(owner)),
    DATABASE_DIRECT_URL: role.at(owner),
    DATABASE_OWNER_URL: owner,
    DATABASE_PREPARED_STATEMENTS: version && keepsStatements(version) ? 'on' : 'off',
  };
  await prepareAs(addresses);
  return addresses;
}

describe.runIf(version)('through a PgBouncer that changes connections between transactions', () => {
  beforeAll(async () => {
    role = await createProductRole();
    pooler = await startPooler(role.at(inject('postgresUrl')));
    server = await startTestServer({ envAt: addressesAt });
    worker = await startWorker(server.services);
  });
  afterAll(async () => {
    openStreams.forEach((stream) => stream.abort());
    await worker?.stop();
    await pooler?.close();
    await server?.close();
    await role?.drop();
  });

  const ask = async (text: string) =>
    (await server.services.database.pool.query<{ answer: string }>(text)).rows[0]!.answer;

  it('runs as a role that owns nothing, each transaction on another connection', async () => {
    expect(await ask('select current_user as answer')).toBe(role.name);
    // Each holds its connection for a moment: a statement that ends at once leaves it to the next one in the queue.
    const pids = await Promise.all(
      Array.from({ length: 20 }, () =>
        ask('select pg_backend_pid() as answer from pg_sleep(0.05)'),
      ),
    );
    expect(new Set(pids).size).toBeGreaterThan(1);
    await expect(ask('drop table platform.setting')).rejects.toMatchObject({ code: '42501' });
  });

  it('tells the story: sign-in, a request, its mail, its publication told live', async () => {
    await tellFirstStory(server);
  });

  it('repeats statements by fifty at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        withTransaction(server.ctx(), async ({ db }) => {
          const { rows } = await db.execute<{ n: number }>(sql`select ${n}::int as n`);
          return rows[0]!.n;
        }),
      ),
    );
    expect(answers).toEqual(Array.from({ length: 50 }, (_, n) => n));
  });

  it('limits what a statement, a lock and an open transaction may take all the same', async () => {
    for (const [name, is] of [
      ['statement_timeout', '5s'],
      ['lock_timeout', '4s'],
      ['idle_in_transaction_session_timeout', '15s'],
    ])
      expect(await ask(`select current_setting('${name}') as answer`), name).toBe(is);
    const slow = onSlowPool(server.ctx());
    const { rows } = await slow.db.execute<{ answer: string }>(
      sql`select current_setting('statement_timeout') as answer`,
    );
    expect(rows[0]!.answer).toBe('10min');
  });
});
