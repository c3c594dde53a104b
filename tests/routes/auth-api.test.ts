import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seconds } from '#platform/base/duration';
import { codeOf, newPhone, signedInPatient } from '../../modules/identity/testing';
import { ApiBrowser, signInAt } from '../kit/api-browser';
import { forgetLimits } from '../kit/identity';
import { advance } from '../kit/clock';
import { startTestServer, type TestServer } from '../kit/http';

describe('the sign-in calls', () => {
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

  it('lead from the phone to a profile and out again', async () => {
    const phoneNumber = newPhone();
    const sent = await post('/auth/send-code', { phoneNumber });
    expect(sent).toMatchObject({
      status: 200,
      body: { success: true, message: 'Verification code sent' },
    });
    expect(browser.setCookies[0]).toMatch(
      /^patient-challenge=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax/,
    );
    const otpCode = await codeOf(server.ctx(), phoneNumber);
    const verified = await post('/auth/verify-code', { phoneNumber, otpCode });
    expect(verified).toMatchObject({
      status: 200,
      body: { success: true, data: { hasCompleteProfile: false, user: null } },
    });
    const pre = browser.cookies.get('patient');
    expect(browser.setCookies.find((line) => line.startsWith('known='))).toMatch(
      /^known=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax.*; Max-Age=15552000$/,
    );
    expect(browser.cookies.has('patient-challenge')).toBe(false);
    const early = await browser.call('PUT', '/auth/update-profile', { ...profile, phoneNumber });
    expect(early.status).toBe(403);
    const user = { ...profile, phoneNumber, hasCompleteProfile: true };
    const done = await post('/auth/complete-registration', { ...profile, phoneNumber });
    expect(done).toMatchObject({ status: 200, body: { success: true, data: { user } } });
    expect(browser.cookies.get('patient')).not.toBe(pre);
    expect(browser.setCookies[0]).toContain('Max-Age=2592000');
    const again = await post('/auth/complete-registration', { ...profile, phoneNumber });
    expect(again).toMatchObject({ status: 409, body: { code: 'already_registered' } });
    const changed = await browser.call('PUT', '/auth/update-profile', {
      ...user,
      hasCompleteProfile: undefined,
      firstName: 'Sara',
    });
    expect(changed).toMatchObject({
      status: 200,
      body: {
        message: 'Profile updated successfully!',
        data: { user: { ...user, firstName: 'Sara' } },
      },
    });
    const kept = browser.cookies.get('patient')!;
    const out = await post('/auth/logout');
    expect(out.status).toBe(200);
    expect(out.headers.get('Clear-Site-Data')).toBe('"cache"');
    // What a browser is known by outlives the session.
    expect([...browser.cookies.keys()]).toEqual(['known']);
    browser.cookies.set('patient', kept);
    const late = await browser.call('PUT', '/auth/update-profile', { ...profile, phoneNumber });
    expect(late).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    await advance(server.services, seconds(46));
    const back = await signIn(phoneNumber, new ApiBrowser(server));
    expect(back.body.data).toEqual({
      hasCompleteProfile: true,
      user: { ...user, firstName: 'Sara' },
    });
  });

  it('keep a shared device signed in no longer than the browser', async () => {
    const { phone: phoneNumber } = await signedInPatient(server.ctx());
    await advance(server.services, seconds(46));
    await post('/auth/send-code', { phoneNumber });
    const otpCode = await codeOf(server.ctx(), phoneNumber);
    await post('/auth/verify-code', { phoneNumber, otpCode, sharedDevice: true });
    expect(browser.setCookies.find((line) => line.startsWith('patient='))).not.toContain('Max-Age');
    expect(browser.cookies.has('known')).toBe(false);
  });

  it('keep a patient and a clinic apart in one browser', async () => {
    const phoneNumber = newPhone();
    await signIn(phoneNumber);
    const clinic = newPhone();
    await post('/clinic/auth/send-code', { phoneNumber: clinic });
    const otpCode = await codeOf(server.ctx(), clinic);
    expect(await post('/auth/verify-code', { phoneNumber: clinic, otpCode })).toMatchObject({
      status: 401,
    });
    const verified = await post('/clinic/auth/verify-code', { phoneNumber: clinic, otpCode });
    expect(verified.body.data).toEqual({
      hasCompleteProfile: false,
      clinic: null,
      approvalStatus: 'pending',
    });
    expect([...browser.cookies.keys()].sort()).toEqual(['clinic', 'known', 'patient']);
    browser.cookies.set('patient', browser.cookies.get('clinic')!);
    const mixed = await post('/auth/complete-registration', { ...profile, phoneNumber: clinic });
    expect(mixed.status).toBe(401);
    expect((await post('/clinic/auth/logout')).status).toBe(200);
    expect(browser.cookies.has('clinic')).toBe(false);
  });

  it('refuse with the statuses and codes that are promised', async () => {
    const phoneNumber = newPhone();
    const refuse = async (path: string, body: unknown, status: number, code: string) => {
      const answer = await post(path, body);
      expect({ path, status: answer.status, code: answer.body.code }).toEqual({
        path,
        status,
        code,
      });
      return answer;
    };
    await refuse('/auth/send-code', { phoneNumber: 'nonsense' }, 422, 'invalid_phone');
    await refuse('/auth/send-code', { phoneNumber: '' }, 422, 'invalid_phone');
    await refuse('/auth/send-code', { phoneNumber: '+19005551234' }, 422, 'unsupported_number');
    await refuse('/auth/send-code', { phoneNumber: '+79161234567' }, 422, 'unsupported_number');
    await refuse('/auth/send-code', {}, 422, 'validation_failed');
    await refuse('/auth/send-code', { phoneNumber, role: 'admin' }, 422, 'validation_failed');
    await refuse('/auth/send-code', { phoneNumber: 12125550123 }, 422, 'validation_failed');
    await post('/auth/send-code', { phoneNumber });
    const many = await refuse('/auth/send-code', { phoneNumber }, 429, 'too_many_codes');
    expect(Number(many.headers.get('Retry-After'))).toBeGreaterThan(40);
    expect(many.body.message).toMatch(/You can ask for another one in 4\d seconds\. /);
    const early = await refuse('/auth/resend-code', { phoneNumber }, 429, 'resend_too_early');
    expect(Number(early.headers.get('Retry-After'))).toBeLessThanOrEqual(45);
    const incomplete = await refuse(
      '/auth/verify-code',
      { phoneNumber, otpCode: '123' },
      422,
      'incomplete_code',
    );
    expect(incomplete.body.message).toBe('Please enter the complete 6-digit code');
    const code = await codeOf(server.ctx(), phoneNumber);
    const otpCode = code === '000000' ? '000001' : '000000';
    for (let i = 0; i < 4; i += 1)
      await refuse('/auth/verify-code', { phoneNumber, otpCode }, 401, 'invalid_code');
    await refuse('/auth/verify-code', { phoneNumber, otpCode }, 423, 'locked_code');
    await refuse('/auth/verify-code', { phoneNumber, otpCode: code }, 423, 'locked_code');
    await advance(server.services, seconds(46));
    await refuse('/auth/resend-code', { phoneNumber }, 423, 'locked_code');
    expect((await post('/auth/send-code', { phoneNumber })).status).toBe(200);
    const fresh = await codeOf(server.ctx(), phoneNumber);
    await advance(server.services, seconds(301));
    await refuse('/auth/verify-code', { phoneNumber, otpCode: fresh }, 410, 'expired_code');
    await refuse(
      '/auth/complete-registration',
      { ...profile, phoneNumber },
      401,
      'unauthenticated',
    );
    expect((await browser.call('GET', '/auth/send-code')).headers.get('Allow')).toBe('POST');
  });

  it('answer the same to known and unknown phones, byte for byte', async () => {
    const { phone } = await signedInPatient(server.ctx());
    await advance(server.services, seconds(60));
    const shape = async (phoneNumber: string) => {
      const who = new ApiBrowser(server);
      const take = async (path: string, body: object) => {
        const {
          status,
          headers,
          body: answer,
        } = await who.call('POST', path, { phoneNumber, ...body });
        const names = [...headers.keys()].filter((name) => name !== 'date').sort();
        const cookies = who.setCookies.map((line) => line.replace(/=[\w-]{43};/, '=…;'));
        return JSON.stringify({ status, names, cookies, answer });
      };
      return [
        await take('/auth/send-code', {}),
        await take('/auth/send-code', {}),
        await take('/auth/resend-code', {}),
        await take('/auth/verify-code', { otpCode: '000000' }),
        await take('/clinic/auth/verify-code', { otpCode: '000000' }),
      ];
    };
    const unknown = await shape(newPhone());
    expect(await shape(phone)).toEqual(unknown);
  });
});
