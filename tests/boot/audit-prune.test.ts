import { afterEach, beforeEach, expect, it } from 'vitest';

import { newToken } from '#platform/base/ids';
import { pruneAudit, usage } from '../../scripts/prune-audit';
import { verifyAudit } from '../../scripts/verify-audit';
import { auditChains, auditOf } from '../kit/audit';
import { createProductRole, prepareAs } from '../kit/product-role';
import { createTestServices, type TestServices } from '../kit/services';

const [older, newer] = [newToken(), newToken()];
const key = newToken();

let kit: TestServices;
beforeEach(async () => {
  kit = await createTestServices();
});
afterEach(() => kit.close());

const { notes, behindItsBack } = auditChains(() => kit);
const rows = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await kit.services.database.pool.query<T>(text, values)).rows;
const count = async (table: string) =>
  (await rows<{ n: number }>(`select count(*)::int as n from platform.${table}`))[0]!.n;

/** What is written meanwhile goes to this chain: those before it are held. */
async function inChain(chain: number, work: () => Promise<unknown>): Promise<void> {
  const holder = await kit.services.database.pool.connect();
  try {
    await holder.query('begin');
    await holder.query(
      'select pg_advisory_xact_lock(7246021, 76 + n) from generate_series(0, $1 - 1) n',
      [chain],
    );
    await work();
    await holder.query('commit');
  } finally {
    holder.release();
  }
}

/** Entries of that age, of which each second one has a typed reason. */
const old = (howMany: number, { age = '7 years', chain = 0 } = {}): Promise<void> =>
  inChain(chain, () =>
    rows(
      `with reasons as (select n, 'Reason ' || n as reason, 'salt' as salt from generate_series(1, $1::int) n),
       entries as (
         insert into platform.audit_entry (at, actor, action, outcome, request_id, facts)
         select now() - $2::interval, 'x', 'sample.done', 'ok', 'x', case when n % 2 = 0 then
           jsonb_build_object('n', n, 'reasonHash', encode(sha256(convert_to(salt || ':' || reason, 'UTF8')), 'hex'))
           else jsonb_build_object('n', n) end from reasons returning id, facts)
       insert into platform.audit_reason (entry_id, reason, salt)
       select id, reason, salt from entries join reasons on n = (facts->>'n')::int where facts ? 'reasonHash'`,
      [howMany, age],
    ),
  );

type Answer = { code: number; text: string };

async function prune(keys: string[] | undefined = [key], ...words: string[]): Promise<Answer> {
  const lines: string[] = [];
  const { databaseUrl } = kit.services.env;
  const settings = { databaseOwnerUrl: databaseUrl, AUDIT_ANCHOR_KEYS: keys };
  const code = await pruneAudit(settings, words, (line) => lines.push(line));
  return { code, text: lines.join('\n') };
}

async function verify(keys: readonly string[] | null = [key], ...words: string[]) {
  const lines: string[] = [];
  const { databaseUrl } = kit.services.env;
  const say = (line: string) => lines.push(line);
  const code = await verifyAudit(databaseUrl, words, say, keys ?? undefined);
  return { code, text: lines.join('\n') };
}

const endOf = ({ text }: Answer) => /[0-9a-f]{64}@[\d.]+/.exec(text)![0];

it('removes what is older than six years in every chain, and the rest is verified from the anchor', async () => {
  await old(40);
  await old(7, { chain: 1 });
  await old(3, { chain: 5, age: '6 years 1 hour' });
  await notes(20);
  await old(5, { chain: 1, age: '5 years 364 days' });
  const before = endOf(await verify());
  expect(await prune()).toEqual({
    code: 0,
    text: '50 entries were older than six years and are gone.',
  });
  expect(await count('audit_entry')).toBe(26);
  expect(await count('audit_reason')).toBe(2);
  const { code, text } = await verify([key], '--expect', before);
  expect(text).toContain('Sound: 26 entries, after 50 that were pruned.');
  expect(code).toBe(0);
  expect((await auditOf(kit, 'audit.pruned')).map(({ facts }) => facts)).toEqual([{ entries: 50 }]);
  expect(await prune()).toMatchObject({ code: 0, text: expect.stringMatching(/^0 entries/) });
  expect(await count('audit_anchor')).toBe(1);
});

it('goes on from an anchor to the next, under keys that were rotated, and chains grow after it', async () => {
  await old(9);
  await prune([older]);
  await old(4, { chain: 2 });
  await notes(40);
  await prune([newer, older]);
  await notes(40);
  expect(await verify([newer, older])).toMatchObject({ code: 0 });
  const { code, text } = await verify([newer]);
  expect(code).toBe(1);
  expect(text).toMatch(/^BROKEN: anchor \d+ .* was not signed/);
});

it('is whole after a chain of which nothing is left, and goes on in it', async () => {
  await notes(2);
  await old(5, { chain: 3 });
  const end = endOf(await verify());
  expect((await prune()).text).toMatch(/^5 entries/);
  expect(await verify([key], '--expect', end)).toMatchObject({ code: 0 });
  await old(2, { chain: 3 });
  expect(await verify([key], '--expect', end)).toMatchObject({ code: 0 });
});

it('misses no reason whose erasure is pruned before its entry, nor one whose entry is before its seal', async () => {
  const typedFor = async (chain: number) =>
    (
      await rows<{ id: string; hash: string }>(
        `select e.id, e.facts->>'reasonHash' as hash from platform.audit_entry e
         join platform.audit_link l on l.entry_id = e.id where l.chain = $1 and e.facts ? 'reasonHash'`,
        [chain],
      )
    )[0]!;
  const about = (action: string, { id, hash }: { id: string; hash?: string }, age: string) =>
    rows(
      `insert into platform.audit_entry (at, actor, action, object_type, object_id, outcome, request_id, facts)
       values (now() - $4::interval, 'x', $1, 'audit-entry', $2, 'ok', 'x', jsonb_strip_nulls(jsonb_build_object('reasonHash', $3::text)))`,
      [action, id, hash ?? null, age],
    );
  await old(2, { chain: 1 });
  const gone = await typedFor(1);
  await about('audit.reason-erased', { id: gone.id }, '6 years 1 day');
  await rows('delete from platform.audit_reason where entry_id = $1', [gone.id]);
  await notes(1);
  await old(2);
  const waits = await typedFor(0);
  await rows('delete from platform.audit_reason where entry_id = $1', [waits.id]);
  await inChain(2, () => about('audit.reason-erased', { id: waits.id }, '6 years 1 day'));
  await old(2, { chain: 3 });
  await about('audit.reason-sealed', await typedFor(3), '1 day');
  expect(await verify()).toMatchObject({ code: 0 });
  expect((await prune()).text).toMatch(/^6 entries/);
  expect(await verify()).toMatchObject({ code: 0 });
});

it('waits behind a younger entry of its chain', async () => {
  await notes(1);
  await old(3);
  expect((await prune()).text).toMatch(/^0 entries/);
  expect(await verify()).toMatchObject({ code: 0 });
});

it('removes each once, fifty at once, while entries are written', async () => {
  await old(30);
  const answers = await Promise.all(
    Array.from({ length: 50 }, async (_, n) => {
      if (n % 5 === 0) await notes(1);
      return prune();
    }),
  );
  expect(answers.map(({ code }) => code)).toEqual(Array(50).fill(0));
  const gone = answers.map(({ text }) => Number(/^\d+/.exec(text)![0]));
  expect(gone.reduce((sum, n) => sum + n)).toBe(30);
  expect(await verify()).toMatchObject({ code: 0 });
});

it.each([
  [
    'its signature',
    `update platform.audit_anchor set signature = repeat('0', 64)`,
    /was not signed/,
  ],
  ['its moment', `update platform.audit_anchor set at = at - interval '1 day'`, /was not signed/],
  [
    'how far it says that was pruned',
    `update platform.audit_anchor set ends = jsonb_set(ends, '{0,seq}', '9')`,
    /was not signed/,
  ],
  [
    'how far, with the entries and the true hash',
    `with far as (select chain, seq, entry_id, hash from platform.audit_link where chain = 0 and seq = 13),
     gone as (delete from platform.audit_entry e using platform.audit_link l, far
       where e.id = l.entry_id and l.chain = 0 and l.seq <= far.seq)
     update platform.audit_anchor set ends = jsonb_build_array(
       jsonb_build_object('chain', 0, 'seq', far.seq, 'hash', far.hash)) from far`,
    /was not signed/,
  ],
  ['that it is gone', 'delete from platform.audit_anchor', /entry \d+ \(link 1\) is gone/],
  [
    'the hash that the log goes on from',
    `update platform.audit_link set hash = repeat('0', 64) where seq = 11`,
    /link 11/,
  ],
])('an anchor of which somebody changed %s is found', async (_what, statement, said) => {
  await old(10);
  await prune();
  await notes(5);
  expect(await verify()).toMatchObject({ code: 0 });
  await behindItsBack(statement);
  const { code, text } = await verify();
  expect(code).toBe(1);
  expect(text).toMatch(said);
});

it('says that it was not checked where the keys of the anchors are not at hand', async () => {
  await notes(3);
  expect(await verify(null)).toMatchObject({ code: 0 });
  await old(2, { chain: 1 });
  await prune();
  const { code, text } = await verify(null);
  expect(code).toBe(2);
  expect(text).toContain('AUDIT_ANCHOR_KEYS');
});

it('prunes no log that is not sound, and none without a key or with words that it does not know', async () => {
  await old(4);
  expect(await prune([key], '--all')).toEqual({ code: 2, text: usage.join('\n') });
  const lines: string[] = [];
  const settings = { databaseOwnerUrl: kit.services.env.databaseUrl, AUDIT_ANCHOR_KEYS: undefined };
  expect(await pruneAudit(settings, [], (line) => lines.push(line))).toBe(2);
  expect(lines).toEqual(['AUDIT_ANCHOR_KEYS is required.']);
  await behindItsBack(`update platform.audit_entry set actor = 'y' where facts->>'n' = '2'`);
  const { code, text } = await prune();
  expect(code).toBe(1);
  expect(text).toMatch(/^BROKEN: .*\nSound before that: 1 entries.\nNothing was pruned\.$/);
  expect(await count('audit_entry')).toBe(4);
});

it('cannot be had to remove what is younger, or what is not as it is told', async () => {
  await old(3);
  await notes(3);
  const call = (ago: string, seq: number, hash: string | null) =>
    rows(
      `select platform.prune_audit(now() - $1::interval, jsonb_build_array(jsonb_build_object('chain', 0, 'seq', $2::int,
         'hash', coalesce($3, (select hash from platform.audit_link where seq = $2::int)))), 'x')`,
      [ago, seq, hash],
    );
  await expect(call('5 years', 3, null)).rejects.toMatchObject({ code: '42501' });
  await expect(call('6 years', 4, null)).rejects.toMatchObject({ code: '22023' });
  await expect(call('6 years', 3, 'another')).rejects.toMatchObject({ code: '22023' });
  await expect(call('6 years', 99, 'none')).rejects.toMatchObject({ code: '22023' });
  for (const statement of [
    'delete from platform.audit_entry',
    `with pruning as materialized (select set_config('platform.audit_pruning', pg_current_xact_id()::text, true))
     delete from platform.audit_entry using pruning where at > now() - interval '1 year'`,
  ])
    await expect(rows(statement), statement).rejects.toMatchObject({ code: '42501' });
  expect(await count('audit_entry')).toBe(6);
});

it('is not for the role of the product', async () => {
  await old(3);
  const role = await createProductRole();
  const url = kit.services.env.databaseUrl;
  await prepareAs({ TEST_DATABASE_URL: role.at(url), DATABASE_OWNER_URL: url });
  const lines: string[] = [];
  const settings = { databaseOwnerUrl: role.at(url), AUDIT_ANCHOR_KEYS: [key] };
  expect(await pruneAudit(settings, [], (line) => lines.push(line))).toBe(2);
  expect(lines[0]).toMatch(/^Not done: permission denied for function prune_audit/);
  expect(await count('audit_entry')).toBe(3);
  await kit.close();
  await role.drop();
  kit = await createTestServices();
});

it('keeps the log whole while a legal hold stands, and prunes it after', async () => {
  await old(4);
  await rows(
    `insert into leaving.hold (id, kind, person_id, placed_by, placed_at)
     values (gen_random_uuid(), 'patient', gen_random_uuid(), gen_random_uuid(), now())`,
  );
  const { code, text } = await prune();
  expect(code).toBe(2);
  expect(text).toMatch(/^Not done: accounts under a legal hold: 1\./);
  expect(await count('audit_entry')).toBe(4);
  await rows(`update leaving.hold set lifted_by = gen_random_uuid(), lifted_at = now()`);
  expect(await prune()).toMatchObject({ code: 0, text: expect.stringMatching(/^4 entries/) });
});
