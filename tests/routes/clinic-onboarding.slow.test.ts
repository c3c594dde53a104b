import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hours, minutes } from '#platform/base/duration';
import { spellingsOf } from '../../modules/identity/phone.test-table';
import { codeOf, newPhone } from '../../modules/identity/testing';
import { someDetails, someDocument } from '../../modules/clinic-onboarding/testing';
import { suspendClinicAndEndSessions } from '../../workflows/review-clinic';
import { ApiBrowser } from '../kit/api-browser';
import { advance } from '../kit/clock';
import { signedInClinic, someReviewer } from '../kit/clinics';
import { startTestServer, type TestServer } from '../kit/http';
import { forgetLimits } from '../kit/identity';

describe('the clinic calls', () => {
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

  const rows = async (query: string, values: unknown[] = []) =>
    (await server.services.database.pool.query(query, values)).rows as Array<
      Record<string, unknown>
    >;
  const register = '/clinic/auth/complete-registration';
  const body = (phoneNumber: string, more: object = {}) => ({
    ...someDetails(),
    phoneNumber,
    ...more,
  });
  const verify = async (phoneNumber: string, who = browser) => {
    await who.call('POST', '/clinic/auth/send-code', { phoneNumber });
    const otpCode = await codeOf(server.ctx(), phoneNumber);
    return who.call('POST', '/clinic/auth/verify-code', { phoneNumber, otpCode });
  };
  const verified = async () => {
    const phone = newPhone();
    await verify(phone);
    return phone;
  };
  const asClinic = (token: string) => {
    const who = new ApiBrowser(server);
    who.cookies.set('clinic', token);
    return who;
  };

  it('register a clinic, exchange its session, and answer what it is', async () => {
    const phone = await verified();
    const before = browser.cookies.get('clinic');
    const { country: _default, website: _none, ...fields } = body(phone);
    const answer = await browser.call('POST', register, { ...fields, website: '' });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        data: {
          approvalStatus: 'pending',
          clinic: {
            phoneNumber: phone,
            country: 'United States',
            website: null,
            isVerified: true,
            isApproved: false,
            rejectionReason: null,
            documents: [],
          },
        },
      },
    });
    expect(browser.cookies.get('clinic')).not.toBe(before);
    expect((await asClinic(before!).call('GET', '/clinic/auth/status/me')).status).toBe(401);
    const status = await browser.call('GET', '/clinic/auth/status/me');
    expect(status.body.data).toEqual({
      approvalStatus: 'pending',
      isApproved: false,
      clinic: answer.body.data!.clinic,
    });
    const again = new ApiBrowser(server);
    await advance(server.services, minutes(1));
    expect((await verify(phone, again)).body.data).toEqual({
      hasCompleteProfile: true,
      approvalStatus: 'pending',
      clinic: answer.body.data!.clinic,
    });
  });

  it('take over the documents that the phone uploaded before, and nobody else’s', async () => {
    const phone = await verified();
    const own = await someDocument(server.ctx(), { phone, clinicId: null });
    await someDocument(server.ctx(), { phone: newPhone(), clinicId: null });
    const { clinic } = (await browser.call('POST', register, body(phone))).body.data as {
      clinic: { documents: Array<{ _id: string }> };
    };
    expect(clinic.documents.map(({ _id }) => _id)).toEqual([own]);
  });

  it('register nobody without a verified phone, of a patient, or after thirty minutes', async () => {
    const phone = newPhone();
    expect((await browser.call('POST', register, body(phone))).status).toBe(401);
    await browser.call('POST', '/auth/send-code', { phoneNumber: phone });
    const otpCode = await codeOf(server.ctx(), phone);
    await browser.call('POST', '/auth/verify-code', { phoneNumber: phone, otpCode });
    browser.cookies.set('clinic', browser.cookies.get('patient')!);
    expect((await browser.call('POST', register, body(phone))).status).toBe(401);
    const late = new ApiBrowser(server);
    const other = newPhone();
    await verify(other, late);
    await advance(server.services, minutes(31));
    expect((await late.call('POST', register, body(other))).status).toBe(401);
    expect(
      await rows('select 1 from clinic_onboarding.clinic where phone = any($1)', [[phone, other]]),
    ).toEqual([]);
  });

  it('take the phone from the session, whatever spelling a body claims', async () => {
    for (const claimed of spellingsOf(newPhone())) {
      await verified();
      const answer = await browser.call('POST', register, body(claimed));
      expect([claimed, answer.status]).toEqual([claimed, 403]);
      await forgetLimits(server);
    }
    const mine = newPhone();
    for (const [n, spelled] of spellingsOf(mine).entries()) {
      if (n === 0) await verify(mine);
      const answer = await browser.call('POST', register, body(spelled));
      expect([spelled, answer.status]).toEqual([spelled, n === 0 ? 201 : 409]);
    }
    expect(
      await rows('select phone from clinic_onboarding.clinic where phone = $1', [mine]),
    ).toHaveLength(1);
  });

  it('answer one registration to fifty with one key, and 409 to another body', async () => {
    const phone = await verified();
    const key = { 'Idempotency-Key': 'one-key' };
    const cookie = browser.cookies.get('clinic')!;
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => asClinic(cookie).call('POST', register, body(phone), key)),
    );
    // Whoever was authenticated before the session was exchanged is answered; who came later has none.
    const done = answers.filter(({ status }) => status !== 401);
    expect(done.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(done.map(({ body: b }) => (b.data!.clinic as { _id: string })._id)).size).toBe(
      1,
    );
    const token = done
      .flatMap(({ headers }) => headers.getSetCookie())
      .map((line) => /^clinic=([^;]+)/.exec(line)?.[1])
      .find(Boolean)!;
    const repeat = await asClinic(token).call('POST', register, body(phone), key);
    expect([repeat.status, repeat.body.data!.clinic]).toEqual([200, done[0]!.body.data!.clinic]);
    expect(repeat.headers.getSetCookie()).toEqual([]);
    const other = await asClinic(token).call('POST', register, body(phone, { city: 'Bursa' }), key);
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_mismatch']);
    const second = await asClinic(token).call('POST', register, body(phone));
    expect([second.status, second.body.code]).toEqual([409, 'already_registered']);
    expect(
      await rows('select 1 from identity.clinic_account where phone = $1', [phone]),
    ).toHaveLength(1);
  });

  it('register one clinic when fifty come at once without a key', async () => {
    const phone = await verified();
    const cookie = browser.cookies.get('clinic')!;
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => asClinic(cookie).call('POST', register, body(phone))),
    );
    const statuses = new Set(answers.map(({ status }) => status));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect([...statuses].filter((status) => ![201, 401, 409].includes(status))).toEqual([]);
    expect(
      await rows('select 1 from clinic_onboarding.clinic where phone = $1', [phone]),
    ).toHaveLength(1);
  });

  it('tell a clinic how it stands, by number or id, and nobody else', async () => {
    const clinic = await signedInClinic(server.ctx(), { state: 'rejected' });
    const other = await signedInClinic(server.ctx(), { state: 'approved' });
    const who = asClinic(clinic.token);
    const ask = (what: string, by = who) =>
      by.call('GET', `/clinic/auth/status/${encodeURIComponent(what)}`);
    for (const own of [
      'me',
      clinic.clinicId,
      clinic.clinicId.toUpperCase(),
      // A line break in a path is the edge's to refuse.
      ...spellingsOf(clinic.phone).filter((spelled) => !/[\r\n]/.test(spelled)),
    ])
      expect([own, (await ask(own)).body.data]).toMatchObject([
        own,
        {
          approvalStatus: 'rejected',
          isApproved: false,
          clinic: { rejectionReason: 'The license could not be verified.' },
        },
      ]);
    const refused = await Promise.all(
      [
        other.clinicId,
        other.phone,
        newPhone(),
        'nonsense',
        '00000000-0000-4000-8000-000000000000',
      ].map(async (foreign) => {
        const { status, body: b } = await ask(foreign);
        return [status, b.code, b.message];
      }),
    );
    expect(new Set(refused.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(refused[0]!.slice(0, 2)).toEqual([403, 'forbidden']);
    expect((await ask('me', new ApiBrowser(server))).status).toBe(401);
    await verified();
    expect((await ask('me', browser)).status).toBe(403);
    expect((await ask('me', asClinic(other.token))).body.data).toMatchObject({
      approvalStatus: 'approved',
      isApproved: true,
    });
  });

  it('do not keep a session alive by asking how it stands', async () => {
    const clinic = await signedInClinic(server.ctx(), { state: 'pending' });
    const who = asClinic(clinic.token);
    for (let n = 0; n < 11; n += 1) {
      await advance(server.services, hours(1));
      expect((await who.call('GET', '/clinic/auth/status/me')).status).toBe(200);
    }
    await advance(server.services, hours(1.1));
    expect((await who.call('GET', '/clinic/auth/status/me')).status).toBe(401);
  });

  it('know a suspended clinic again, and let it see that it is', async () => {
    const clinic = await signedInClinic(server.ctx(), { state: 'approved' });
    await suspendClinicAndEndSessions(server.ctx(someReviewer()), {
      clinicId: clinic.clinicId,
      reason: 'A complaint.',
    });
    expect((await asClinic(clinic.token).call('GET', '/clinic/auth/status/me')).status).toBe(401);
    await advance(server.services, minutes(1));
    expect((await verify(clinic.phone)).body.data).toMatchObject({
      hasCompleteProfile: true,
      approvalStatus: 'suspended',
      clinic: { isApproved: false },
    });
  });

  it('let a rejected clinic mend its details and hand in again, and an approved one neither', async () => {
    const rejected = await signedInClinic(server.ctx(), { state: 'rejected' });
    const who = asClinic(rejected.token);
    const details = someDetails({ licenseNumber: 'TR-9' });
    expect((await who.call('PUT', '/clinic/application', details)).body.data).toMatchObject({
      clinic: { licenseNumber: 'TR-9', approvalStatus: 'rejected' },
    });
    expect((await who.call('POST', '/clinic/application/resubmit')).body.data).toMatchObject({
      clinic: { approvalStatus: 'pending', rejectionReason: null },
    });
    const approved = await signedInClinic(server.ctx(), { state: 'approved' });
    for (const [method, path, sent] of [
      ['PUT', '/clinic/application', details],
      ['POST', '/clinic/application/resubmit'],
    ] as const) {
      const answer = await asClinic(approved.token).call(method, path, sent);
      expect([answer.status, answer.body.code]).toEqual([409, 'event_refused']);
    }
    for (const field of ['isApproved', 'approvalStatus', 'status', 'phoneNumber', '_id']) {
      const answer = await who.call('PUT', '/clinic/application', { ...details, [field]: true });
      expect([field, answer.status]).toEqual([field, 422]);
    }
  });
});
