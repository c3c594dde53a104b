import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#app/http/api.server';
import { calls } from '#app/http/calls';
import { openSession } from '#modules/identity';
import type { Audience } from '#platform/call';
import { newId } from '#platform/ids';
import { newPhone, signedInPatient } from '../../modules/identity/testing';
import { sourceBuild } from '../kit/server-build';
import { startTestServer, type TestServer } from '../kit/http';
import { notInProduction, pageAudiences } from './access-matrix';

type Role = 'nobody' | 'phone-verified' | 'phone-verified-clinic' | 'patient';
const roles: readonly Role[] = ['nobody', 'phone-verified', 'phone-verified-clinic', 'patient'];

let server: TestServer;
let production: TestServer;
let phone: string;
const cookies: Record<Role, string> = {
  nobody: '',
  'phone-verified': '',
  'phone-verified-clinic': '',
  patient: '',
};
let pages: Array<{ path: string; hasAction: boolean }>;

beforeAll(async () => {
  server = await startTestServer();
  production = await startTestServer({ parsed: { mode: 'production' } });
  const ctx = server.ctx();
  const patient = await signedInPatient(ctx);
  phone = patient.phone;
  cookies.patient = `patient=${patient.token}`;
  const verified = { phase: 'phone-verified', phone: newPhone() } as const;
  const pre = await openSession(ctx, { principal: 'patient', ...verified });
  const clinic = await openSession(ctx, { principal: 'clinic', ...verified });
  cookies['phone-verified'] = `patient=${pre.token}`;
  cookies['phone-verified-clinic'] = `clinic=${clinic.token}`;
  pages = await pagesOf();
});
afterAll(async () => {
  await server?.close();
  await production?.close();
});

const endpointsOf = (loader: unknown): Endpoint[] =>
  (loader as { endpoints?: Endpoint[] } | undefined)?.endpoints ?? [];

async function pagesOf() {
  const { routes } = await sourceBuild();
  const pathOf = (id?: string): string => {
    const route = id ? routes[id] : undefined;
    return route ? `${pathOf(route.parentId)}/${route.path ?? ''}`.replace(/\/+/g, '/') : '';
  };
  return Object.values(routes)
    .filter((route) => route!.id !== 'root' && endpointsOf(route!.module.loader).length === 0)
    .map((route) => ({ path: pathOf(route!.id), hasAction: Boolean(route!.module.action) }));
}

const fill = (path: string) =>
  path
    .replace(/[{:]phoneNumber\}?/, encodeURIComponent(phone))
    .replace(/\{\w+\}|:\w+/g, newId())
    .replace('*', 'nowhere');

const ask = (role: Role, method: string, path: string, body?: RequestInit) => {
  const headers = new Headers(body?.headers);
  if (cookies[role]) headers.set('Cookie', cookies[role]);
  return server.request(path, { method, ...body, headers });
};

/** A session that has ended would be met as nobody. */
const signingOutLast = [...calls].sort(
  (a, b) => Number(a.id.endsWith('logout')) - Number(b.id.endsWith('logout')),
);

/** How a role is met at a door: let in, asked to sign in, or refused. */
const met: Record<Audience, Record<Role, 'in' | 401 | 403>> = {
  public: { nobody: 'in', 'phone-verified': 'in', 'phone-verified-clinic': 'in', patient: 'in' },
  'phone-verified': {
    nobody: 401,
    'phone-verified': 'in',
    'phone-verified-clinic': 401,
    patient: 'in',
  },
  'phone-verified-clinic': {
    nobody: 401,
    'phone-verified': 401,
    'phone-verified-clinic': 'in',
    patient: 401,
  },
  session: { nobody: 401, 'phone-verified': 403, 'phone-verified-clinic': 403, patient: 'in' },
  patient: { nobody: 401, 'phone-verified': 403, 'phone-verified-clinic': 401, patient: 'in' },
  clinic: { nobody: 401, 'phone-verified': 401, 'phone-verified-clinic': 403, patient: 401 },
  'approved-clinic': {
    nobody: 401,
    'phone-verified': 401,
    'phone-verified-clinic': 403,
    patient: 401,
  },
  staff: { nobody: 401, 'phone-verified': 401, 'phone-verified-clinic': 401, patient: 401 },
  'staff-admin': {
    nobody: 401,
    'phone-verified': 401,
    'phone-verified-clinic': 401,
    patient: 401,
  },
};

describe('calls', () => {
  it.each(roles)('meet %s as their audience says', async (role) => {
    for (const { method, path, audience, body, multipart } of signingOutLast) {
      const json = { headers: { 'Content-Type': 'application/json' }, body: '{"unknown":1}' };
      const answer = await ask(role, method, `/api${fill(path)}`, body && !multipart ? json : {});
      const where = `${role} at ${method} ${path}`;
      const wanted = met[audience][role];
      if (wanted === 'in') expect([401, 403, 500, 503], where).not.toContain(answer.status);
      else expect(answer.status, where).toBe(wanted);
      await answer.body?.cancel();
    }
  });

  it('are all there is below /api', async () => {
    const { routes } = await sourceBuild();
    const answered = Object.values(routes).flatMap((route) => endpointsOf(route!.module.loader));
    expect(answered.length).toBe(calls.length);
  });
});

describe('pages', () => {
  it('have a row each, and each row has its page', () => {
    expect(pages.map(({ path }) => path).sort()).toEqual(Object.keys(pageAudiences).sort());
  });

  it.each(roles)('meet %s as their row says', async (role) => {
    for (const { path } of pages) {
      const wanted = met[pageAudiences[path] ?? 'staff'][role];
      for (const address of [fill(path), `${fill(path).replace(/\/$/, '') || '/_root'}.data`]) {
        const answer = await ask(role, 'GET', address);
        const where = `${role} at ${address}: ${answer.status}`;
        const text = `${answer.headers.get('Location') ?? ''} ${await answer.text()}`;
        expect(answer.status, where).toBeLessThan(500);
        const sent = answer.status === 302 || answer.status === 202;
        if (wanted === 401)
          expect(sent && /\/(login|clinic-login|admin)\?redirectTo=/.test(text), where).toBe(true);
        else if (wanted === 403) expect(sent || answer.status === 403, where).toBe(true);
        else expect(answer.status, where).not.toBe(403);
      }
    }
  });

  it('take a form of nobody nowhere but where the row says public', async () => {
    const form = { body: new URLSearchParams({ a: 'b' }) };
    for (const { path, hasAction } of pages) {
      if (pageAudiences[path] === 'public') continue;
      const answer = await ask('nobody', 'POST', fill(path).replace(/\/$/, '?index'), form);
      const refused = hasAction ? [302, 401, 415, 422] : [405];
      expect(refused, `${path}: ${answer.status}`).toContain(answer.status);
    }
  });

  it.each(notInProduction)('%s does not exist in production', async (path) => {
    for (const headers of [new Headers(), new Headers({ Cookie: cookies.patient })])
      expect((await production.request(path, { headers })).status).toBe(404);
    expect((await server.request(path)).status).not.toBe(404);
  });
});
