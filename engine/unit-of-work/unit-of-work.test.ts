import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit } from '../audit/audit';
import { verifyAuditChain } from '../audit/chain';
import { verifyReasons } from '../audit/reasons';

import { withTransaction } from './transaction';
import { newId } from '#platform/base/ids';
import { appendAtCommit, recordedBy } from './unit-of-work';
import type { RowKind } from '#platform/context';
import { publishLive } from '../live/events';
import { withOneShotDb } from '#platform/database/one-shot-db';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import { countRoundTrips } from '../../tests/kit/round-trips';

let kit: TestServices;
beforeAll(async () => {
  kit = await createTestServices();
});
afterAll(() => kit.close());

const rows = async (text: string) => (await kit.services.database.pool.query(text)).rows;
const entries = () =>
  rows(`select e.action, e.facts, r.reason from platform.audit_entry e
    left join platform.audit_reason r on r.entry_id = e.id order by e.id`);
const events = () => rows('select principal, type, data from live.event order by id');

describe('what a transaction records', () => {
  it('is written by one statement before the commit, in the order it was recorded', async () => {
    const { statements } = await countRoundTrips(() =>
      withTransaction(kit.ctx(), async (tx) => {
        await audit(tx, { action: 'sample.first' });
        await publishLive(tx, 'staff', { type: 'sample.said', data: { n: 1 } });
        await audit(tx, { action: 'sample.second', reason: "It's \\ “so”" });
        await publishLive(tx, 'patient:x', { type: 'sample.said', data: { n: null } });
        await publishLive(tx, 'staff', { type: 'sample.said', data: { n: 3 } });
        await audit(tx, { action: 'sample.third', details: { n: 3 } });
      }),
    );
    expect(statements.map((text) => text.split(' ')[0])).toEqual(['BEGIN', 'with', 'COMMIT']);
    const hash = expect.any(String) as string;
    expect(await entries()).toEqual([
      { action: 'sample.first', facts: {}, reason: null },
      { action: 'sample.second', facts: { reasonHash: hash }, reason: "It's \\ “so”" },
      { action: 'sample.third', facts: { n: 3 }, reason: null },
    ]);
    expect(await events()).toEqual([
      { principal: 'staff', type: 'sample.said', data: { n: 1 } },
      { principal: 'patient:x', type: 'sample.said', data: { n: null } },
      { principal: 'staff', type: 'sample.said', data: { n: 3 } },
    ]);
    await withOneShotDb(kit.services.env.databaseUrl, async (db) => {
      expect(await verifyAuditChain(db)).toMatchObject({ entries: 3, fault: null });
      expect(await verifyReasons(db)).toMatchObject({ kept: 1, fault: null });
    });
  });

  it('is one list for each name, also when two builds in one process declare it', async () => {
    const declared = (): RowKind<{ n: number }> => ({
      name: 'sample_rows',
      write: (param) => `sample_rows as (select * from jsonb_array_elements(${param}::jsonb))`,
    });
    const [ours, theirs] = [declared(), declared()];
    await withTransaction(kit.ctx(), async (tx) => {
      await appendAtCommit(tx, ours, { n: 1 });
      await appendAtCommit(tx, theirs, { n: 2 });
      expect(recordedBy(tx, ours)).toEqual([{ n: 1 }, { n: 2 }]);
    });
  });

  it('sends nothing when nothing was recorded', async () => {
    const { statements } = await countRoundTrips(() =>
      withTransaction(kit.ctx(), (tx) => tx.tx.query('select 1')),
    );
    expect(statements).toEqual(['BEGIN', 'select 1', 'COMMIT']);
  });

  it('goes with a transaction that fails, and fails it when it cannot be written', async () => {
    const before = [await entries(), await events()];
    const change = (fail: boolean, reason?: string) =>
      withTransaction(kit.ctx(), async (tx) => {
        await tx.tx.query('create table sample (id int)');
        await audit(tx, { action: 'sample.lost', reason });
        await publishLive(tx, 'staff', { type: 'sample.lost', data: {} });
        if (fail) throw new Error('no');
      });
    await expect(change(true)).rejects.toThrow('no');
    await expect(change(false, 'x'.repeat(2001))).rejects.toMatchObject({ code: '23514' });
    expect([await entries(), await events()]).toEqual(before);
    expect(await rows(`select to_regclass('public.sample') as at`)).toEqual([{ at: null }]);
  });

  it('joins what an inner transaction records, and is written once when a deadlock repeats it', async () => {
    const action = `sample.${newId()}`;
    let tries = 0;
    await withTransaction(kit.ctx(), async (tx) => {
      await withTransaction(tx, (inner) => audit(inner, { action }));
      tries += 1;
      if (tries === 1) throw Object.assign(new Error('deadlock'), { code: '40P01' });
    });
    expect((await entries()).filter((entry) => entry.action === action)).toHaveLength(1);
  });

  it('is written at once, with its reason, outside a transaction', async () => {
    const action = `sample.${newId()}`;
    const { statements } = await countRoundTrips(() =>
      audit(kit.ctx(), { action, reason: 'because' }),
    );
    expect(statements).toHaveLength(1);
    expect((await entries()).at(-1)).toMatchObject({ action, reason: 'because' });
  });
});
