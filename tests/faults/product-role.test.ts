import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { now } from '#platform/time/clock';
import { after, minutes } from '#platform/base/duration';
import { runJobs, runDueTimers } from '#engine/testing';
import { verifyAudit } from '../../scripts/verify-audit';
import { registry } from '../../workflows/registry';
import { startWorker, type RunningWorker } from '../../workflows/worker';
import { tellFirstStory } from '../kit/first-story';
import { fullLife } from '../kit/full-life';
import { startTestServer, type TestServer } from '../kit/http';
import { openStreams } from '../kit/listen';
import { createProductRole, prepareAs, type ProductRole } from '../kit/product-role';

let role: ProductRole;
let owner: string;
let server: TestServer;

async function addressesAt(url: string): Promise<Record<string, string>> {
  owner = url;
  const addresses = {
    TEST_DATABASE_URL: role.at(url),
    DATABASE_READ_URL: role.at(url),
    DATABASE_OWNER_URL: url,
  };
  await prepareAs(addresses);
  return addresses;
}

const asOwner = async (...statements: string[]): Promise<void> => {
  const client = new pg.Client(owner);
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
};

const ask = async (text: string) => (await server.services.database.pool.query(text)).rows;

beforeAll(async () => {
  role = await createProductRole();
  server = await startTestServer({ envAt: addressesAt });
});
afterAll(async () => {
  openStreams.forEach((stream) => stream.abort());
  await server?.close();
  await role?.drop();
});

describe('the role of web and worker, where another one owns the tables', () => {
  let worker: RunningWorker | undefined;
  afterAll(() => worker?.stop());

  it('adds to the audit log and reads it, and can do nothing else with it', async () => {
    expect(await ask('select current_user as name')).toEqual([{ name: role.name }]);
    const refused = [
      `update platform.audit_entry set actor = ''`,
      'delete from platform.audit_entry',
      'truncate platform.audit_entry',
      'alter table platform.audit_entry disable trigger all',
      'drop trigger audit_entry_append_only on platform.audit_entry',
      'create trigger own before insert on platform.audit_entry execute function platform.refuse_change()',
      'drop table platform.audit_entry',
      `insert into platform.audit_link (seq, entry_id, hash) values (99, 99, '')`,
      `update platform.audit_link set hash = ''`,
      'delete from platform.audit_link',
      `update platform.audit_reason set reason = ''`,
      `insert into platform.audit_anchor (at, older_than, ends, signature) values (now(), now(), '[]', '')`,
      'delete from platform.audit_anchor',
      `select platform.prune_audit(now() - interval '7 years', '[]', '')`,
      `create or replace function platform.refuse_change() returns trigger language sql as 'select null'`,
      `set session_replication_role = replica`,
    ];
    for (const statement of refused)
      await expect(ask(statement), statement).rejects.toMatchObject({ code: '42501' });
  });

  it('makes, changes and removes no table, moves no clock, and does not say what was migrated', async () => {
    const refused = [
      'create table platform.own (id int)',
      'create table public.own (id int)',
      'create schema own',
      'alter table leads.lead add column own int',
      'drop table leads.lead',
      'truncate leads.lead',
      'create index on leads.lead (id)',
      'create table pgboss.own (id int)',
      `insert into platform.clock (id, shift) values (true, '7 years')`,
      `insert into migrations.step (name, hash) values ('9999', '')`,
    ];
    for (const statement of refused)
      await expect(ask(statement), statement).rejects.toMatchObject({ code: '42501' });
  });

  it('begins and drops partitions as their function sees fit, and in no other way', async () => {
    expect(await ask('select live.turn_events() as gone')).toEqual([{ gone: 0 }]);
    const refused = [
      'create table live.event_99 partition of live.event for values from (99000000000) to (100000000000)',
      'alter table live.event detach partition live.event_1',
      'drop table live.event_1',
      'truncate live.event',
      'truncate live.event_1',
      'select live.begin_events()',
      'select live.old_events()',
      `select setval('live.event_id_seq', 1)`,
    ];
    for (const statement of refused)
      await expect(ask(statement), statement).rejects.toMatchObject({ code: '42501' });
  });

  it('is enough for a sign-in, a request, its mail, and its publication told live', async () => {
    worker = await startWorker(server.services);
    await tellFirstStory(server);
    await worker.stop();
    worker = undefined;
  });

  it('is enough for all that a patient, a clinic and the team do, and for who leaves', async () => {
    // The story lets days pass, which is the owner's to do.
    await asOwner(`grant insert, update on platform.clock to ${role.name}`);
    const { open } = await fullLife(server, { patient: 'pat', clinic: 'cli' });
    await server.services.database.pool.query(
      'update identity.session set proved_at = platform.now(), last_seen_at = platform.now()',
    );
    const left = await server.request('/api/account/delete', {
      method: 'POST',
      headers: { Cookie: `patient=${open.patient.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ confirm: 'DELETE' }),
    });
    expect(left.status).toBe(200);
    for (const wait of [2, 300]) {
      const until = after(await now(server.ctx()), minutes(wait));
      await runJobs(server.services, registry);
      for (let more = 1; more > 0;)
        more =
          (await runDueTimers(server.services, registry, until)) +
          (await runJobs(server.services, registry));
    }
    expect(await ask('select status from leaving.erasure')).toEqual([{ status: 'erased' }]);
    expect(server.logged.filter(({ level }) => level === 50)).toEqual([]);
  }, 120_000);

  it('checks the log that came of it', async () => {
    const lines: string[] = [];
    const code = await verifyAudit(role.at(owner), [], (line) => lines.push(line));
    expect(lines[0]).toMatch(/^Sound: \d\d+ entries\.$/);
    expect(code).toBe(0);
  });

  it('loses what a release before gave it, at the next preparation', async () => {
    await asOwner(
      `grant all on platform.audit_entry, platform.audit_link, platform.clock to ${role.name}`,
      `grant truncate, trigger on leads.lead to ${role.name}`,
      `grant create on schema platform to ${role.name}`,
    );
    await addressesAt(owner);
    for (const statement of [
      'delete from platform.audit_entry',
      'delete from platform.audit_link',
      'delete from platform.clock',
      'truncate leads.lead',
      'create table platform.own (id int)',
    ])
      await expect(ask(statement), statement).rejects.toMatchObject({ code: '42501' });
  });
});
