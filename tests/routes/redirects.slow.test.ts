import http from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOwnLocation, ownPath, redirect } from '#app/http/redirect';
import { locales } from '#platform/base/locale';
import { startTestServer, type TestServer } from '../kit/http';
import { Cast, type Role } from './fuzz/people';

/** Ways to write another host, a scheme or a second header, as a path or after one. */
const payloads = [
  '//evil.example',
  '///evil.example',
  '////evil.example/x',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\\/evil.example',
  '//\\evil.example',
  '/\\\\evil.example',
  'https://evil.example',
  'https:evil.example',
  'https:/evil.example',
  'https:\\\\evil.example',
  'HTTPS://evil.example',
  '//evil.example:80/x',
  '//user@evil.example',
  '//localhost@evil.example',
  '//[::ffff:1.2.3.4]/x',
  '//evil.example%2f..',
  '//evil.example?x',
  '//evil.example#x',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  ' //evil.example',
  '\t//evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\nSet-Cookie: a=b',
  '/x\r\nLocation: //evil.example',
  '/\u0000/evil.example',
  '/\u0085/evil.example',
  '/\u00a0/evil.example',
  '/\u2028/evil.example',
  '/\u202e/evil.example',
  '/\u200b/evil.example',
  '/\ufeff/evil.example',
  '\uff0f\uff0fevil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  '/%2e%2e//evil.example',
  '/a/%2E%2e//evil.example',
  '/./\\evil.example',
  '/tr//evil.example',
  '/tr///evil.example/welcome',
  '/tr/\\evil.example',
  '/TR//evil.example',
  '/tr/..//evil.example',
  '/tr/.//evil.example',
  '/tr/tr//evil.example',
  '/tr/%2e%2e//evil.example',
  '/tr/\t/evil.example',
  '/%2f/evil.example',
  '/%5cevil.example',
  '@evil.example',
  '.evil.example',
  '?next=//evil.example',
  '/?\\evil.example',
  '#//evil.example',
  ':80/evil.example',
];

let server: TestServer;
const cookies = new Map<Role, string>();
beforeAll(async () => {
  server = await startTestServer({
    rates: { window: 60_000 as never, general: 1e9, auth: 1e9 },
    vite: (req, res, next) => {
      if (!req.path.startsWith('/leak/')) return next();
      const to = Buffer.from(req.path.slice('/leak/'.length), 'base64url').toString();
      if (req.method === 'POST') return void res.writeHead(302, { Location: to }).end();
      res.status(302).append('Location', to).end();
    },
  });
  const cast = new Cast(server);
  for (const role of ['patient', 'clinic-approved', 'clinic-pending', 'admin'] as const)
    cookies.set(role, (await cast.newcomer(role)).cookie);
});
afterAll(() => server?.close());

interface Answer {
  readonly status: number;
  readonly location?: string;
  readonly body: string;
}

interface Asked {
  readonly path: string;
  readonly as?: Role;
  readonly form?: Record<string, string>;
}

/** Sends the target as it stands; `fetch` would resolve it first. */
function send({ path, as, form }: Asked): Promise<Answer> {
  const target = path.replace(/[^\x21-\x7e]/g, (sign) => encodeURIComponent(sign));
  const body = form && new URLSearchParams(form).toString();
  return new Promise((resolve, reject) => {
    const request = http.request({
      ...{ host: '127.0.0.1', port: server.listening.port, path: target, agent: false },
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        Accept: 'text/html',
        Origin: server.url,
        ...(as ? { Cookie: cookies.get(as) } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' }),
      },
    });
    request.on('error', reject).on('response', (answer) => {
      const chunks: Buffer[] = [];
      answer
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => {
          const { statusCode: status = 0, headers } = answer;
          resolve({ status, location: headers.location, body: Buffer.concat(chunks).toString() });
        });
    });
    request.end(body);
  });
}

const enc = encodeURIComponent;
const query = (payload: string) => `redirectTo=${enc(payload)}`;
const below = (payload: string) => payload.replace(/^[?#]/, '/$&');

/** Every place that answers with a path which came in. */
const places: Record<string, (payload: string) => Asked[]> = {
  'the language button': (to) =>
    locales.map((locale) => ({ path: '/language', form: { locale, to } })),
  'the language button of a page of data': (to) =>
    locales.map((locale) => ({ path: '/language.data', form: { locale, to } })),
  'the address itself': (payload) => [
    { path: below(payload) },
    { path: `/tr${below(payload)}` },
    { path: `/tr${below(payload)}`, as: 'patient' },
  ],
  'pages that send to the sign-in': (payload) =>
    ['/profile', '/clinic/dashboard', '/admin/enrol', '/offers/'].map((page) => ({
      path: page + payload,
    })),
  'after the sign-in of a patient': (payload) =>
    ['/login', '/register', '/tr/login', '/login.data'].map((page) => ({
      path: `${page}?${query(payload)}`,
      as: 'patient',
    })),
  'after the sign-in of a clinic': (payload) =>
    (['clinic-approved', 'clinic-pending'] as const).flatMap((as) =>
      ['/clinic-login', '/clinic-register', '/tr/clinic-login'].map((page) => ({
        path: `${page}?${query(payload)}`,
        as,
      })),
    ),
  'a step of the sign-in': (payload) =>
    ['/login', '/clinic-login', '/tr/login'].flatMap((page) =>
      ['restart', 'resend'].map((intent) => ({
        path: `${page}?${query(payload)}&step=${enc(payload)}`,
        form: { intent },
      })),
    ),
  'a fresh proof': (payload) => [
    { path: `/profile/confirm?${query(payload)}`, as: 'patient' },
    { path: `/clinic/confirm?${query(payload)}`, as: 'clinic-approved' },
  ],
  leaving: (to) => [{ path: '/logout', form: { to } }],
  'a link without sign-in': (payload) => [
    { path: `/unsubscribe/${enc(payload)}`, form: { intent: 'unsubscribe', to: payload } },
    { path: `/saved-filter/${enc(payload)}` },
    { path: `/find-clinics/${enc(payload)}` },
  ],
  'a page that opens itself anew': (payload) => [
    { path: `/profile/notifications?x=${payload}`, as: 'patient', form: { intent: 'read-all' } },
    { path: `/clinic/dashboard?filter=${enc(payload)}`, as: 'clinic-approved' },
    { path: `/consultation/photos?x=${payload}`, as: 'patient', form: { intent: 'add' } },
  ],
};

describe('an answer leads to a path of ours or nowhere', () => {
  it.each(Object.entries(places))(
    'from %s',
    async (place, asked) => {
      let led = 0;
      const faults: unknown[] = [];
      for (const payload of payloads)
        for (const one of asked(payload)) {
          const { status, location, body } = await send(one);
          const own = location === undefined || isOwnLocation(location);
          const origin = new URL(location ?? '/', server.url).origin;
          const inData = one.path.includes('.data') && /"(\/[/\\]|https?:|javascript:)/i.test(body);
          if (location !== undefined || one.path.includes('.data')) led += 1;
          if (status >= 500 || !own || origin !== server.url || inData)
            faults.push({ ...one, status, location });
        }
      expect(faults).toEqual([]);
      // The others have no page at such an address, or know their doors by name.
      if (/button|sign-in of|step/.test(place)) expect(led).toBeGreaterThan(0);
    },
    120_000,
  );
});

describe('the one redirect', () => {
  it('refuses what is no path of ours, and no payload gets through', () => {
    expect(payloads.length).toBeGreaterThanOrEqual(60);
    let refused = 0;
    for (const payload of payloads) {
      let location: string | null = null;
      try {
        location = redirect(payload).headers.get('Location');
      } catch (error) {
        refused += 1;
        expect(error).toMatchObject({ code: 'malformed_request' });
      }
      if (location !== null) expect(new URL(location, server.url).origin).toBe(server.url);
      const own = ownPath(payload);
      if (own !== null) expect(new URL(own, server.url).origin).toBe(server.url);
    }
    expect(refused).toBeGreaterThan(40);
  });

  it.each(['/', '/?closed', '/a/b?c=d#e', '/tr/contact?sent', '/offers/0198?x=a%20b'])(
    'leads to %s as it is',
    (to) => expect(redirect(to).headers.get('Location')).toBe(to),
  );

  it('writes a backslash of a query as browsers read it there', () =>
    expect(redirect('/a?b=\\c').headers.get('Location')).toBe('/a?b=%5Cc'));
});

describe('the last look at an answer', () => {
  const leak = (to: string, method = 'GET') =>
    server.request(`/leak/${Buffer.from(to).toString('base64url')}`, { method });

  it.each([
    '//evil.example/a',
    'https://evil.example/a',
    '/\\evil.example/a',
    '/tr/..//evil.example',
  ])('makes an empty 500 of a way to %s and keeps the value to itself', async (to) => {
    for (const method of ['GET', 'POST']) {
      server.logged.length = 0;
      const answer = await leak(to, method);
      expect([answer.status, answer.headers.get('Location')]).toEqual([500, null]);
      expect(await answer.text()).toBe('');
      const lines = server.logged.filter(({ msg }) => msg === 'http.foreign-location');
      expect(lines).toHaveLength(1);
      expect(JSON.stringify(server.logged)).not.toContain('evil');
    }
  });

  it('lets a path of ours through', async () => {
    const answer = await leak('/contact?sent');
    expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/contact?sent']);
  });
});
