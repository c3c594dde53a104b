import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { days, type Duration, hours, minutes } from '#platform/base/duration';
import { newToken } from '#platform/base/ids';
import { forgetOld } from './privacy.server';
import {
  endOwnSession,
  endSessionsOf,
  openSession,
  ownSessions,
  type Principal,
  resolveSession,
  signOut,
} from './sessions.server';
import { newPhone, signedInPatient } from './testing';
import { advance, resetClock } from '../../tests/kit/clock';
import { createQueuedServices, holdCode, liftSiteBudgets, tryCode } from '../../tests/kit/identity';
import type { TestServices } from '../../tests/kit/services';

describe('a session', () => {
  let kit: TestServices;
  beforeAll(async () => {
    kit = await createQueuedServices();
    await liftSiteBudgets(kit.ctx());
  });
  afterAll(() => kit.close());
  beforeEach(() => resetClock(kit.services));

  const kindOf = async (token: string, { principal = 'patient' as Principal, renew = true } = {}) =>
    (await resolveSession(kit.ctx(), { principal, token, renew }))?.kind ?? null;

  it('is a token of 256 bits, of which the database has the hash only', async () => {
    const { token } = await signedInPatient(kit.ctx());
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const { rows } = await kit.services.database.pool.query('select * from identity.session');
    const bytes = Buffer.from(token, 'base64url').toString('hex');
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(
      JSON.stringify(rows.map((r: { token_hash: Buffer }) => r.token_hash.toString('hex'))),
    ).not.toContain(bytes);
    expect(await kindOf(token)).toBe('patient');
  });

  it('is nobody without the right token, or in the place of another principal', async () => {
    const { token } = await signedInPatient(kit.ctx());
    expect(await kindOf(newToken())).toBeNull();
    expect(await kindOf('')).toBeNull();
    expect(await kindOf(token, { principal: 'clinic' })).toBeNull();
    expect(await kindOf(token, { principal: 'staff' })).toBeNull();
  });

  it.each(['session', 'patient'])('waits for nobody who holds its %s', async (table) => {
    const { token, ctx } = await signedInPatient(kit.ctx());
    const { id, sessionId } = ctx.actor;
    await advance(kit.services, minutes(2));
    const holder = await kit.services.database.pool.connect();
    try {
      await holder.query('begin');
      await holder.query(`select from identity.${table} where id = $1 for update`, [
        table === 'session' ? sessionId : id,
      ]);
      expect(await kindOf(token)).toBe('patient');
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  });

  it('never adopts a token that was there before, and ends the session it had', async () => {
    const phone = newPhone();
    const first = await signedInPatient(kit.ctx(), { phone });
    await advance(kit.services, minutes(1));
    const held = await holdCode(kit.ctx(), phone);
    const planted = newToken();
    const second = await tryCode(kit.ctx(), held, held.code, { sessionToken: first.token });
    expect(second.session.token).not.toBe(first.token);
    expect(await kindOf(first.token)).toBeNull();
    expect(await kindOf(second.session.token)).toBe('patient');
    await advance(kit.services, minutes(1));
    const third = await holdCode(kit.ctx(), phone);
    const signedIn = await tryCode(kit.ctx(), third, third.code, { sessionToken: planted });
    expect(await kindOf(planted)).toBeNull();
    expect(await kindOf(second.session.token)).toBe('patient');
    expect(await kindOf(signedIn.session.token)).toBe('patient');
  });

  const open = async (principal: 'patient' | 'clinic', sharedDevice = false) => {
    const patient = await signedInPatient(kit.ctx());
    return openSession(kit.ctx(), {
      principal,
      phase: 'full',
      subjectId: patient.ctx.actor.id,
      phone: patient.phone,
      sharedDevice,
    });
  };

  it.each<[string, boolean, Duration, Duration, number | undefined]>([
    ['on an own device', false, days(7), days(30), 30 * 86_400],
    ['on a shared device', true, hours(12), hours(12), undefined],
  ])(
    'rests and lives %s as long as the product says',
    async (_where, shared, idle, absolute, age) => {
      const resting = await open('patient', shared);
      expect(resting.maxAgeSeconds).toBe(age);
      await advance(kit.services, (idle - minutes(1)) as Duration);
      expect(await kindOf(resting.token, { renew: false })).toBe('patient');
      await advance(kit.services, minutes(2));
      expect(await kindOf(resting.token)).toBeNull();

      await resetClock(kit.services);
      const busy = await open('patient', shared);
      const step = (idle * 0.9) as Duration;
      let lived = 0;
      while (lived + step < absolute) {
        await advance(kit.services, step);
        lived += step;
        expect(await kindOf(busy.token)).toBe('patient');
      }
      await advance(kit.services, (absolute - lived + 1_000) as Duration);
      expect(await kindOf(busy.token)).toBeNull();
    },
  );

  it.each<['clinic', number, number]>([['clinic', 12 * 3600, 7 * 86_400]])(
    'of a %s has its own lengths',
    async (principal, idle, absolute) => {
      const { id } = await open(principal);
      const { rows } = await kit.services.database.pool.query(
        `select idle_seconds, extract(epoch from expires_at - created_at)::int as life
       from identity.session where id = $1`,
        [id],
      );
      expect(rows).toEqual([{ idle_seconds: idle, life: absolute }]);
    },
  );

  it('is not kept alive by requests that only watch', async () => {
    const { token } = await signedInPatient(kit.ctx());
    for (let day = 0; day < 6; day += 1) {
      await advance(kit.services, days(1));
      expect(await kindOf(token, { renew: false })).toBe('patient');
    }
    await advance(kit.services, hours(25));
    expect(await kindOf(token, { renew: false })).toBeNull();
  });

  it('ends with a half-finished registration after thirty minutes, used or not', async () => {
    const held = await holdCode(kit.ctx(), newPhone());
    const { session } = await tryCode(kit.ctx(), held, held.code);
    await advance(kit.services, minutes(29));
    expect(await kindOf(session.token)).toBe('phone-verified');
    await advance(kit.services, minutes(2));
    expect(await kindOf(session.token)).toBeNull();
  });

  it('lets nobody in once its end has committed, also with twenty requests under way', async () => {
    const { token } = await signedInPatient(kit.ctx());
    let ended = false;
    const late: string[] = [];
    const loops = Array.from({ length: 20 }, async () => {
      for (let i = 0; i < 10; i += 1) {
        const after = ended;
        const kind = await kindOf(token);
        if (after && kind) late.push(kind);
      }
    });
    await signOut(kit.ctx(), { principal: 'patient', token });
    ended = true;
    await Promise.all(loops);
    expect(late).toEqual([]);
    expect(await kindOf(token)).toBeNull();
    await signOut(kit.ctx(), { principal: 'patient', token });
  });

  it('can be seen and ended by its owner only', async () => {
    const phone = newPhone();
    const one = await signedInPatient(kit.ctx(), { phone });
    await advance(kit.services, minutes(1));
    const two = await signedInPatient(kit.ctx(), { phone });
    const stranger = await signedInPatient(kit.ctx());
    const seen = await ownSessions(two.ctx);
    expect(seen.map(({ current }) => current).sort()).toEqual([false, true]);
    const other = seen.find(({ current }) => !current)!;
    await expect(endOwnSession(stranger.ctx, { id: other.id })).rejects.toMatchObject({
      code: 'not_found',
    });
    await endOwnSession(two.ctx, { id: other.id });
    expect(await kindOf(one.token)).toBeNull();
    expect(await kindOf(two.token)).toBe('patient');
    const all = { principal: 'patient', subjectId: two.ctx.actor.id } as const;
    expect(await endSessionsOf(kit.ctx(), all)).toBe(1);
    expect(await kindOf(two.token)).toBeNull();
  });

  it('is forgotten thirty days after its end, codes after two', async () => {
    await signedInPatient(kit.ctx());
    await advance(kit.services, days(3));
    await forgetOld(kit.ctx());
    const counts = async () =>
      (
        await kit.services.database.pool.query(
          'select (select count(*)::int from identity.otp_challenge) as codes, (select count(*)::int from identity.session) as sessions',
        )
      ).rows[0] as { codes: number; sessions: number };
    expect((await counts()).codes).toBe(0);
    expect((await counts()).sessions).toBeGreaterThan(0);
    await advance(kit.services, days(70));
    await forgetOld(kit.ctx());
    expect((await counts()).sessions).toBe(0);
  });
});
