import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addStaff, totpCodeAt } from '#modules/identity';
import { system } from '#platform/base/actor';
import { now } from '#platform/time/clock';
import { days } from '#platform/base/duration';
import { newToken } from '#platform/base/ids';
import { ApiBrowser } from '../kit/api-browser';
import { advance, resetClock } from '../kit/clock';
import { startTestServer, type TestServer } from '../kit/http';
import { anonymousAt, form, locationOf } from '../kit/patient-browser';

describe('the enrolment pages, without a script', () => {
  let server: TestServer;
  let email: string;
  let token: string;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await resetClock(server.services);
    await server.services.database.pool.query('delete from platform.rate_limit');
    email = `${newToken(9).toLowerCase()}@staff.example`;
    const ctx = server.ctx(system('test'));
    const { link } = await addStaff(ctx, { email, name: 'Ann Lee', role: 'admin' });
    expect(link).toMatch(new RegExp(`^${server.url}/admin/enrol#`));
    token = link.split('#')[1]!;
  });

  const at = (cookie = '') => {
    const send = anonymousAt(server);
    return (init: RequestInit = {}) =>
      send('/admin/enrol?index', { ...init, headers: { Cookie: cookie } });
  };
  const open = (typed = token) => at()(form({ intent: 'open', token: typed }));
  const opened = async () => (await open()).headers.getSetCookie()[0]!.split(';')[0]!;
  const page = async (cookie: string) => (await at(cookie)()).text();
  const secretOn = (html: string): string =>
    /<p translate="no"[^>]*>([A-Z2-7 ]+)</.exec(html)![1]!.replaceAll(' ', '');
  const codeFor = async (cookie: string): Promise<string> =>
    totpCodeAt(secretOn(await page(cookie)), await now(server.ctx()));
  const enrol = async (cookie: string, fields: { password?: string; code?: string } = {}) => {
    const code = fields.code ?? (await codeFor(cookie));
    const password = 'lantern orbit velvet quarry';
    return at(cookie)(form({ intent: 'enrol', password, code, ...fields }));
  };

  it('lead from the pasted link to a sign-in', async () => {
    expect(await page('')).toContain('Your link');
    const first = await open(`${server.url}/admin/enrol#${token}`);
    expect(locationOf(first)).toBe('/admin/enrol');
    expect(first.headers.getSetCookie()[0]).toMatch(
      /^staff-enrol=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=1800$/,
    );
    const cookie = await opened();
    const html = await page(cookie);
    expect(html).toContain(email);
    expect(html).toContain('otpauth://totp/');
    expect(html).toContain('viewBox');
    const secret = secretOn(html);
    const done = await enrol(cookie);
    expect(locationOf(done)).toBe('/admin/enrol/done');
    expect(done.headers.getSetCookie()[0]).toContain('Max-Age=0');
    const browser = new ApiBrowser(server);
    const signIn = async (steps: number) =>
      browser.call('POST', '/admin/login', {
        email,
        password: 'lantern orbit velvet quarry',
        code: totpCodeAt(secret, new Date((await now(server.ctx())).getTime() + steps * 30_000)),
      });
    expect((await signIn(0)).status).toBe(401);
    expect((await signIn(1)).status).toBe(200);
    expect((await browser.call('GET', '/admin/identity')).body.data).toMatchObject({
      email,
      role: 'admin',
      passkeys: 0,
    });
  });

  it('use a link once, also when two send it at once', async () => {
    const cookie = await opened();
    const code = await codeFor(cookie);
    const answers = await Promise.all([enrol(cookie, { code }), enrol(cookie, { code })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 410]);
    expect((await open()).status).toBe(410);
    expect(await page(cookie)).toContain('Your link');
    expect((await at(cookie)(form({ intent: 'enrol', password: 'x', code: '1' }))).status).toBe(
      410,
    );
  });

  it('end after three days', async () => {
    const cookie = await opened();
    await advance(server.services, days(3));
    expect((await open()).status).toBe(410);
    expect(await page(cookie)).toContain('Your link');
  });

  it.each([
    ['', 422],
    ['nothing', 410],
    ['x'.repeat(300), 422],
  ])('refuse %j as a link', async (typed, status) => {
    const answer = await open(typed);
    expect(answer.status).toBe(status);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it.each([
    ['short', 'Use at least 12 characters.'],
    ['password1234', 'too easy to guess'],
    ['qwertyuiop123', 'too easy to guess'],
    ['111111111111', 'too easy to guess'],
    ['Annlee-Annlee', 'too easy to guess'],
    ['x'.repeat(300), 'Use at most 256 characters.'],
  ])('refuse the password %j and do not send it back', async (password, message) => {
    const answer = await enrol(await opened(), { password });
    const html = await answer.text();
    expect(answer.status).toBe(422);
    expect(html).toContain(message);
    expect(html).not.toContain(`value="${password}"`);
  });

  it.each(['gehören zwei Äpfel 梨 hinein', 'y'.repeat(20) + newToken(40)])(
    'take the password %j',
    async (password) => {
      expect((await enrol(await opened(), { password })).status).toBe(302);
    },
  );

  it('refuse a code that is not the app’s, and change nothing', async () => {
    const cookie = await opened();
    const answer = await enrol(cookie, { code: '000000' });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain('This code is not right.');
    const both = await (await enrol(cookie, { code: '1', password: 'short' })).text();
    expect(both).toContain('This code is not right.');
    expect(both).toContain('Use at least 12 characters.');
    expect((await enrol(cookie)).status).toBe(302);
  });

  it('leave token, password and secret in no log', async () => {
    const cookie = await opened();
    const secret = secretOn(await page(cookie));
    await enrol(cookie);
    const logged = JSON.stringify(server.logged);
    for (const word of [token, secret, 'velvet quarry', email]) expect(logged).not.toContain(word);
  });
});
