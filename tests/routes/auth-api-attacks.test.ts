import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#platform/database/db';
import { codeOf, newPhone } from '../../modules/identity/testing';
import { spellingsOf } from '../../modules/identity/phone.test-table';
import { ApiBrowser, signInAt } from '../kit/api-browser';
import { forgetLimits } from '../kit/identity';

import { startTestServer, type TestServer } from '../kit/http';

describe('the sign-in calls under attack', () => {
  let server: TestServer;
  let browser: ApiBrowser;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await forgetLimits(server);
    browser = new ApiBrowser(server);
  });

  const post = (path: string, body?: unknown) => browser.call('POST', path, body);
  const signIn = (phone: string, who = browser) => signInAt(server, who, phone);
  const profile = { firstName: 'Sarah', lastName: 'Miller', email: 'sarah@example.com' };

  it('take the acting phone from the session, whatever spelling a body claims', async () => {
    const mine = newPhone();
    await signIn(mine);
    await post('/auth/complete-registration', { ...profile, phoneNumber: mine });
    for (const phoneNumber of spellingsOf(mine))
      expect(
        (await browser.call('PUT', '/auth/update-profile', { ...profile, phoneNumber })).status,
      ).toBe(200);
    const theirs = newPhone();
    for (const phoneNumber of spellingsOf(theirs))
      expect(
        (await browser.call('PUT', '/auth/update-profile', { ...profile, phoneNumber })).status,
      ).toBe(403);
    const times = spellingsOf(theirs).length;
    await expect(server).toBeAudited('access.denied', {}, { times });
  });

  it.each([
    'id',
    '_id',
    'role',
    'phone',
    'isApproved',
    'approvalStatus',
    'isVerified',
    'hasCompleteProfile',
    'status',
    'createdAt',
    'lastSeenAt',
    '__proto__x',
  ])('refuse the field %s in a profile and change nothing', async (field) => {
    const phoneNumber = newPhone();
    await signIn(phoneNumber);
    await post('/auth/complete-registration', { ...profile, phoneNumber });
    const read = async () =>
      (
        await server.services.database.pool.query(
          'select * from identity.patient where phone = $1',
          [phoneNumber],
        )
      ).rows;
    const before = await read();
    const body = { ...profile, firstName: 'Changed', phoneNumber, [field]: true };
    const answer = await browser.call('PUT', '/auth/update-profile', body);
    expect(answer).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
    const strip = (rows: Array<Record<string, unknown>>) =>
      rows.map(({ last_seen_at: _, ...row }) => row);
    expect(strip(await read())).toEqual(strip(before));
  });

  it.each([
    [{ firstName: '' }, 'firstName'],
    [{ firstName: ' \t ' }, 'firstName'],
    [{ firstName: 'x'.repeat(101) }, 'firstName'],
    [{ lastName: 'Mil\u0000ler' }, 'lastName'],
    [{ lastName: 'Miller\r\nBcc: all@example.com' }, 'lastName'],
    [{ lastName: 'a\u202Eb' }, 'lastName'],
    [{ lastName: '\ud800' }, 'lastName'],
    [{ email: 'nobody' }, 'email'],
    [{ email: 'a@example.com\r\nBcc: b@example.com' }, 'email'],
    [{ email: `${'a'.repeat(250)}@example.com` }, 'email'],
    [{ email: ['a@example.com'] }, 'email'],
    [{ email: null }, 'email'],
  ])('refuse the profile %j', async (faulty, field) => {
    const phoneNumber = newPhone();
    await signIn(phoneNumber);
    const answer = await post('/auth/complete-registration', {
      ...profile,
      phoneNumber,
      ...faulty,
    });
    expect(answer).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
    expect(answer.body.errors?.[field]?.[0]).toMatch(/^(Please|This text|Invalid)/);
  });

  it('send nothing for a page of another site', async () => {
    const phoneNumber = newPhone();
    for (const headers of [
      { Origin: 'https://evil.example' },
      { 'Sec-Fetch-Site': 'cross-site' },
    ] as Array<Record<string, string>>) {
      const answer = await browser.call('POST', '/auth/send-code', { phoneNumber }, headers);
      expect(answer).toMatchObject({ status: 403, body: { code: 'cross_site' } });
    }
    await expect(codeOf(server.ctx(), phoneNumber)).rejects.toThrow('no unsent code');
  });

  it('answer 503 and send nothing when the database is away', async () => {
    const away = await startTestServer();
    const { database } = away.services;
    const gone = openDatabase({
      url: 'postgres://nobody@127.0.0.1:1/none',
      poolSize: 2,
      onError: () => undefined,
    });
    Object.assign(away.services, { database: gone });
    const who = new ApiBrowser(away);
    for (const path of ['/auth/send-code', '/auth/verify-code']) {
      const body = {
        phoneNumber: newPhone(),
        ...(path.endsWith('verify-code') ? { otpCode: '123456' } : {}),
      };
      const answer = await who.call('POST', path, body);
      expect(answer).toMatchObject({ status: 503, body: { success: false, code: 'unavailable' } });
    }
    expect(away.ports.sent.sms).toEqual([]);
    Object.assign(away.services, { database });
    await away.close();
  });
});
