import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { advance, resetClock } from '../../../tests/kit/clock';
import { outcome } from '../../../tests/kit/identity';
import { createTestServices, type TestServices } from '../../../tests/kit/services';
import { system } from '#platform/base/actor';
import type { CtxOf } from '#platform/context';
import { minutes } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import { resolveSession } from '../sessions.server';
import { enrolledStaff, signedInStaff, staffCode, type SignedInStaff } from '../testing';
import {
  addStaff,
  changeStaffRole,
  disableStaff,
  enableStaff,
  findInvite,
  inviteStaffAgain,
  listStaff,
  ownStaffSessions,
  readStaff,
  resetStaffFactors,
} from './accounts.server';
import {
  endOwnStaffSession,
  endStaffSession,
  endStaffSessions,
  signInStaff,
  stepUpWithCode,
} from './sessions.server';
import { requireFreshFactor } from '../step-up.server';

const browser = { userAgent: null, sessionToken: null };
const request = {
  filter: {},
  sort: { field: 'name', order: 'ASC' },
  offset: 0,
  limit: 25,
  bulk: false,
} as const;

describe('managing staff', () => {
  let kit: TestServices;
  let admin: SignedInStaff;
  let reviewer: SignedInStaff;
  beforeAll(async () => {
    kit = await createTestServices();
  });
  afterAll(() => kit.close());
  beforeEach(async () => {
    await resetClock(kit.services);
    const { pool } = kit.services.database;
    await pool.query('delete from platform.rate_limit');
    await pool.query('update identity.staff_account set disabled_at = now()');
    admin = await signedInStaff(kit.ctx(), { role: 'admin', name: 'Alex Admin' });
    reviewer = await signedInStaff(kit.ctx());
  });

  const alive = async ({ token }: { token: string }) =>
    (await resolveSession(kit.ctx(), { principal: 'staff', token, renew: false })) !== null;
  const cli = () => kit.ctx(system('staff-command'));

  it('belongs to admins', async () => {
    const staffId = admin.id;
    const all = [
      addStaff(reviewer.ctx, { email: 'x@y.example', name: 'X', role: 'admin' }),
      changeStaffRole(reviewer.ctx, { staffId, role: 'reviewer' }),
      disableStaff(reviewer.ctx, { staffId }),
      enableStaff(reviewer.ctx, { staffId }),
      inviteStaffAgain(reviewer.ctx, { staffId }),
      resetStaffFactors(reviewer.ctx, { staffId }),
      endStaffSession(reviewer.ctx, { staffId, sessionId: admin.ctx.actor.sessionId }),
      endStaffSessions(reviewer.ctx, { staffId }),
    ];
    expect(new Set(await Promise.all(all.map(outcome)))).toEqual(new Set(['forbidden']));
    expect(await alive(admin)).toBe(true);
  });

  it('wants a fresh factor for what changes who may do what', async () => {
    await advance(kit.services, minutes(11));
    const staffId = reviewer.id;
    const all = [
      addStaff(admin.ctx, { email: 'x@y.example', name: 'X', role: 'admin' }),
      changeStaffRole(admin.ctx, { staffId, role: 'admin' }),
      enableStaff(admin.ctx, { staffId }),
      inviteStaffAgain(admin.ctx, { staffId }),
      resetStaffFactors(admin.ctx, { staffId }),
    ];
    expect(new Set(await Promise.all(all.map(outcome)))).toEqual(new Set(['step_up']));
    await stepUpWithCode(admin.ctx, await staffCode(kit.ctx(), admin.totpSecret));
    await changeStaffRole(admin.ctx, { staffId, role: 'admin' });
  });

  it('shows names to reviewers, and everything but secrets to admins', async () => {
    const { rows, total } = await listStaff(reviewer.ctx, {
      ...request,
      filter: { id: [admin.id, newId(), 'x'] },
    });
    expect(total).toBe(1);
    expect(rows[0]).toMatchObject({
      id: admin.id,
      name: 'Alex Admin',
      email: null,
      role: null,
      sessions: [],
    });
    expect((await listStaff(reviewer.ctx, request)).rows).toEqual([]);
    const probe = { id: [admin.id], q: 'no such address', role: 'reviewer' as const };
    const probed = await listStaff(reviewer.ctx, { ...request, filter: probe });
    expect(probed.rows.map(({ id }) => id)).toEqual([admin.id]);
    expect((await readStaff(reviewer.ctx, admin.id)).email).toBeNull();
    const active = await listStaff(admin.ctx, { ...request, filter: { state: ['active'] } });
    expect(active.rows.map(({ id }) => id).sort()).toEqual([admin.id, reviewer.id].sort());
    const seen = active.rows.find(({ id }) => id === reviewer.id)!;
    expect(seen).toMatchObject({ email: reviewer.email, role: 'reviewer', state: 'active' });
    expect(seen.sessions).toHaveLength(1);
    expect(seen.allowedEvents).toEqual([
      'change-role',
      'disable',
      'reset-factors',
      'end-session',
      'end-sessions',
    ]);
    const found = await listStaff(admin.ctx, { ...request, filter: { q: 'ALEX' } });
    expect(found.rows.map(({ id }) => id)).toContain(admin.id);
    expect(await outcome(readStaff(admin.ctx, 'x'))).toBe('not_found');
  });

  it('ends the sessions with the old role', async () => {
    await changeStaffRole(admin.ctx, { staffId: reviewer.id, role: 'admin' });
    expect(await alive(reviewer)).toBe(false);
    const changed = { actor: `staff:${admin.id}`, objectId: reviewer.id };
    await expect(kit).toBeAudited('identity.staff-role-changed', changed, { times: 1 });
    const again = changeStaffRole(admin.ctx, { staffId: reviewer.id, role: 'admin' });
    expect(await outcome(again)).toBe('event_refused');
  });

  it('shuts a disabled account out at once, links included, until it is enabled', async () => {
    await disableStaff(admin.ctx, { staffId: reviewer.id });
    expect(await alive(reviewer)).toBe(false);
    const code = await staffCode(kit.ctx(), reviewer.totpSecret);
    const entering = () => signInStaff(kit.ctx(), { ...reviewer, code }, browser);
    expect(await outcome(entering())).toBe('invalid_credentials');
    const invited = await addStaff(cli(), { email: 'i@s.example', name: 'I', role: 'reviewer' });
    await disableStaff(admin.ctx, { staffId: invited.id });
    expect(await findInvite(kit.ctx(), invited.link.split('#')[1]!)).toBeNull();
    await enableStaff(admin.ctx, { staffId: reviewer.id });
    expect(await alive(reviewer)).toBe(false);
    await entering();
  });

  it('lets nobody in with twenty requests under way once the account is shut', async () => {
    let shut = false;
    const late: boolean[] = [];
    const loops = Array.from({ length: 20 }, async () => {
      for (let i = 0; i < 10; i += 1) {
        const after = shut;
        if ((await alive(reviewer)) && after) late.push(true);
      }
    });
    await disableStaff(admin.ctx, { staffId: reviewer.id });
    shut = true;
    await Promise.all(loops);
    expect(late).toEqual([]);
  });

  it('leaves no session behind when account and sign-in cross', async () => {
    for (let round = 0; round < 5; round += 1) {
      const person = await enrolledStaff(kit.ctx());
      const code = await staffCode(kit.ctx(), person.totpSecret);
      await Promise.all([
        outcome(signInStaff(kit.ctx(), { ...person, code }, browser)),
        disableStaff(admin.ctx, { staffId: person.id }),
      ]);
      const { rows } = await kit.services.database.pool.query(
        'select 1 from identity.staff_session where staff_id = $1 and ended_at is null',
        [person.id],
      );
      expect(rows).toEqual([]);
    }
  });

  it('keeps the last admin who can sign in', async () => {
    const staffId = admin.id;
    // Invited but not enrolled: no help to anybody.
    await addStaff(cli(), { email: 'later@s.example', name: 'L', role: 'admin' });
    expect(await outcome(disableStaff(admin.ctx, { staffId }))).toBe('last_admin');
    expect(await outcome(changeStaffRole(admin.ctx, { staffId, role: 'reviewer' }))).toBe(
      'last_admin',
    );
    expect(await outcome(resetStaffFactors(admin.ctx, { staffId }))).toBe('last_admin');
    await resetStaffFactors(cli(), { staffId });
    expect(await alive(admin)).toBe(false);
  });

  it('leaves one admin of two who shut each other out at once', async () => {
    for (let round = 0; round < 8; round += 1) {
      await kit.services.database.pool.query(
        'update identity.staff_account set disabled_at = now()',
      );
      const one = await signedInStaff(kit.ctx(), { role: 'admin' });
      const two = await signedInStaff(kit.ctx(), { role: 'admin' });
      const act = (ctx: CtxOf<'staff'>, staffId: string) =>
        round % 2
          ? disableStaff(ctx, { staffId })
          : changeStaffRole(ctx, { staffId, role: 'reviewer' });
      const outcomes = await Promise.all([
        outcome(act(one.ctx, two.id)),
        outcome(act(two.ctx, one.id)),
      ]);
      expect(outcomes.filter((one) => one === 'ok')).toHaveLength(1);
      // The slower one is refused as the last admin's rival, or finds its own session ended.
      expect(['last_admin', 'unauthenticated']).toContain(outcomes.find((one) => one !== 'ok'));
      const { rows } = await kit.services.database.pool.query(
        `select 1 from identity.staff_account
         where role = 'admin' and disabled_at is null and enrolled_at is not null`,
      );
      expect(rows).toHaveLength(1);
    }
  });

  it('gives a new link to who has none left, and ends the old one', async () => {
    const { id, link } = await addStaff(cli(), { email: 'n@s.example', name: 'N', role: 'admin' });
    const tokenOf = (text: string) => text.split('#')[1]!;
    const again = await inviteStaffAgain(admin.ctx, { staffId: id });
    expect(await findInvite(kit.ctx(), tokenOf(link))).toBeNull();
    expect(await findInvite(kit.ctx(), tokenOf(again.link))).toMatchObject({ staffId: id });
    expect(await outcome(inviteStaffAgain(admin.ctx, { staffId: reviewer.id }))).toBe(
      'event_refused',
    );
    const double = addStaff(admin.ctx, { email: ' N@S.example', name: 'N', role: 'reviewer' });
    expect(await outcome(double)).toBe('staff_exists');
  });

  it('takes all factors away with a reset', async () => {
    const code = await staffCode(kit.ctx(), reviewer.totpSecret);
    const { link } = await resetStaffFactors(admin.ctx, { staffId: reviewer.id });
    expect(link).toMatch(/\/admin\/enrol#[\w-]{43}$/);
    expect(await alive(reviewer)).toBe(false);
    expect(await outcome(signInStaff(kit.ctx(), { ...reviewer, code }, browser))).toBe(
      'invalid_credentials',
    );
    expect((await readStaff(admin.ctx, reviewer.id)).state).toBe('invited');
  });

  it('ends sessions: one’s own by everybody, anybody’s by admins', async () => {
    await advance(kit.services, minutes(1));
    const code = await staffCode(kit.ctx(), reviewer.totpSecret);
    const second = await signInStaff(kit.ctx(), { ...reviewer, code }, browser);
    const seen = await ownStaffSessions(reviewer.ctx);
    expect(seen.map(({ current }) => current).sort()).toEqual([false, true]);
    const foreign = endOwnStaffSession(admin.ctx, { id: second.id });
    expect(await outcome(foreign)).toBe('not_found');
    await endOwnStaffSession(reviewer.ctx, { id: second.id });
    expect(await alive(second)).toBe(false);
    expect(await outcome(endOwnStaffSession(reviewer.ctx, { id: second.id }))).toBe('not_found');
    const own = { staffId: reviewer.id, sessionId: reviewer.ctx.actor.sessionId };
    const mixed = { ...own, staffId: admin.id };
    expect(await outcome(endStaffSession(admin.ctx, mixed))).toBe('not_found');
    await endStaffSession(admin.ctx, own);
    expect(await alive(reviewer)).toBe(false);
    await endStaffSessions(admin.ctx, { staffId: admin.id });
    expect(await alive(admin)).toBe(false);
    expect(await outcome(requireFreshFactor(admin.ctx))).toBe('unauthenticated');
  });

  it('renews the proof under a new token, once per code, and counts tries as a sign-in does', async () => {
    const code = await staffCode(kit.ctx(), admin.totpSecret);
    const renewed = await stepUpWithCode(admin.ctx, code);
    expect(await alive(admin)).toBe(false);
    expect(await alive(renewed)).toBe(true);
    expect(renewed.maxAgeSeconds).toBeGreaterThan(8 * 3600 - 60);
    expect(await outcome(stepUpWithCode(admin.ctx, code))).toBe('invalid_credentials');
    for (let i = 0; i < 9; i += 1) await outcome(stepUpWithCode(admin.ctx, '000000'));
    expect(await outcome(stepUpWithCode(admin.ctx, '000000'))).toBe('too_many_requests');
    const wrong = signInStaff(kit.ctx(), { ...admin, code: '000000' }, browser);
    expect(await outcome(wrong)).toBe('too_many_requests');
  });
});
