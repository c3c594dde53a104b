import { spawn, type ChildProcess } from 'node:child_process';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addStaff, enrolStaff, resetStaffFactors, sendCode, signInStaff } from '#modules/identity';
import { system } from '#platform/base/actor';
import { minutes } from '#platform/base/duration';
import { newId, newToken } from '#platform/base/ids';
import {
  codeOf,
  elsewhere,
  enrolledStaff,
  newPhone,
  staffCode,
  type EnrolledStaff,
} from '../../modules/identity/testing';
import { sealTotp } from '../../modules/identity/staff/factors.server';
import { keys, nameOfKey, notDone, usage } from '../../scripts/rotate-keys';
import { auditOf } from '../kit/audit';
import { bundleFileWork } from '../kit/bundle-file-work';
import { advance, resetClock } from '../kit/clock';
import { createTestServices, type TestServices } from '../kit/services';

const [older, newer] = [newToken(), newToken()];
const browser = { userAgent: null, sessionToken: null };
const stepSize = 500;

let kit: TestServices;
beforeAll(async () => {
  kit = await createTestServices();
});
afterAll(() => kit.close());
beforeEach(async () => {
  await resetClock(kit.services);
  await sql('delete from platform.rate_limit');
  await sql('truncate identity.staff_account, identity.otp_challenge cascade');
});

const sql = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await kit.services.database.pool.query<T>(text, values)).rows;

/** The services of a process that was started with these lists of keys. */
const servicesWith = (...list: string[]) => ({
  ...kit.services,
  env: { ...kit.services.env, STAFF_CIPHER_KEYS: list, OTP_CIPHER_KEYS: list },
});
const ctxWith = (...list: string[]) => ({ ...kit.ctx(), services: servicesWith(...list) });
const systemWith = (...list: string[]) => ({ ...ctxWith(...list), actor: system('test') });

async function run(list: string[], ...words: string[]): Promise<{ code: number; text: string }> {
  const lines: string[] = [];
  const code = await keys(servicesWith(...list), words, (line) => lines.push(line));
  return { code, text: lines.join('\n') };
}

async function signsIn({ email, password, totpSecret }: EnrolledStaff, ...list: string[]) {
  const ctx = { ...ctxWith(...list), ip: elsewhere() };
  const code = await staffCode(ctx, totpSecret);
  return signInStaff(ctx, { email, password, code }, browser);
}

async function asksForCode(...list: string[]): Promise<string> {
  const phoneNumber = newPhone();
  const ctx = { ...ctxWith(...list), ip: elsewhere() };
  await sendCode(ctx, { role: 'patient', phoneNumber, browserToken: null });
  return phoneNumber;
}

/** More than a step looks at, in the order of their ids. */
async function crowd(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, newId).sort();
  const ciphers = ids.map((id) => sealTotp(servicesWith(older).env, id, `secret of ${id}`));
  await sql(
    `insert into identity.staff_account (id, email, name, role, totp_cipher, created_at, enrolled_at,
       created_by)
     select id, id || '@staff.example', 'x', 'reviewer', cipher, now(), now(), 'test'
     from unnest($1::uuid[], $2::bytea[]) as t(id, cipher)`,
    [ids, ciphers],
  );
  return ids;
}

it('knows every column of the database that holds a ciphertext', async () => {
  const { text } = await run([newer], 'check');
  const columns = await sql<{ name: string }>(
    `select table_schema || '.' || table_name || '.' || column_name as name from information_schema.columns
     where table_schema not in ('pg_catalog', 'information_schema') and column_name like '%cipher%' order by 1`,
  );
  const said = [...text.matchAll(/^(\w+\.\w+\.\w+):/gm)].map(([, name]) => name).sort();
  expect(said).toEqual(columns.map(({ name }) => name));
});

it('counts what each key opens, and names neither keys nor people', async () => {
  const someone = await enrolledStaff(ctxWith(older));
  await enrolledStaff(ctxWith(newer, older));
  const phone = await asksForCode(older);
  const { code, text } = await run([newer, older], 'check');
  expect(code).toBe(1);
  expect(text).toContain(
    `identity.staff_account.totp_cipher: 1 under key 1 (${nameOfKey(newer)}), 1 under key 2 (${nameOfKey(older)}).`,
  );
  expect(text).toMatch(/otp_challenge\.code_cipher: 0 under key 1 \(\w+\), 1 under/);
  expect(text).toContain('Older keys are still needed.');
  for (const secret of [newer, older, someone.email, someone.id, phone])
    expect(text).not.toContain(secret);
});

it('writes everything anew: the old key can go, and whoever was there signs in', async () => {
  const someone = await enrolledStaff(ctxWith(older));
  const invited = await addStaff(systemWith(older), {
    email: 'invited@staff.example',
    name: 'Invited',
    role: 'admin',
  });
  const phone = await asksForCode(older);
  const { code, text } = await run([newer, older], 'reencrypt');
  expect(text).toContain('identity.staff_account.totp_cipher: 1 written anew.');
  expect(text).toContain('identity.staff_invite.totp_cipher: 2 written anew.');
  expect(text).toContain('identity.otp_challenge.code_cipher: 1 written anew.');
  expect(code).toBe(0);
  expect(await run([newer], 'check')).toMatchObject({ code: 0 });
  await advance(kit.services, minutes(1));
  await signsIn(someone, newer);
  expect(await codeOf(ctxWith(newer), phone)).toMatch(/^\d{6}$/);
  expect(invited.link).toContain('#');
  const again = await run([newer, older], 'reencrypt');
  expect(again.text).toContain('identity.staff_account.totp_cipher: 0 written anew.');
  const noted = await auditOf(kit, 'keys.reencrypted');
  expect(noted.map(({ actor, facts }) => [actor, facts.rows])).toEqual([
    ['system:keys.reencrypt', 1],
    ['system:keys.reencrypt', 2],
    ['system:keys.reencrypt', 1],
  ]);
});

it('says that a key is missing, and leaves what it opened as it is', async () => {
  await enrolledStaff(ctxWith(older));
  await enrolledStaff(ctxWith(newer));
  const [before] = await sql<{ all: string }>(
    `select string_agg(totp_cipher::text, ',' order by id) as all from identity.staff_account`,
  );
  for (const verb of ['check', 'reencrypt']) {
    const { code, text } = await run([newer], verb);
    expect(code, verb).toBe(1);
    expect(text).toMatch(/staff_account.*1 that NO KEY of STAFF_CIPHER_KEYS opens/);
    expect(text).toContain('A key is missing. Put it at the end of its list');
  }
  const [then] = await sql<{ all: string }>(
    `select string_agg(totp_cipher::text, ',' order by id) as all from identity.staff_account`,
  );
  expect(then).toEqual(before);
});

it('goes on beside a product that writes, and loses nothing of it', async () => {
  const ids = await crowd(stepSize + 200);
  const people = await Promise.all(Array.from({ length: 5 }, () => enrolledStaff(ctxWith(older))));
  const rotating = ['reencrypt', 'reencrypt'].map((verb) => run([newer, older], verb));
  const writing = Array.from({ length: 50 }, async (_, n) => {
    const ctx = systemWith(newer, older);
    if (n % 2 === 0) await resetStaffFactors(ctx, { staffId: ids[n * 13]! });
    else await enrolledStaff(ctx);
  });
  await Promise.all([...rotating, ...writing]);
  // The answer of a run that met a writer is of its own moment; this one is of now.
  expect(await run([newer], 'check')).toMatchObject({ code: 0 });
  await advance(kit.services, minutes(1));
  for (const person of people) await signsIn(person, newer);
  const [kept] = await sql<{ n: number }>(
    'select count(*)::int as n from identity.staff_account where totp_cipher is not null',
  );
  expect(kept!.n).toBe(stepSize + 200 - 25 + 5 + 25);
});

it('leaves alone what somebody wrote between its look and its write', async () => {
  const [id] = await crowd(1);
  const theirs = sealTotp(servicesWith(newer).env, id!, 'another secret');
  const client = await kit.services.database.pool.connect();
  try {
    await client.query('begin');
    await client.query('update identity.staff_account set totp_cipher = $2 where id = $1', [
      id,
      theirs,
    ]);
    const running = run([newer, older], 'reencrypt');
    await waitsForLock();
    await client.query('commit');
    const { code, text } = await running;
    expect(code).toBe(0);
    expect(text).toContain('staff_account.totp_cipher: 0 written anew, 1 changed meanwhile.');
  } finally {
    client.release();
  }
  const [row] = await sql<{ cipher: Buffer }>(
    'select totp_cipher as cipher from identity.staff_account',
  );
  expect(row!.cipher.equals(theirs)).toBe(true);
});

it('seals anew what a link offered, for somebody who enrols while its key is being retired', async () => {
  const { id, link } = await addStaff(systemWith(older), {
    email: 'late@staff.example',
    name: 'Late',
    role: 'reviewer',
    totpSecret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  });
  const ctx = { ...ctxWith(newer, older), ip: elsewhere() };
  const code = await staffCode(ctx, 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP');
  const password = `lantern ${newToken(12)} orbit`;
  await enrolStaff(ctx, { token: link.split('#')[1]!, password, code });
  expect(id).toBeTruthy();
  const { text } = await run([newer, older], 'check');
  expect(text).toMatch(/staff_account\.totp_cipher: 1 under key 1 /);
});

it('killed in the middle it is run again, and completes what it had begun', async () => {
  const ids = await crowd(stepSize + 200);
  const { entry, remove } = await bundleFileWork('scripts/entries/keys.ts');
  const command = () =>
    spawn(process.execPath, [entry, 'reencrypt'], {
      env: {
        ...process.env,
        TEST_DATABASE_URL: kit.services.env.databaseUrl,
        DATA_DIR: kit.dataDir,
        OTP_HMAC_KEYS: newToken(),
        OTP_CIPHER_KEYS: newToken(),
        STAFF_CIPHER_KEYS: `${newer},${older}`,
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  const ended = (child: ChildProcess) => new Promise((resolve) => child.once('close', resolve));
  const client = await kit.services.database.pool.connect();
  try {
    await client.query('begin');
    await client.query('select from identity.staff_account where id = $1 for update', [ids[600]]);
    const killed = command();
    await waitsForLock();
    const gone = ended(killed);
    killed.kill('SIGKILL');
    await gone;
    await client.query('rollback');
    const { text } = await run([newer, older], 'check');
    expect(text).toMatch(/staff_account\.totp_cipher: 60[01] under key 1 \(\w+\), (99|100) /);
    const again = command();
    const [said, code] = await Promise.all([readText(again.stdout), ended(again)]);
    expect(said).toMatch(/staff_account\.totp_cipher: (99|100) written anew\./);
    expect(code).toBe(0);
    expect(await run([newer], 'check')).toMatchObject({ code: 0 });
  } finally {
    client.release();
    remove();
  }
}, 120_000);

it('names the code of what went wrong, and no word of it', () => {
  const cause = Object.assign(new Error('connect to secret'), { code: 'ECONNREFUSED' });
  expect(notDone(new Error('select a secret', { cause }))).toBe('Not done: ECONNREFUSED.');
  expect(notDone(new TypeError('a secret'))).toBe('Not done: TypeError.');
});

it.each([[[]], [['rotate']], [['check', 'now']], [['--help']]])(
  'explains itself on %j',
  async (words) =>
    expect(await run([newer], ...words)).toEqual({ code: 2, text: usage.join('\n') }),
);

async function waitsForLock(): Promise<void> {
  await expect
    .poll(
      async () =>
        (
          await sql(
            `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
             and query like '%totp_cipher%'`,
          )
        ).length,
      // A process that starts on a loaded machine.
      { timeout: 60_000 },
    )
    .toBeGreaterThan(0);
}
