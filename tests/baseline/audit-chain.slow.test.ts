import type pg from 'pg';
import { beforeEach, expect, it } from 'vitest';
import { verifyAuditChain, verifyReasons } from '#engine/operations';
import { migrate, readBaseline } from '#platform/process/migrate';
import { withOneShotDb } from '#platform/database/one-shot-db';
import { emptyDatabases } from './databases';
import { runFormer } from './former-migrations';

const { steps: listed } = readBaseline('migrations');
const emptyDatabase = emptyDatabases();
let url: string;
let pool: pg.Pool;

beforeEach(async () => {
  ({ url, pool } = await emptyDatabase());
});

const walkChain = () => withOneShotDb(url, (db) => verifyAuditChain(db));
const walkReasons = () => withOneShotDb(url, (db) => verifyReasons(db));

/** From a position on as builds before the baseline did, then as this one does. */
async function migrateFrom(from: number): Promise<void> {
  await runFormer(pool, listed, { from });
  await migrate(url, { folder: 'migrations' });
}

it('entries from before the chain are covered by it, in their order, and new ones follow', async () => {
  await runFormer(pool, listed, { until: 3 });
  const add = (n: number) =>
    pool.query(
      `insert into platform.audit_entry (at, actor, action, outcome, request_id, facts)
       values (now(), 'x', 'sample.done', 'ok', 'x', $1)`,
      [{ n }],
    );
  for (const n of [1, 2, 3]) await add(n);
  await migrateFrom(3);
  await add(4);
  const { rows } = await pool.query<{ n: number }>(
    `select (e.facts->>'n')::int as n from platform.audit_link l
     join platform.audit_entry e on e.id = l.entry_id order by l.seq`,
  );
  expect(rows.map(({ n }) => n)).toEqual([1, 2, 3, 4]);
  expect(await walkChain()).toMatchObject({ entries: 4, fault: null });
});

it('reasons from before their hashes are sealed by entries at the end of the chain', async () => {
  await runFormer(pool, listed, { until: 10 });
  for (const reason of ['Ünreadable.', 'A second | one']) {
    const entry = await pool.query<{ id: number }>(
      `insert into platform.audit_entry (at, actor, action, outcome, request_id, facts)
       values (now(), 'staff:x', 'sample.decided', 'ok', 'x', '{}') returning id`,
    );
    await pool.query('insert into platform.audit_reason (entry_id, reason) values ($1, $2)', [
      entry.rows[0]!.id,
      reason,
    ]);
  }
  const read = async () =>
    (await pool.query('select seq, entry_id, hash from platform.audit_link order by seq limit 2'))
      .rows;
  const old = await read();
  await migrateFrom(10);
  expect(await read()).toEqual(old);
  expect(await walkChain()).toMatchObject({ entries: 4, fault: null });
  expect(await walkReasons()).toEqual({ kept: 2, erased: 0, fault: null });
  await pool.query('set session_replication_role = replica');
  await pool.query(`update platform.audit_reason set reason = 'Readable.' where entry_id = 2`);
  expect((await walkReasons()).fault).toEqual({ kind: 'reason-changed', entryId: 2 });
});
