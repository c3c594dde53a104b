import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '#app/api/table.server';
import { makeToken, openSession } from '#modules/identity';
import { type ClinicRole, mayAs, tokenScopes } from '#platform/base/actor';
import type { Audience } from '#platform/base/call';
import { newId } from '#platform/base/ids';
import { newPhone, signedInPatient, signedInStaff } from '../../modules/identity/testing';
import { isShort } from '../kit/full';
import { signedInClinic, teamMember } from '../kit/clinics';
import { isOfDraft, sourceBuild } from '../kit/server-build';
import { forgetLimits } from '../kit/identity';
import { startTestServer, type TestServer } from '../kit/http';
import { notInProduction, pageAudiences } from './access-matrix';

const clinicStates = ['pending', 'rejected', 'approved', 'suspended'] as const;
const clinics = clinicStates.map((state) => `clinic-${state}` as const);
/** Members of the approved clinic's team besides its owner. */
const team = (['reader', 'doctor', 'manager'] as const).map((role) => `team-${role}` as const);
const roles = [
  'nobody',
  'phone-verified',
  'phone-verified-clinic',
  'patient',
  ...clinics,
  ...team,
  'reviewer',
  'admin',
] as const;
type Role = (typeof roles)[number];

let server: TestServer;
let production: TestServer;
/** A token of the approved clinic for each scope. */
const tokens = new Map<string, string>();
/** The number each role knows as its own; everybody else asks with the patient's. */
const phones: Partial<Record<Role, string>> = {};
const cookies = {} as Record<Role, string>;
let pages: Array<{ path: string; hasAction: boolean }>;

beforeAll(async () => {
  server = await startTestServer();
  production = await startTestServer({ parsed: { mode: 'production' } });
  await forgetLimits(server);
  const ctx = server.ctx();
  const patient = await signedInPatient(ctx);
  phones.patient = patient.phone;
  cookies.patient = `patient=${patient.token}`;
  const verified = { phase: 'phone-verified', phone: newPhone() } as const;
  const pre = await openSession(ctx, { principal: 'patient', ...verified });
  const clinic = await openSession(ctx, { principal: 'clinic', ...verified });
  cookies['phone-verified'] = `patient=${pre.token}`;
  cookies['phone-verified-clinic'] = `clinic=${clinic.token}`;
  for (const state of clinicStates) {
    const signedIn = await signedInClinic(ctx, { state });
    cookies[`clinic-${state}`] = `clinic=${signedIn.token}`;
    phones[`clinic-${state}`] = signedIn.phone;
    if (state !== 'approved') continue;
    for (const scope of tokenScopes) {
      const made = await makeToken(signedIn.ctx, { name: scope, scopes: [scope], days: 30 });
      tokens.set(scope, made.token);
    }
    for (const role of ['reader', 'doctor', 'manager'] as const) {
      const member = await teamMember(signedIn.ctx, role);
      cookies[`team-${role}`] = `clinic=${member.token}`;
      phones[`team-${role}`] = member.phone;
    }
  }
  for (const role of ['reviewer', 'admin'] as const)
    cookies[role] = `staff=${(await signedInStaff(ctx, { role })).token}`;
  pages = await pagesOf();
});
afterAll(async () => {
  await server?.close();
  await production?.close();
});

async function pagesOf() {
  const { routes } = await sourceBuild();
  const pathOf = (id?: string): string => {
    const route = id ? routes[id] : undefined;
    return route ? `${pathOf(route.parentId)}/${route.path ?? ''}`.replace(/\/+/g, '/') : '';
  };
  return Object.values(routes)
    .filter((route) => route!.id !== 'root')
    .map((route) => ({ path: pathOf(route!.id), hasAction: Boolean(route!.module.action) }))
    .filter(({ path }) => !isOfDraft(path));
}

const fill = (path: string, role: Role = 'patient') =>
  path
    .replace(/[{:]phoneNumber\w*\}?/, encodeURIComponent(phones[role] ?? phones.patient!))
    .replace(/\{\w+\}|:\w+/g, newId())
    .replace('*', 'nowhere');

const ask = (role: Role, method: string, path: string, body?: RequestInit) => {
  const headers = new Headers(body?.headers);
  if (cookies[role]) headers.set('Cookie', cookies[role]);
  return server.request(path, { method, ...body, headers });
};

/** A session that has ended would be met as nobody. */
const endsSession = ({ id }: { id: string }): number =>
  id.endsWith('logout') ? 2 : Number(id === 'identity.leave-team');
const signingOutLast = [...calls].sort((a, b) => endsSession(a) - endsSession(b));

/** Members of the approved clinic who may at least this. */
const teamFrom = (least: ClinicRole): Role[] =>
  team.filter((role) => mayAs(role.replace('team-', '') as ClinicRole, least));
const signedInClinics: readonly Role[] = [...clinics, ...team];
/** The approved clinic's owner and those of its members who may at least this, with others who are let in. */
const approved = (least: ClinicRole, ...others: Role[]) => {
  const admitted: readonly Role[] = [...others, 'clinic-approved', ...teamFrom(least)];
  const verified: Role[] = [
    'phone-verified-clinic',
    ...(others.length > 0 ? (['phone-verified'] as const) : []),
  ];
  return {
    in: admitted,
    refused: [...verified, ...signedInClinics.filter((role) => !admitted.includes(role))],
  };
};

/** Roles that a door lets in, and those it refuses although they are signed in; all others are asked to sign in. */
const doors: Record<Audience, { in: readonly Role[]; refused?: readonly Role[] }> = {
  public: { in: roles },
  session: {
    in: ['patient', ...signedInClinics, 'reviewer', 'admin'],
    refused: ['phone-verified', 'phone-verified-clinic'],
  },
  owner: {
    in: ['patient', 'phone-verified-clinic', ...signedInClinics],
    refused: ['phone-verified'],
  },
  party: {
    in: ['patient', ...signedInClinics],
    refused: ['phone-verified', 'phone-verified-clinic'],
  },
  'approved-party': approved('reader', 'patient'),
  'phone-verified': { in: ['phone-verified', 'patient'] },
  'phone-verified-clinic': { in: ['phone-verified-clinic', ...signedInClinics] },
  patient: { in: ['patient'], refused: ['phone-verified'] },
  clinic: { in: signedInClinics, refused: ['phone-verified-clinic'] },
  'approved-clinic': approved('reader'),
  'clinic-owner': { in: clinics, refused: ['phone-verified-clinic', ...team] },
  'approved-owner': approved('owner'),
  'clinic-manager': approved('manager'),
  'clinic-doctor': approved('doctor'),
  'writing-party': approved('doctor', 'patient'),
  'dealing-party': approved('manager', 'patient'),
  'registering-clinic': { in: ['phone-verified-clinic', ...clinics], refused: team },
  staff: { in: ['reviewer', 'admin'] },
  'staff-admin': { in: ['admin'], refused: ['reviewer'] },
};

/** How a role is met at a door: let in, asked to sign in, or refused. */
function metBy(audience: Audience, role: Role): 'in' | 401 | 403 {
  const { in: admitted, refused = [] } = doors[audience];
  if (admitted.includes(role)) return 'in';
  return refused.includes(role) ? 403 : 401;
}

/** In the quick tier each role tries a third, and the next role another one; the second tier tries all. */
const share = <T>(all: readonly T[], turn: number): readonly T[] =>
  isShort ? all.filter((_one, n) => (n + turn) % 3 === 0) : all;

describe('calls', () => {
  it.each(roles)('meet %s as their audience says', async (role) => {
    const turn = roles.indexOf(role);
    for (const { method, path, audience, body, multipart } of share(signingOutLast, turn)) {
      const json = { headers: { 'Content-Type': 'application/json' }, body: '{"unknown":1}' };
      const answer = await ask(
        role,
        method,
        `/api${fill(path, role)}`,
        body && !multipart ? json : {},
      );
      const where = `${role} at ${method} ${path}`;
      const wanted = isForAdminsWithoutIds(where) ? 403 : metBy(audience, role);
      if (wanted === 'in') expect([401, 403, 500, 503], where).not.toContain(answer.status);
      else expect(answer.status, where).toBe(wanted);
      await answer.body?.cancel();
    }
  });
});

describe('tokens of a clinic', () => {
  const showing = (token: string, { method, path, body, multipart }: (typeof calls)[number]) => {
    const headers = new Headers({ Authorization: `Bearer ${token}`, Cookie: cookies.admin });
    if (body && !multipart) headers.set('Content-Type', 'application/json');
    return server.request(`/api${fill(path)}`, {
      ...{ method, headers },
      body: body && !multipart ? '{"unknown":1}' : undefined,
    });
  };

  it.each([...tokenScopes, 'none'])(
    'open the calls of their scope (%s), and no other, whatever cookies come along',
    async (own) => {
      const turn = ([...tokenScopes, 'none'] as string[]).indexOf(own);
      for (const call of share(calls, turn)) {
        const answer = await showing(tokens.get(own) ?? 'clinic_unknown', call);
        const where = `a token for ${own} at ${call.method} ${call.path}`;
        if (call.scope === own) expect([401, 403, 500, 503], where).not.toContain(answer.status);
        else expect(answer.status, where).toBe(call.scope && own === 'none' ? 401 : 403);
        await answer.body?.cancel();
      }
    },
  );

  it('name a scope with calls that a manager of a clinic may make, and with no call that is only for owners', () => {
    for (const { audience, scope, id } of calls)
      if (scope) expect(doors[audience].in, id).toContain('team-manager');
    expect(calls.filter(({ scope }) => scope === 'contact')).toEqual([]);
  });

  it('open no page', async () => {
    const headers = { Authorization: `Bearer ${tokens.get('requests')!}` };
    for (const { path } of pages) {
      if (pageAudiences[path] === 'public') continue;
      const answer = await server.request(fill(path), { headers });
      expect(answer.status, path).toBe(302);
      expect(answer.headers.get('Location'), path).toMatch(/\/(login|clinic-login|admin)\?/);
    }
  });
});

/** A reviewer asks for colleagues by their ids alone, for their names. */
function isForAdminsWithoutIds(where: string): boolean {
  return where === 'reviewer at GET /admin/staff';
}

describe('pages', () => {
  it('have a row each, and each row has its page', () => {
    expect(pages.map(({ path }) => path).sort()).toEqual(Object.keys(pageAudiences).sort());
  });

  it.each(roles)('meet %s as their row says', async (role) => {
    for (const { path } of share(pages, roles.indexOf(role))) {
      const wanted = metBy(pageAudiences[path] ?? 'staff', role);
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
