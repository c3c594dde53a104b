import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '#app/api/table.server';
import { writeSetting } from '#platform/settings/settings';
import { smsPolicy } from '../../modules/identity/rules';
import { newPhone, signedInPatient } from '../../modules/identity/testing';
import { textIn } from '#app/i18n/server';
import { ApiBrowser, signInAt } from '../kit/api-browser';
import { startTestServer, type TestServer } from '../kit/http';

const text = textIn('en');

let server: TestServer;
let cookie: string;
beforeAll(async () => {
  server = await startTestServer();
  cookie = `patient=${(await signedInPatient(server.ctx())).token}`;
});
afterAll(() => server?.close());

const json = (path: string, body: unknown, method = 'POST') =>
  server.request(path, {
    method,
    headers: { Cookie: cookie, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('the old way to ask for data', () => {
  it.each(['routes/nowhere', 'root', 'routes/_public+/_index', '', '%00', "'--"])(
    '?_data=%s is refused and leaves no error in the log',
    async (route) => {
      const before = server.logged.length;
      for (const query of [`_data=${encodeURIComponent(route)}`, `a=b&%5Fdata=${route}`])
        for (const path of ['/', '/login', '/my-offers', '/api/leads/me', '/nowhere']) {
          const answer = await server.request(`${path}?${query}`, { headers: { Cookie: cookie } });
          expect(answer.status, path).toBe(400);
          expect(await answer.text()).not.toMatch(/stack|routeId|Error:/);
        }
      const lines = server.logged.slice(before);
      expect(lines.filter(({ level }) => (level as number) >= 50)).toEqual([]);
    },
  );
});

describe('a request without Origin and Sec-Fetch-Site', () => {
  const old = 'Mozilla/5.0 (Windows NT 6.1; rv:38.0) Gecko/20100101 Firefox/38.0';
  const fill = (path: string) => path.replace(/\{\w+\}/g, 'x');
  const changing = calls.filter(({ method }) => method !== 'GET');
  const send = (path: string, method: string, headers: Record<string, string>) =>
    fetch(`${server.url}/api${path}`, { method, headers, redirect: 'manual' });

  it('and without a body is refused where a browser of long ago sends it', async () => {
    expect(changing.length).toBeGreaterThan(10);
    for (const { method, path } of changing)
      for (const agent of [old, 'Opera/9.80 (X11) Presto/2.12'])
        expect((await send(fill(path), method, { 'User-Agent': agent })).status, path).toBe(403);
    const session = await server.request('/api/leads/me', { headers: { Cookie: cookie } });
    expect(session.status).toBe(200);
  });

  it('is refused as a form, whoever sends it', async () => {
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data'])
      for (const agent of [old, 'node'])
        expect(
          (
            await send('/auth/logout', 'POST', {
              'User-Agent': agent,
              'Content-Type': type,
              Cookie: cookie,
            })
          ).status,
        ).toBe(agent === old ? 403 : 415);
    const session = await server.request('/api/leads/me', { headers: { Cookie: cookie } });
    expect(session.status).toBe(200);
  });

  it.each([
    ['a program without a body', { 'User-Agent': 'python-requests/2.32' }],
    ['a program that names no type and no name', { 'User-Agent': '' }],
    ['JSON, which no form can send', { 'User-Agent': old, 'Content-Type': 'application/json' }],
  ])('ends the session for %s', async (_who, headers) => {
    const { token } = await signedInPatient(server.ctx());
    const own = { Cookie: `patient=${token}` };
    const answer = await send('/auth/logout', 'POST', { ...own, ...headers });
    expect(answer.status).toBe(200);
    expect((await server.request('/api/leads/me', { headers: own })).status).toBe(401);
  });
});

describe('what is refused', () => {
  it('is listed up to a point, however much came', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 9_000 }, (_, n) => [`u${String(n).padStart(4, '0')}`, 1]),
    );
    const answer = await json('/api/auth/send-code', { phoneNumber: '+12125550123', ...many });
    expect(answer.status).toBe(422);
    const text = await answer.text();
    expect(text.length).toBeLessThan(2_000);
    const { errors } = JSON.parse(text) as { errors: Record<string, string[]> };
    expect(Object.keys(errors).filter((key) => key !== '_')).toHaveLength(10);
    expect(errors._).toEqual(['8,990 more are not listed.']);
  });

  it('is named in short', async () => {
    const long = 'k'.repeat(50_000);
    for (const answer of [
      await json('/api/auth/send-code', { phoneNumber: '+12125550123', [long]: 1 }),
      await json('/api/auth/send-code', { [long]: '\u0000' }),
      await server.request(`/api/leads/me?${'k'.repeat(5_000)}=1&${'k'.repeat(5_000)}=2`, {
        headers: { Cookie: cookie },
      }),
    ]) {
      expect(answer.status).toBe(422);
      expect((await answer.text()).length).toBeLessThan(1_000);
    }
  });

  it('is a list of nine thousand wrong things in one short answer', async () => {
    const answer = await json('/api/leads', {
      phoneNumber: '+12125550123',
      treatment: 'dental',
      subTreatment: 'Root Canal',
      bodyArea: 'mouth',
      photos: Array.from({ length: 9_000 }, () => 1),
    });
    expect([403, 422]).toContain(answer.status);
    expect((await answer.text()).length).toBeLessThan(10_000);
  });
});

describe('names that show nothing', () => {
  it.each(['\u200b\u200d', '\u3164', '\u2800\u2800', '\u0301'])('%j are missing', async (name) => {
    const verified = new ApiBrowser(server);
    const phoneNumber = newPhone();
    await signInAt(server, verified, phoneNumber);
    const body = { phoneNumber, firstName: name, lastName: name, email: 'sarah@example.com' };
    const answer = await verified.call('POST', '/auth/complete-registration', body);
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual({
      firstName: [text('auth.error.first_name_missing')],
      lastName: [text('auth.error.last_name_missing')],
    });
  });
});

describe('countries of a setting', () => {
  it('are kept once each', async () => {
    const chosen = { enabled: true, countries: ['US', 'GB', 'US', 'US', 'GB'] };
    await writeSetting(server.ctx(), smsPolicy, chosen);
    const { rows } = await server.services.database.pool.query<{ value: unknown }>(
      "select value from platform.setting where key = 'identity.sms-policy'",
    );
    expect(rows[0]!.value).toEqual({ enabled: true, countries: ['US', 'GB'] });
  });
});

describe('/.well-known/security.txt', () => {
  it('says whom to tell, and holds for months from whenever it is asked', async () => {
    const answer = await server.request('/.well-known/security.txt');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
    const text = await answer.text();
    const field = (name: string) => new RegExp(`^${name}: (.+)$`, 'm').exec(text)?.[1];
    expect(field('Contact')).toBe('mailto:security@clinics.example');
    expect(field('Preferred-Languages')).toBe('en, tr, de, ar');
    expect(field('Canonical')).toBe(`${server.url}/.well-known/security.txt`);
    const left = new Date(field('Expires')!).getTime() - Date.now();
    expect(left).toBeGreaterThan(90 * 86_400_000);
    expect(left).toBeLessThan(366 * 86_400_000);
    const policy = await server.request(field('Policy')!.slice(server.url.length));
    expect(policy.status).toBe(200);
    expect(await policy.text()).toContain('within three working days');
  });

  it.each([
    [{ SECURITY_CONTACT: 'security@clinics.example' }, 'mailto:security@clinics.example'],
    [{ SECURITY_CONTACT: 'https://clinics.example/tell' }, 'https://clinics.example/tell'],
    [{ PUBLIC_URL: 'https://clinics.example' }, 'https://clinics.example/contact'],
  ])('with %j names %s', async (settings, contact) => {
    const other = await startTestServer({ parsed: settings });
    const text = await (await other.request('/.well-known/security.txt')).text();
    await other.close();
    expect(text).toContain(`Contact: ${contact}\n`);
  });
});
