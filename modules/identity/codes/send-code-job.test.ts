import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { enqueuedJobs, runJobs } from '#engine/testing';
import { minutes } from '#platform/base/duration';
import { sendCodeHandler } from './challenges.server';
import { newPhone } from '../testing';
import { advance } from '../../../tests/kit/clock';
import { createQueuedServices, forgetLimits, holdCode, tryCode } from '../../../tests/kit/identity';
import type { TestServices } from '../../../tests/kit/services';
import { registry } from '../../../workflows/registry';

describe('the job that sends a code', () => {
  let kit: TestServices;
  beforeAll(async () => {
    kit = await createQueuedServices({ parsed: { PUBLIC_URL: 'https://clinics.example:8443' } });
  });
  afterAll(() => kit.close());
  beforeEach(async () => {
    await forgetLimits(kit);
    kit.ports.sent.sms.length = 0;
  });

  const everything = async (): Promise<string> => {
    const { pool } = kit.services.database;
    const { rows: tables } = await pool.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
    );
    const dumps = [];
    for (const { name } of tables)
      dumps.push((await pool.query<{ row: string }>(`select t::text as row from ${name} t`)).rows);
    return JSON.stringify(dumps);
  };

  it('sends one message that fills itself in on our host and names nobody', async () => {
    const { phone, code } = await holdCode(kit.ctx(), newPhone());
    await runJobs(kit.services, registry);
    expect(kit.ports.sent.sms).toHaveLength(1);
    const { to, text } = kit.ports.sent.sms[0]!;
    expect(to).toBe(phone);
    expect(text).toBe(
      `${code} is your verification code. It works for 5 minutes. Never share it.\n\n@clinics.example #${code}`,
    );
    expect(text).not.toMatch(/health|clinic\b|treatment|medical|patient/i);
  });

  it('speaks the language in which the code was asked for, and ends with the same line', async () => {
    const { code } = await holdCode({ ...kit.ctx(), locale: 'tr' }, newPhone());
    await runJobs(kit.services, registry);
    expect(kit.ports.sent.sms.map(({ text }) => text)).toEqual([
      `${code} onay kodunuz. 5 dakika kullanabilirsiniz. Kimseye vermeyin.\n\n@clinics.example #${code}`,
    ]);
  });

  it('keeps the code out of the database, the job and the log, before and after', async () => {
    const held = await holdCode(kit.ctx(), newPhone());
    const [job] = await enqueuedJobs(kit.services, 'identity.send-code');
    expect(Object.keys(job!.payload as object)).toEqual(['challengeId']);
    expect(await everything()).not.toMatch(new RegExp(`\\b${held.code}\\b`));
    await runJobs(kit.services, registry);
    await tryCode(kit.ctx(), held, held.wrong).catch(() => undefined);
    await tryCode(kit.ctx(), held, held.code);
    expect(await everything()).not.toMatch(new RegExp(`\\b${held.code}\\b`));
    const log = JSON.stringify(kit.logged);
    expect(log).not.toContain(`"${held.code}"`);
    expect(log).not.toContain(held.phone);
    expect(log).not.toContain(held.browserToken);
  });

  it('erases the code once it is sent, and sends nothing a second time', async () => {
    const { phone } = await holdCode(kit.ctx(), newPhone());
    const [job] = await enqueuedJobs(kit.services, 'identity.send-code');
    const payload = job!.payload as { challengeId: string };
    const run = () =>
      sendCodeHandler(() => Promise.resolve(null))(kit.ctx(), {
        id: job!.id,
        payload,
        attempt: 1,
        signal: new AbortController().signal,
      });
    await run();
    await run();
    expect(kit.ports.sent.sms).toHaveLength(1);
    const { rows } = await kit.services.database.pool.query(
      'select code_cipher, sent_at is not null as sent from identity.otp_challenge where phone = $1',
      [phone],
    );
    expect(rows).toEqual([{ code_cipher: null, sent: true }]);
    await runJobs(kit.services, registry);
    expect(kit.ports.sent.sms).toHaveLength(1);
  });

  it('sends nothing that has expired or was replaced meanwhile', async () => {
    await holdCode(kit.ctx(), newPhone());
    await advance(kit.services, minutes(5));
    await runJobs(kit.services, registry);
    expect(kit.ports.sent.sms).toEqual([]);
  });

  it('is tried again while the provider is down, with the same key', async () => {
    await holdCode(kit.ctx(), newPhone());
    const working = kit.ports.sms.send;
    const keys: string[] = [];
    kit.ports.sms.send = async ({ key }) => {
      keys.push(key);
      throw new Error('down');
    };
    await expect(runJobs(kit.services, registry)).rejects.toThrow('down');
    kit.ports.sms.send = async (message) => {
      keys.push(message.key);
      return working(message);
    };
    await runJobs(kit.services, registry);
    expect(new Set(keys).size).toBe(1);
    expect(kit.ports.sent.sms).toHaveLength(1);
  });
});
