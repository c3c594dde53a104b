import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { verifyAuditChain } from '#platform/audit-chain';
import { verifyReasons } from '#platform/audit-reasons';
import { migrate } from '#platform/migrate';
import { withOneShotDb } from '#platform/one-shot-db';

const database = 'chain_migration_test';
let folder: string;
let pool: pg.Pool;
let url: string;

const admin = async (statement: string): Promise<void> => {
  const client = new pg.Client(inject('postgresUrl'));
  await client.connect();
  await client.query(statement);
  await client.end();
};

beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'clinic-chain-'));
  await admin(`create database ${database}`);
  url = inject('postgresUrl').replace(/\/postgres$/, `/${database}`);
  pool = new pg.Pool({ connectionString: url, max: 1 });
});
afterEach(async () => {
  await pool.end();
  await admin(`drop database ${database} with (force)`);
  rmSync(folder, { recursive: true, force: true });
});

const walkChain = () => withOneShotDb(url, (db) => verifyAuditChain(db));
const walkReasons = () => withOneShotDb(url, (db) => verifyReasons(db));

/** The migrations as they were released before the chain. */
function before(idx: number): string {
  cpSync('migrations', folder, { recursive: true });
  const file = path.join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8')) as {
    entries: Array<{ idx: number; tag: string }>;
  };
  for (const { tag } of journal.entries.filter((entry) => entry.idx >= idx))
    rmSync(path.join(folder, `${tag}.sql`));
  const entries = journal.entries.filter((entry) => entry.idx < idx);
  writeFileSync(file, JSON.stringify({ ...journal, entries }));
  return folder;
}

it('entries from before the chain are covered by it, in their order, and new ones follow', async () => {
  await migrate(url, { folder: before(3) });
  const add = (n: number) =>
    pool.query(
      `insert into platform.audit_entry (at, actor, action, outcome, request_id, facts)
       values (now(), 'x', 'sample.done', 'ok', 'x', $1)`,
      [{ n }],
    );
  for (const n of [1, 2, 3]) await add(n);
  await migrate(url, { folder: 'migrations' });
  await add(4);
  const { rows } = await pool.query<{ n: number }>(
    `select (e.facts->>'n')::int as n from platform.audit_link l
     join platform.audit_entry e on e.id = l.entry_id order by l.seq`,
  );
  expect(rows.map(({ n }) => n)).toEqual([1, 2, 3, 4]);
  expect(await walkChain()).toMatchObject({ entries: 4, fault: null });
});

it('reasons from before their hashes are sealed by entries at the end of the chain', async () => {
  await migrate(url, { folder: before(10) });
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
  await migrate(url, { folder: 'migrations' });
  expect(await read()).toEqual(old);
  expect(await walkChain()).toMatchObject({ entries: 4, fault: null });
  expect(await walkReasons()).toEqual({ kept: 2, erased: 0, fault: null });
  await pool.query('set session_replication_role = replica');
  await pool.query(`update platform.audit_reason set reason = 'Readable.' where entry_id = 2`);
  expect((await walkReasons()).fault).toEqual({ kind: 'reason-changed', entryId: 2 });
});
