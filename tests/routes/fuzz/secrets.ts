import type { TestServer } from '../../kit/http';
import { holdCode } from '../../kit/identity';
import { SoftPasskey } from '../../kit/passkey';
import { enrolledStaff, staffCode } from '../../../modules/identity/testing';
import type { Known } from './examples';
import type { Person } from './people';

/** What only somebody in the middle of signing in has: members of the body, and cookies beside the session. */
export interface Held {
  readonly known: Known;
  readonly cookie?: string;
}

type Hold = (server: TestServer, person: Person) => Promise<Held>;

const code =
  (role: 'patient' | 'clinic'): Hold =>
  async (server, { phone }) => {
    const held = await holdCode(server.ctx(), phone, role);
    const cookie = `${role}-challenge=${held.browserToken}`;
    return { known: { otpCode: held.code }, cookie };
  };

const factors: Hold = async (server, person) => {
  const staff = person.staff ?? (await enrolledStaff(server.ctx()));
  // An app's code counts once, and this one person signs in again and again.
  await server.services.database.pool.query('update identity.staff_account set totp_step = null');
  const { email, password, totpSecret } = staff;
  return { known: { email, password, code: await staffCode(server.ctx(), totpSecret) } };
};

async function challenge(server: TestServer, cookie: string, path: string) {
  const answer = await server.request(`/api${path}`, {
    method: 'POST',
    headers: { Cookie: cookie },
  });
  const { data } = (await answer.json()) as {
    data?: { challengeId: string; options: { challenge: string } };
  };
  return data ?? { challengeId: 'none', options: { challenge: 'none' } };
}

const newPasskey =
  (path: string): Hold =>
  async (server, { cookie }) => {
    const { challengeId, options } = await challenge(server, cookie, path);
    const response = new SoftPasskey(server.url).create(options);
    return { known: { challengeId, response, label: 'Phone' } };
  };

const shownPasskey =
  (path: string): Hold =>
  async (server, { cookie }) => {
    const { challengeId, options } = await challenge(server, cookie, path);
    return { known: { challengeId, response: new SoftPasskey(server.url).get(options) } };
  };

/** By call. Everything else is made of what its schema and the record at its address say. */
export const secrets: Readonly<Record<string, Hold>> = {
  'identity.verify-code': code('patient'),
  'identity.resend-code': code('patient'),
  'clinic-onboarding.verify-code': code('clinic'),
  'identity.clinic-resend-code': code('clinic'),
  'identity.staff-sign-in': factors,
  'identity.staff-step-up': factors,
  'identity.staff-add-passkey': newPasskey('/admin/passkeys/options'),
  'identity.staff-passkey-sign-in': shownPasskey('/admin/login/passkey/options'),
  'admin.staff.change-role': async () => ({ known: { role: 'admin' } }),
  // The default, which is never the version that is shown.
  'admin.content.restore': async () => ({ known: { version: 0 } }),
  'identity.staff-passkey-step-up': shownPasskey('/admin/step-up/passkey/options'),
};
