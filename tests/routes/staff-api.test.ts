import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openSession } from '#modules/identity';
import { minutes } from '#platform/base/duration';
import { newToken } from '#platform/base/ids';
import {
  enrolledStaff,
  newPhone,
  signedInPatient,
  signedInStaff,
  staffCode,
  type EnrolledStaff,
  type SignedInStaff,
} from '../../modules/identity/testing';
import { ApiBrowser } from '../kit/api-browser';
import { advance, resetClock } from '../kit/clock';
import { startTestServer, type TestServer } from '../kit/http';
import { SoftPasskey } from '../kit/passkey';

interface Options {
  challengeId: string;
  options: { challenge: string };
}

describe('the calls of staff', () => {
  let server: TestServer;
  let browser: ApiBrowser;
  let someone: EnrolledStaff;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await resetClock(server.services);
    await server.services.database.pool.query('delete from platform.rate_limit');
    browser = new ApiBrowser(server);
    someone = await enrolledStaff(server.ctx());
  });

  const credentials = async (steps = 0) => ({
    email: someone.email,
    password: someone.password,
    code: await staffCode(server.ctx(), someone.totpSecret, steps),
  });
  const signIn = async (who = browser, steps = 0) =>
    who.call('POST', '/admin/login', await credentials(steps));
  const as = ({ token }: Pick<SignedInStaff, 'token'>) => {
    const its = new ApiBrowser(server);
    its.cookies.set('staff', token);
    return its;
  };

  it('lead from a sign-in to the console and out again', async () => {
    const answer = await signIn();
    expect(answer).toMatchObject({ status: 200, body: { success: true, message: 'Signed in' } });
    expect(browser.setCookies).toHaveLength(1);
    expect(browser.setCookies[0]).toMatch(
      /^staff=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=28800$/,
    );
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    const identity = await browser.call('GET', '/admin/identity');
    expect(identity).toMatchObject({
      status: 200,
      body: { data: { id: someone.id, email: someone.email, role: 'reviewer', passkeys: 0 } },
    });
    const { token } = { token: browser.cookies.get('staff')! };
    const out = await browser.call('POST', '/admin/logout');
    expect(out.status).toBe(200);
    expect(out.headers.get('Clear-Site-Data')).toBe('"cache"');
    expect(browser.cookies.has('staff')).toBe(false);
    expect((await as({ token }).call('GET', '/admin/identity')).status).toBe(401);
    expect((await browser.call('POST', '/admin/logout')).status).toBe(200);
  });

  it('answer every wrong sign-in in the same bytes', async () => {
    const good = await credentials();
    const answers = await Promise.all(
      [
        { ...good, password: 'wrong' },
        { ...good, code: '000000' },
        { ...good, email: 'nobody@staff.example' },
        { ...good, email: 'no address at all' },
      ].map((body) => browser.call('POST', '/admin/login', body)),
    );
    for (const { status, body } of answers) {
      expect(status).toBe(401);
      expect(body).toEqual(answers[0]!.body);
    }
    expect(answers[0]!.body.code).toBe('invalid_credentials');
    expect(browser.cookies.has('staff')).toBe(false);
  });

  it('lock with a time to come back', async () => {
    const wrong = { ...(await credentials()), password: 'wrong' };
    for (let i = 0; i < 10; i += 1) await browser.call('POST', '/admin/login', wrong);
    const locked = await signIn();
    expect(locked).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(Number(locked.headers.get('Retry-After'))).toBeGreaterThan(600);
  });

  it.each([{}, { email: 'a@b.example' }, { email: 1, password: 'x', code: 'x' }])(
    'refuse the form %j',
    async (body) => {
      expect((await browser.call('POST', '/admin/login', body)).status).toBe(422);
    },
  );

  it('keep the principals apart: no cookie opens another one’s doors', async () => {
    await signIn();
    const staff = browser.cookies.get('staff')!;
    const patient = await signedInPatient(server.ctx());
    const clinic = await openSession(server.ctx(), {
      principal: 'clinic',
      phase: 'phone-verified',
      phone: newPhone(),
    });
    const tokens = { staff, patient: patient.token, clinic: clinic.token };
    const doors = {
      staff: ['/admin/identity', '/admin/sessions', '/admin/staff', '/admin/audit'],
      patient: ['/leads/me', '/drafts/me'],
      clinic: ['/clinic/auth/status/me'],
    };
    const met = async (cookie: string, value: string, path: string) => {
      const its = new ApiBrowser(server);
      its.cookies.set(cookie, value);
      return (await its.call('GET', path)).status;
    };
    for (const [door, paths] of Object.entries(doors))
      for (const path of paths)
        for (const [whose, token] of Object.entries(tokens)) {
          const where = `${whose} at ${path}`;
          // Under its own name at a foreign door, and under the door's name.
          if (whose !== door) {
            expect(await met(whose, token, path), where).toBe(401);
            expect(await met(door, token, path), where).toBe(401);
          } else expect(await met(whose, token, path), where).not.toBe(401);
        }
  });

  it('never adopt a planted cookie', async () => {
    const planted = newToken();
    browser.cookies.set('staff', planted);
    await signIn();
    expect(browser.cookies.get('staff')).not.toBe(planted);
    expect((await as({ token: planted }).call('GET', '/admin/identity')).status).toBe(401);
  });

  it('ask for the second factor again before an act that needs it, and rotate the cookie', async () => {
    const admin = await signedInStaff(server.ctx(), { role: 'admin' });
    const its = as(admin);
    await advance(server.services, minutes(11));
    const add = () =>
      its.call('POST', '/admin/staff', {
        email: `${newToken(9)}@staff.example`,
        name: 'New Person',
        role: 'reviewer',
      });
    expect(await add()).toMatchObject({ status: 401, body: { code: 'step_up' } });
    const wrong = await its.call('POST', '/admin/step-up', { code: '000000' });
    expect(wrong).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
    const code = await staffCode(server.ctx(), admin.totpSecret);
    expect((await its.call('POST', '/admin/step-up', { code })).status).toBe(200);
    expect(its.cookies.get('staff')).not.toBe(admin.token);
    expect((await as(admin).call('GET', '/admin/identity')).status).toBe(401);
    const added = await add();
    expect(added.status).toBe(201);
    const { record } = added.body.data as { record: Record<string, unknown> };
    expect(record).toMatchObject({ state: 'invited', role: 'reviewer' });
    expect(record.enrolmentLink).toMatch(/\/admin\/enrol#[\w-]{43}$/);
    const read = await its.call('GET', `/admin/staff/${String(record.id)}`);
    expect(read.body).toMatchObject({ id: record.id, enrolmentLink: null });
    const changed = await its.call('POST', `/admin/staff/${String(record.id)}/change-role`, {
      role: 'admin',
    });
    expect(changed.body.data).toMatchObject({ record: { role: 'admin' } });
    const last = await its.call('POST', `/admin/staff/${admin.id}/disable`, {});
    expect([200, 409]).toContain(last.status);
  });

  it('show reviewers names only, and let them manage nobody', async () => {
    const admin = await signedInStaff(server.ctx(), { role: 'admin' });
    const its = as(await signedInStaff(server.ctx()));
    expect((await its.call('GET', '/admin/staff')).status).toBe(403);
    const filter = encodeURIComponent(JSON.stringify({ id: [admin.id] }));
    const names = await its.call('GET', `/admin/staff?filter=${filter}`);
    expect(names.status).toBe(200);
    expect(JSON.stringify(names.body)).not.toContain(admin.email);
    for (const event of ['disable', 'end-sessions', 'reset-factors'])
      expect((await its.call('POST', `/admin/staff/${admin.id}/${event}`, {})).status).toBe(403);
    const body = { email: 'x@y.example', name: 'X', role: 'admin' };
    expect((await its.call('POST', '/admin/staff', body)).status).toBe(403);
  });

  it('list and end one’s own sessions', async () => {
    await signIn();
    await advance(server.services, minutes(1));
    const other = new ApiBrowser(server);
    await signIn(other);
    const seen = await browser.call('GET', '/admin/sessions');
    const { sessions } = seen.body.data as { sessions: Array<{ id: string; current: boolean }> };
    expect(sessions).toHaveLength(2);
    const foreign = sessions.find(({ current }) => !current)!;
    const ended = await browser.call('DELETE', `/admin/sessions/${foreign.id}`);
    expect(ended.status).toBe(200);
    expect((await other.call('GET', '/admin/identity')).status).toBe(401);
    expect((await browser.call('DELETE', '/admin/sessions/nothing')).status).toBe(404);
  });

  it('take a passkey for sign-in and step-up', async () => {
    const member = await signedInStaff(server.ctx());
    const its = as(member);
    const key = new SoftPasskey(server.url);
    const made = (await its.call('POST', '/admin/passkeys/options')).body
      .data as unknown as Options;
    const added = await its.call('POST', '/admin/passkeys', {
      challengeId: made.challengeId,
      label: 'Phone',
      response: key.create(made.options),
    });
    expect(added).toMatchObject({
      status: 201,
      body: { data: { passkeys: [{ label: 'Phone' }] } },
    });
    const asked = (await browser.call('POST', '/admin/login/passkey/options')).body
      .data as unknown as Options;
    const entered = await browser.call('POST', '/admin/login/passkey', {
      challengeId: asked.challengeId,
      response: key.get(asked.options),
    });
    expect(entered.status).toBe(200);
    const identity = await browser.call('GET', '/admin/identity');
    expect(identity.body.data).toMatchObject({ id: member.id, passkeys: 1 });
    await advance(server.services, minutes(11));
    const again = (await browser.call('POST', '/admin/step-up/passkey/options')).body
      .data as unknown as Options;
    const proved = await browser.call('POST', '/admin/step-up/passkey', {
      challengeId: again.challengeId,
      response: key.get(again.options),
    });
    expect(proved.status).toBe(200);
    const { passkeys } = (await browser.call('GET', '/admin/passkeys')).body.data as {
      passkeys: Array<{ id: string }>;
    };
    const removed = await browser.call('DELETE', `/admin/passkeys/${passkeys[0]!.id}`);
    expect(removed.status).toBe(200);
  });

  it('leave passwords, codes, tokens and addresses in no log', async () => {
    const { password, code } = await credentials();
    await signIn();
    await browser.call('POST', '/admin/login', { email: someone.email, password, code });
    const logged = JSON.stringify(server.logged);
    const words = [someone.email, password, someone.totpSecret, browser.cookies.get('staff')!];
    for (const word of words) expect(logged).not.toContain(word);
  });
});
