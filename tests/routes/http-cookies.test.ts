import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseEnv } from '#platform/config/env';
import { codeOf, enrolledStaff, newPhone, staffCode } from '../../modules/identity/testing';
import { ApiBrowser, signInAt } from '../kit/api-browser';
import { startTestServer, type TestServer } from '../kit/http';
import { form } from '../kit/patient-browser';
import { requestWithPhotos } from '../kit/shown-photos';
import { shareWithCompanion } from '../../workflows/companions';
import { addStaff } from '#modules/identity';
import { system } from '#platform/base/actor';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ parsed: { secureCookies: true } });
});
afterAll(() => server?.close());

const attributes = /; Path=\/; HttpOnly; SameSite=Lax; Secure(; Max-Age=\d+)?$/;
const seen = new Set<string>();

/** Holds each cookie of an answer to the form that browsers guard, and notes its name. */
function check(lines: readonly string[]): void {
  for (const line of lines) {
    const [, name, value] = /^(__Host-[a-z-]+)=([^;]*)/.exec(line) ?? [];
    expect(name, line).toBeDefined();
    expect(line).toMatch(attributes);
    expect(line).not.toContain('Domain');
    expect(line.length).toBeLessThan(4_096);
    // A random word or nothing: no phone, no name, no role.
    expect(value).toMatch(/^[\w-]*$/);
    seen.add(name!);
  }
}

class Checked extends ApiBrowser {
  override async call(...args: Parameters<ApiBrowser['call']>) {
    const answer = await super.call(...args);
    check(this.setCookies);
    return answer;
  }
}

it('guards every cookie over https', async () => {
  const phoneNumber = newPhone();
  const patient = new Checked(server);
  expect((await signInAt(server, patient, phoneNumber)).status).toBe(200);
  const names = { firstName: 'Sarah', lastName: 'Miller', email: 'sarah@example.com' };
  const registered = { phoneNumber, ...names };
  expect((await patient.call('POST', '/auth/complete-registration', registered)).status).toBe(200);
  expect((await patient.call('GET', '/leads/me')).status).toBe(200);
  expect((await patient.call('POST', '/auth/logout')).status).toBe(200);

  const clinic = new Checked(server);
  const asClinic = { phoneNumber: newPhone() };
  await clinic.call('POST', '/clinic/auth/send-code', asClinic);
  const otpCode = await codeOf(server.ctx(), asClinic.phoneNumber);
  const verified = await clinic.call('POST', '/clinic/auth/verify-code', { ...asClinic, otpCode });
  expect(verified.status).toBe(200);

  const { email, password, totpSecret } = await enrolledStaff(server.ctx());
  const staff = new Checked(server);
  const code = await staffCode(server.ctx(), totpSecret);
  expect((await staff.call('POST', '/admin/login', { email, password, code })).status).toBe(200);
  expect((await staff.call('POST', '/admin/logout')).status).toBe(200);

  const invited = { email: 'ann@staff.example', name: 'Ann Lee', role: 'admin' } as const;
  const { link } = await addStaff(server.ctx(system('test')), invited);
  const opened = form({ intent: 'open', token: link.split('#')[1]! });
  check((await server.request('/admin/enrol?index', opened)).headers.getSetCookie());

  const request = await requestWithPhotos(server.ctx(), { photos: 0 });
  const { token } = await shareWithCompanion(request.patient.ctx, {
    ...{ kind: 'comparison', id: request.leadId, withPhotos: false, withNotes: false },
  });
  const exchanged = form({ intent: 'open', token });
  check((await server.request('/shared', exchanged)).headers.getSetCookie());

  for (const name of [
    'companion',
    'patient',
    'patient-challenge',
    'clinic',
    'clinic-challenge',
    'staff',
  ])
    expect([...seen], name).toContain(`__Host-${name}`);
  expect([...seen]).toContain('__Host-staff-enrol');
});

it('takes no cookie without its guard', async () => {
  const call = new ApiBrowser(server);
  const phoneNumber = newPhone();
  await signInAt(server, call, phoneNumber);
  const guarded = call.cookies.get('__Host-patient')!;
  const plain = await server.request('/api/leads/me', {
    headers: { Cookie: `patient=${guarded}` },
  });
  expect(plain.status).toBe(401);
});

it('is what an https address gives', () => {
  const of = (PUBLIC_URL: string) =>
    parseEnv({
      TEST_DATABASE_URL: 'postgres://x',
      PUBLIC_URL,
      OTP_HMAC_KEYS: 'k'.repeat(32),
      OTP_CIPHER_KEYS: 'k'.repeat(32),
      STAFF_CIPHER_KEYS: 'k'.repeat(32),
    }).secureCookies;
  expect(of('https://clinics.example')).toBe(true);
  expect(of('http://localhost:3000')).toBe(false);
});
