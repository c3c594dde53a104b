import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { approveLead } from '#modules/leads';
import { system } from '#platform/actor';
import { onSlowLane, transaction } from '#platform/context';
import { newId } from '#platform/ids';
import { sql } from 'drizzle-orm';
import { newPhone } from '../../modules/identity/testing';
import { prepare } from '../../scripts/prepare';
import { registry } from '../../workflows/registry';
import { startWorker, type RunningWorker } from '../../workflows/worker';
import { ApiBrowser } from '../kit/api-browser';
import { startTestServer, type TestServer } from '../kit/http';
import { listenAt, openStreams } from '../kit/listen';
import { keepsStatements, pgbouncerVersion, startPooler, type Pooler } from '../kit/pgbouncer';
import { testEnv } from '../kit/services';

const version = pgbouncerVersion();

/** Owns no table: it may read and write rows, and nothing else. */
const role = `web_${randomBytes(4).toString('hex')}`;
const password = randomBytes(12).toString('hex');

let pooler: Pooler;
let server: TestServer;
let worker: RunningWorker;
const asRole = (url: string) =>
  Object.assign(new URL(url), { username: role, password }).toString();

async function asAdmin(...statements: string[]): Promise<void> {
  const client = new pg.Client(inject('postgresUrl'));
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** As `npm start` prepares a database whose tables are another role's. */
async function addressesAt(owner: string): Promise<Record<string, string>> {
  const addresses = {
    TEST_DATABASE_URL: pooler.at(asRole(owner)),
    DATABASE_READ_URL: pooler.at(asRole(owner)),
    DATABASE_DIRECT_URL: asRole(owner),
    DATABASE_OWNER_URL: owner,
    DATABASE_PREPARED_STATEMENTS: version && keepsStatements(version) ? 'on' : 'off',
  };
  const { OTP_HMAC_KEYS, OTP_CIPHER_KEYS, STAFF_CIPHER_KEYS } = testEnv(owner, '.');
  const keys = { OTP_HMAC_KEYS, OTP_CIPHER_KEYS, STAFF_CIPHER_KEYS };
  const secrets = Object.fromEntries(Object.entries(keys).map(([key, [value]]) => [key, value!]));
  const seed = () => Promise.resolve();
  expect(await prepare({ ...addresses, ...secrets }, { registry, seed })).toBe(0);
  return addresses;
}

describe.runIf(version)('through a PgBouncer that changes connections between transactions', () => {
  beforeAll(async () => {
    await asAdmin(`create role ${role} login password '${password}'`);
    pooler = await startPooler(asRole(inject('postgresUrl')));
    server = await startTestServer({ envAt: addressesAt });
    worker = await startWorker(server.services);
  });
  afterAll(async () => {
    openStreams.forEach((stream) => stream.abort());
    await worker?.stop();
    await pooler?.close();
    await server?.close();
    await asAdmin(`drop role ${role}`);
  });

  const ask = async (text: string) =>
    (await server.services.database.pool.query<{ answer: string }>(text)).rows[0]!.answer;

  it('runs as a role that owns nothing, each transaction on another connection', async () => {
    expect(await ask('select current_user as answer')).toBe(role);
    const pids = await Promise.all(
      Array.from({ length: 20 }, () => ask('select pg_backend_pid() as answer')),
    );
    expect(new Set(pids).size).toBeGreaterThan(1);
    await expect(ask('drop table platform.setting')).rejects.toMatchObject({ code: '42501' });
  });

  it('tells the story: sign-in, a request, its mail, its publication told live', async () => {
    const { sms, mail } = server.ports.sent;
    const phoneNumber = newPhone();
    const browser = new ApiBrowser(server);
    const sent = await browser.call('POST', '/auth/send-code', { phoneNumber });
    expect(sent.status).toBe(200);
    await expect.poll(() => sms.length, { timeout: 10_000 }).toBe(1);
    const otpCode = /\b\d{6}\b/.exec(JSON.stringify(sms[0]))![0];
    const verified = await browser.call('POST', '/auth/verify-code', { phoneNumber, otpCode });
    expect(verified.status).toBe(200);
    const person = { firstName: 'Sarah', lastName: 'Miller', email: 'sarah@example.com' };
    const registered = await browser.call('POST', '/auth/complete-registration', {
      phoneNumber,
      ...person,
    });
    expect(registered.status).toBe(200);

    const stream = await listenAt(server, browser.cookies.get('patient')!);
    const request = { treatment: 'dental', subTreatment: 'Root Canal', bodyArea: 'mouth' };
    const created = await browser.call(
      'POST',
      '/leads',
      {
        phoneNumber,
        ...request,
        description: 'It hurts at night.',
        photos: [],
        locations: ['Istanbul'],
        budget: '1000-5000',
        timeline: 'asap',
      },
      { 'Idempotency-Key': newId() },
    );
    expect(created.status).toBe(201);
    await approveLead(server.ctx(system('test')), { leadId: String(created.body.data!._id) });
    await expect
      .poll(() => stream.told().map(({ data }) => data!.status), { timeout: 10_000 })
      .toContain('reviewed');
    await expect.poll(() => mail.length, { timeout: 15_000 }).toBeGreaterThanOrEqual(2);
    expect((await browser.call('GET', '/leads/me')).status).toBe(200);
    expect(server.logged.filter(({ level }) => level === 50)).toEqual([]);
  });

  it('repeats statements by fifty at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        transaction(server.ctx(), async ({ db }) => {
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
    const slow = onSlowLane(server.ctx());
    const { rows } = await slow.db.execute<{ answer: string }>(
      sql`select current_setting('statement_timeout') as answer`,
    );
    expect(rows[0]!.answer).toBe('10min');
  });
});
