import { afterEach, beforeEach, expect, it } from 'vitest';
import { audit } from './audit';
import { verifyAuditChain } from './chain';
import { eraseReasons, verifyReasons } from './reasons';

import { withTransaction } from '../unit-of-work/transaction';
import { newId, sha256 } from '#platform/base/ids';
import { withOneShotDb } from '#platform/database/one-shot-db';
import { createTestServices, type TestServices } from '../../tests/kit/services';

let kit: TestServices;
beforeEach(async () => {
  kit = await createTestServices();
});
afterEach(() => kit.close());

const clinic = { type: 'clinic', id: newId() };
const patient = { type: 'patient', id: newId() };
const words = 'No.';
const type = (object: { type: string; id: string }, reason = words) =>
  audit(kit.ctx(), { action: 'sample.decided', object, details: { status: 'pending' }, reason });
const rows = async <T>(query: string, values: unknown[] = []): Promise<T[]> =>
  (await kit.services.database.pool.query(query, values)).rows as T[];
const verify = () =>
  withOneShotDb(kit.services.env.databaseUrl, (db) => verifyReasons(db, { pageSize: 3 }));
const soundChain = async () =>
  (await withOneShotDb(kit.services.env.databaseUrl, (db) => verifyAuditChain(db))).fault === null;

/** As a superuser who has switched the triggers off would. */
async function behindItsBack(...statements: string[]): Promise<void> {
  const client = await kit.services.database.pool.connect();
  await client.query('set session_replication_role = replica');
  for (const statement of statements) await client.query(statement);
  client.release(true);
}

it('the entry holds a hash of a typed reason, the text lies beside it', async () => {
  await type(clinic, 'canary-1 wrote this');
  await type(clinic, 'canary-1 wrote this');
  const log = await rows<{ facts: { reasonHash: string }; entry: string }>(
    `select e.facts, to_jsonb(e)::text || l.hash as entry from platform.audit_entry e
     join platform.audit_link l on l.entry_id = e.id`,
  );
  expect(JSON.stringify(log)).not.toContain('canary-1');
  expect(log[0]!.facts).toEqual({ status: 'pending', reasonHash: expect.any(String) });
  expect(log[0]!.facts.reasonHash).not.toBe(log[1]!.facts.reasonHash);
  expect(await verify()).toEqual({ kept: 2, erased: 0, fault: null });
});

it('a text that was changed, taken away or slipped in is found', async () => {
  await audit(kit.ctx(), { action: 'sample.done' });
  for (let i = 0; i < 8; i += 1) await type(clinic, `Reason ${i}.`);
  const [bare, ...ids] = (
    await rows<{ id: number }>('select id::float8 as id from platform.audit_entry order by id')
  ).map(({ id }) => id);
  const changed = `update platform.audit_reason set reason = 'Another.' where entry_id = ${ids[5]}`;
  await expect(rows(changed)).rejects.toMatchObject({ code: '42501' });
  await expect(rows('truncate platform.audit_reason')).rejects.toMatchObject({ code: '42501' });
  await behindItsBack(changed);
  expect((await verify()).fault).toEqual({ kind: 'reason-changed', entryId: ids[5] });
  await behindItsBack(`delete from platform.audit_reason where entry_id = ${ids[4]}`);
  expect((await verify()).fault).toEqual({ kind: 'reason-missing', entryId: ids[4] });
  await behindItsBack(
    `insert into platform.audit_reason (entry_id, reason, salt) values (${bare}, 'Never said.', 'x')`,
  );
  expect((await verify()).fault).toEqual({ kind: 'reason-changed', entryId: bare });
  expect(await soundChain()).toBe(true);
});

it('texts about a person or an object can be erased; log and chain stay, and say that it was done', async () => {
  await type(clinic);
  await type(patient);
  await type(patient, 'Spoke of canary-2.');
  const before = await rows('select * from platform.audit_entry order by id');
  expect(await eraseReasons(kit.ctx(), [patient, { type: 'lead', id: patient.id }])).toBe(2);
  expect(await verify()).toEqual({ kept: 1, erased: 2, fault: null });
  expect(await soundChain()).toBe(true);
  const after = await rows('select * from platform.audit_entry order by id');
  expect(after.slice(0, 3)).toEqual(before);
  expect(after.slice(3)).toMatchObject([
    { action: 'audit.reason-erased', object_type: 'audit-entry' },
    { action: 'audit.reason-erased', object_type: 'audit-entry' },
  ]);
  expect(JSON.stringify(await rows('select * from platform.audit_reason'))).not.toContain('canary');
  expect(await eraseReasons(kit.ctx(), [patient])).toBe(0);
  expect(await eraseReasons(kit.ctx(), [])).toBe(0);
});

it('a short reason cannot be found by trying once it is erased', async () => {
  await type(clinic);
  const [kept] = await rows<{ salt: string }>('select salt from platform.audit_reason');
  await eraseReasons(kit.ctx(), [clinic]);
  const [entry] = await rows<{ facts: { reasonHash: string } }>(
    `select facts from platform.audit_entry where action = 'sample.decided'`,
  );
  const known = (text: string) => sha256(text).toString('hex');
  expect(entry!.facts.reasonHash).not.toBe(known(words));
  // What made it unguessable was random and is nowhere any more.
  expect(kept!.salt).toMatch(/^[\w-]{43}$/);
  expect(entry!.facts.reasonHash).toBe(known(`${kept!.salt}:${words}`));
  expect(await rows('select 1 from platform.audit_reason')).toEqual([]);
});

it('fifty erasures at once erase each text once, while others are typed', async () => {
  for (let i = 0; i < 10; i += 1) await type(patient);
  const counts = await Promise.all(
    Array.from({ length: 50 }, async (_, n) => {
      if (n % 5 === 0) await type(clinic);
      return eraseReasons(kit.ctx(), [patient]);
    }),
  );
  expect(counts.reduce((sum, n) => sum + n)).toBe(10);
  expect(await verify()).toEqual({ kept: 10, erased: 10, fault: null });
  expect(await soundChain()).toBe(true);
});

it('stands or falls with its transaction, and with its entry', async () => {
  const failing = withTransaction(kit.ctx(), async (tx) => {
    await audit(tx, { action: 'sample.decided', object: clinic, reason: words });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await expect(type(clinic, 'x'.repeat(2_001))).rejects.toThrow();
  expect(await rows('select 1 from platform.audit_entry')).toEqual([]);
  expect(await verify()).toEqual({ kept: 0, erased: 0, fault: null });
});
