import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { audit } from './audit';

import { withTransaction } from '../unit-of-work/transaction';
import { newId } from '#platform/base/ids';
import { auditChains } from '../../tests/kit/audit';
import { createTestServices, type TestServices } from '../../tests/kit/services';

let kit: TestServices;
beforeEach(async () => {
  kit = await createTestServices();
});
afterEach(() => kit.close());

const { note, notes, verify, behindItsBack } = auditChains(() => kit);

describe('the chain of the audit log', () => {
  it('is empty at first, and grows by one link per entry', async () => {
    expect(await verify()).toEqual({
      entries: 0,
      pruned: 0,
      end: { seqs: [], hash: '' },
      fault: null,
    });
    await note({ text: 'ö "quoted"\n| 3:abc', none: null });
    await notes(20);
    const { entries, end, fault } = await verify();
    expect({ entries, seqs: end.seqs, fault }).toEqual({ entries: 21, seqs: [21], fault: null });
    expect(end.hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is sound after fifty transactions at once that wait for each other as little as before', async () => {
    await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        withTransaction(kit.ctx(), async (tx) => {
          await audit(tx, { action: 'sample.first', details: { i } });
          await tx.tx.query('select pg_sleep(random() * 0.01)');
          await audit(tx, { action: 'sample.second', details: { i } });
        }),
      ),
    );
    expect(await verify()).toMatchObject({ entries: 100, fault: null });
  });

  it('holds nothing of a transaction that failed', async () => {
    const failing = withTransaction(kit.ctx(), async (tx) => {
      await audit(tx, { action: 'sample.done' });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await note();
    expect(await verify()).toMatchObject({ entries: 1, fault: null });
  });

  it('takes several chains when many commit at once, and one transaction stays in one', async () => {
    const { pool } = kit.services.database;
    const holder = await pool.connect();
    try {
      await holder.query('begin');
      await holder.query('select pg_advisory_xact_lock(7246021, 76 + n) from unnest($1::int[]) n', [
        [0, 1, 2],
      ]);
      await withTransaction(kit.ctx(), async (tx) => {
        for (let i = 0; i < 3; i += 1) await audit(tx, { action: 'sample.done', details: { i } });
      });
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    await note();
    const { rows } = await pool.query(
      'select chain, seq::int from platform.audit_link order by entry_id',
    );
    expect(rows).toEqual([...[1, 2, 3].map((seq) => ({ chain: 3, seq })), { chain: 0, seq: 1 }]);
    expect(await verify()).toMatchObject({ entries: 4, end: { seqs: [1, 0, 0, 3] }, fault: null });
  });

  it('waits for a chain when somebody writes to each of them', async () => {
    const { pool } = kit.services.database;
    const holder = await pool.connect();
    await holder.query('begin');
    await holder.query(
      'select pg_advisory_xact_lock(7246021, 76 + n) from generate_series(0, 15) n',
    );
    let done = false;
    const waiting = note().then(() => {
      done = true;
    });
    await new Promise((soon) => setTimeout(soon, 100));
    expect(done).toBe(false);
    await holder.query('rollback');
    holder.release();
    await waiting;
    expect(await verify()).toMatchObject({ entries: 1, fault: null });
  });

  it('keeps neither lock nor others waiting before the commit', async () => {
    await withTransaction(kit.ctx(), async (tx) => {
      await audit(tx, { action: 'sample.slow' });
      await note();
    });
    const { rows } = await kit.services.database.pool.query<{ action: string }>(
      `select e.action from platform.audit_link l join platform.audit_entry e on e.id = l.entry_id
       order by l.seq`,
    );
    expect(rows.map(({ action }) => action)).toEqual(['sample.done', 'sample.slow']);
  });

  it('can be neither changed, nor cut, nor emptied', async () => {
    await note();
    const { pool } = kit.services.database;
    for (const statement of [
      "update platform.audit_link set hash = ''",
      'delete from platform.audit_link',
      'truncate platform.audit_link',
      "update platform.audit_entry set actor = ''",
      'delete from platform.audit_entry',
      'truncate platform.audit_entry cascade',
    ])
      await expect(pool.query(statement), statement).rejects.toMatchObject({ code: '42501' });
  });

  it('is written for a role that may add entries and do nothing else', async () => {
    const client = await kit.services.database.pool.connect();
    const role = `app_${newId().replaceAll('-', '')}`;
    try {
      for (const statement of [
        `create role ${role}`,
        `grant usage on schema platform to ${role}`,
        `grant select, insert on platform.audit_entry to ${role}`,
        `grant usage on sequence platform.audit_entry_id_seq to ${role}`,
        `grant select on platform.audit_link to ${role}`,
        `set role ${role}`,
        `insert into platform.audit_entry (at, actor, action, outcome, request_id)
           values (now(), 'x', 'sample.done', 'ok', 'x')`,
      ])
        await client.query(statement);
      for (const statement of [
        "update platform.audit_entry set actor = ''",
        'delete from platform.audit_entry',
        'truncate platform.audit_entry',
        "insert into platform.audit_link (seq, entry_id, hash) values (99, 99, '')",
        'alter table platform.audit_entry disable trigger all',
      ])
        await expect(client.query(statement), statement).rejects.toMatchObject({ code: '42501' });
    } finally {
      await client.query('reset role');
      await client.query(`drop owned by ${role}`);
      await client.query(`drop role ${role}`);
      client.release();
    }
    expect(await verify()).toMatchObject({ entries: 1, fault: null });
  });

  it('refuses to fork for a transaction that reads an old state', async () => {
    const { pool } = kit.services.database;
    const client = await pool.connect();
    try {
      await client.query('begin isolation level repeatable read');
      await client.query('select 1');
      await note();
      await client.query(
        `insert into platform.audit_entry (at, actor, action, outcome, request_id)
         values (now(), 'x', 'sample.late', 'ok', 'x')`,
      );
      await expect(client.query('commit')).rejects.toMatchObject({ code: '23505' });
    } finally {
      client.release();
    }
    expect(await verify()).toMatchObject({ entries: 1, fault: null });
  });
});

describe('the check of the chain', () => {
  beforeEach(() => notes(20));
  const idAt = async (seq: number): Promise<number> =>
    (
      await kit.services.database.pool.query<{ id: number }>(
        'select entry_id::int as id from platform.audit_link where seq = $1',
        [seq],
      )
    ).rows[0]!.id;

  it.each([
    "actor = 'staff:somebody-else'",
    "action = 'sample.undone'",
    "at = at + interval '1 microsecond'",
    'object_id = null',
    "outcome = 'failed'",
    "ip = '10.0.0.1'",
    "request_id = ''",
    `facts = '{"i": "9"}'`,
  ])('finds the entry that was changed: %s', async (change) => {
    const id = await idAt(10);
    await behindItsBack(`update platform.audit_entry set ${change} where id = ${id}`);
    expect((await verify()).fault).toEqual({ kind: 'changed', chain: 0, seq: 10, entryId: id });
  });

  it('does not take words that moved to the next column for the same', async () => {
    const id = await idAt(3);
    await behindItsBack(
      `update platform.audit_entry set object_type = 'sampl', object_id = 'e' || object_id where id = ${id}`,
    );
    expect((await verify()).fault).toMatchObject({ kind: 'changed', entryId: id });
  });

  it('finds an entry that is gone, with its link or without', async () => {
    const id = await idAt(8);
    await behindItsBack(`delete from platform.audit_entry where id = ${id}`);
    expect((await verify()).fault).toEqual({
      kind: 'entry-missing',
      chain: 0,
      seq: 8,
      entryId: id,
    });
    await behindItsBack('delete from platform.audit_link where seq = 8');
    expect((await verify()).fault).toEqual({ kind: 'link-missing', chain: 0, seq: 8 });
  });

  it('finds an entry that was slipped in', async () => {
    await behindItsBack(
      `insert into platform.audit_entry (at, actor, action, outcome, request_id)
       values (now(), 'staff:x', 'sample.never', 'ok', 'x')`,
    );
    expect((await verify()).fault).toMatchObject({ kind: 'entry-unlinked' });
  });

  it('finds that the end was cut off when the end was noted before', async () => {
    const { end } = await verify();
    await notes(2);
    expect((await verify(end)).fault).toBeNull();
    await behindItsBack(
      'delete from platform.audit_entry where id in (select entry_id from platform.audit_link where seq > 18)',
      'delete from platform.audit_link where seq > 18',
    );
    expect((await verify()).fault).toBeNull();
    expect((await verify(end)).fault).toEqual({ kind: 'not-as-expected' });
  });

  it('finds a chain that was computed anew from a changed entry on, by the noted end', async () => {
    const { end } = await verify();
    await behindItsBack(
      "update platform.audit_entry set ip = null, actor = 'x' where id = (select min(id) from platform.audit_entry)",
      `do $$ declare l platform.audit_link; previous text := ''; begin
         for l in select * from platform.audit_link order by seq loop
           select platform.audit_hash(previous, e) into previous from platform.audit_entry e where e.id = l.entry_id;
           update platform.audit_link set hash = previous where seq = l.seq;
         end loop; end $$`,
    );
    expect((await verify()).fault).toBeNull();
    expect((await verify(end)).fault).toEqual({ kind: 'not-as-expected' });
  });
});
