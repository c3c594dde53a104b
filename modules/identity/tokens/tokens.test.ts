import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withTransaction } from '#engine';
import { days, minutes } from '#platform/base/duration';
import { actAs, type CtxOf } from '#platform/context';
import { nothingBeside } from '#platform/process/in-background';
import { signedInClinic, teamMember } from '../../../tests/kit/clinics';
import { advance, resetClock } from '../../../tests/kit/clock';
import { createQueuedServices, forgetLimits, outcome } from '../../../tests/kit/identity';
import type { TestServices } from '../../../tests/kit/services';
import { endSessionsOfClinic, setClinicApproval } from '../clinics.server';
import { memberNames, removeMember } from '../members/members.server';
import { closeAccount } from '../privacy.server';
import { mostTokens, tokenSchema, type TokenInput } from '../token-schemas';
import { makeToken, ownTokens, resolveToken, revokeToken } from './tokens.server';

let kit: TestServices;
beforeAll(async () => {
  kit = await createQueuedServices();
  await forgetLimits(kit);
});
afterAll(() => kit.close());
beforeEach(() => resetClock(kit.services));

const some: TokenInput = { name: 'Practice software', scopes: ['requests'], days: 30 };
const owner = async () => (await signedInClinic(kit.ctx())).ctx;
const actorOf = (token: string) => resolveToken(kit.ctx(), token);
const sql = async <R extends object>(text: string, values: unknown[] = []): Promise<R[]> =>
  (await kit.services.database.pool.query<R>(text, values)).rows;

describe('a token', () => {
  it('is shown once, and stored as its hash alone', async () => {
    const ctx = await owner();
    const { token, ...made } = await makeToken(ctx, some);
    expect(token).toMatch(/^clinic_[\w-]{43}$/);
    expect(made).toMatchObject({ ...{ name: some.name, scopes: ['requests'], isOver: false } });
    expect(await ownTokens(ctx)).toEqual([made]);
    const [row] = await sql<Record<string, unknown>>(
      'select t.*, t::text as all from identity.clinic_token t where id = $1',
      [made._id],
    );
    expect((row!['token_hash'] as Buffer).length).toBe(32);
    expect(row!['all']).not.toContain(token.slice('clinic_'.length));
    const log = await sql<{ all: string }>(
      'select e::text as all from platform.audit_entry e where object_id = $1',
      [made._id],
    );
    expect(log).toHaveLength(1);
    expect(log[0]!.all).not.toContain(token.slice('clinic_'.length));
  });

  it('lets in as its clinic, at most as a manager, with itself in the place of a member', async () => {
    const ctx = await owner();
    const { token, _id: id } = await makeToken(ctx, { ...some, scopes: ['offers', 'deals'] });
    expect(await actorOf(token)).toEqual({
      ...{ kind: 'clinic', id: ctx.actor.id, phone: ctx.actor.phone, sessionId: id },
      ...{ approved: true, member: { id, role: 'manager' } },
      token: { id, scopes: ['offers', 'deals'] },
    });
    expect((await memberNames(kit.ctx(), [id])).get(id)).toEqual({ name: some.name, role: null });
  });

  it('notes its last use, to the minute', async () => {
    const ctx = await owner();
    const { token } = await makeToken(ctx, some);
    const lastUse = async () => {
      await actorOf(token);
      await nothingBeside(kit.services);
      return (await ownTokens(ctx))[0]!.lastUsedAt;
    };
    const first = await lastUse();
    expect(first).not.toBeNull();
    expect(await lastUse()).toBe(first);
    await advance(kit.services, minutes(2));
    expect(await lastUse()).not.toBe(first);
  });

  it('ends when its time is over', async () => {
    const ctx = await owner();
    const { token } = await makeToken(ctx, some);
    await advance(kit.services, days(29));
    expect(await actorOf(token)).not.toBeNull();
    await advance(kit.services, days(2));
    expect(await actorOf(token)).toBeNull();
    expect(await ownTokens(ctx)).toMatchObject([{ isOver: true }]);
    await advance(kit.services, days(91));
    expect(await ownTokens(ctx)).toEqual([]);
  });

  it('is for a year at most', () => {
    for (const life of [0, 366, 1_000, '30'])
      expect(tokenSchema.safeParse({ ...some, days: life }).success).toBe(false);
    expect(tokenSchema.safeParse({ ...some, days: 365 }).success).toBe(true);
  });

  it('ends at once when it is revoked', async () => {
    const ctx = await owner();
    const { token, _id: id } = await makeToken(ctx, some);
    await revokeToken(ctx, { id });
    expect(await actorOf(token)).toBeNull();
    expect(await outcome(revokeToken(ctx, { id }))).toBe('not_found');
  });

  it('of a clinic is no other clinic’s to see or end', async () => {
    const [ctx, other] = [await owner(), await owner()];
    const { token, _id: id } = await makeToken(ctx, some);
    expect(await outcome(revokeToken(other, { id }))).toBe('not_found');
    expect(await ownTokens(other)).toEqual([]);
    expect(await actorOf(token)).not.toBeNull();
  });

  it.each(['', 'clinic_', `clinic_${'a'.repeat(43)}`, 'a'.repeat(43)])(
    'that was never made (%s) opens nothing',
    async (token) => expect(await actorOf(token)).toBeNull(),
  );
});

describe('the limit of tokens', () => {
  it(`leaves ${mostTokens} of fifty that are made at once`, async () => {
    const ctx = await owner();
    const tries = await Promise.all(
      Array.from({ length: 50 }, () => outcome(makeToken(ctx, some))),
    );
    expect(tries.filter((each) => each === 'ok')).toHaveLength(mostTokens);
    expect(tries.filter((each) => each === 'too_many_tokens')).toHaveLength(50 - mostTokens);
    const [newest] = await ownTokens(ctx);
    await revokeToken(ctx, { id: newest!._id });
    expect(await outcome(makeToken(ctx, some))).toBe('ok');
  });
});

describe('contact data', () => {
  it('wants a fresh proof of who makes the token', async () => {
    const ctx = await owner();
    const contact: TokenInput = { ...some, scopes: ['deals', 'contact'] };
    expect(await outcome(makeToken(ctx, contact))).toBe('ok');
    await advance(kit.services, minutes(11));
    expect(await outcome(makeToken(ctx, contact))).toBe('step_up');
    expect(await outcome(makeToken(ctx, some))).toBe('ok');
  });
});

describe('tokens', () => {
  /** A clinic of two owners, of whom the second has made a token. */
  async function scene() {
    const first = await owner();
    const { ctx: second } = await teamMember(first, 'owner');
    return { first, second, ...(await makeToken(second, some)) };
  }

  it('stay when the owner who made them is removed', async () => {
    const { first, second, token } = await scene();
    await removeMember(first, { memberId: second.actor.member.id });
    expect(await actorOf(token)).not.toBeNull();
    expect(await ownTokens(first)).toMatchObject([{ madeBy: second.actor.member.id }]);
  });

  const ends: Record<string, (ctx: CtxOf<'clinic'>) => Promise<unknown>> = {
    'the clinic is suspended': (ctx) =>
      withTransaction(actAs(kit.ctx(), { kind: 'system', name: 'test' }), async (tx) => {
        const clinicId = ctx.actor.id;
        await setClinicApproval(tx, { clinicId, approval: 'suspended' });
        await endSessionsOfClinic(tx, { clinicId });
        // An approval that comes back brings no token back.
        await setClinicApproval(tx, { clinicId, approval: 'approved' });
      }),
    'the clinic is not approved any more': (ctx) =>
      withTransaction(ctx, (tx) =>
        setClinicApproval(tx, { clinicId: ctx.actor.id, approval: 'rejected' }),
      ),
    'the account is closed': (ctx) => withTransaction(ctx, (tx) => closeAccount(tx, ctx.actor)),
    'the account is erased': (ctx) =>
      sql('delete from identity.clinic_account where id = $1', [ctx.actor.id]),
  };
  it.each(Object.keys(ends))('end at once when %s', async (how) => {
    const { first, token } = await scene();
    await ends[how]!(first);
    expect(await actorOf(token)).toBeNull();
  });

  it('are not made for a clinic that is shut out meanwhile', async () => {
    const ctx = await owner();
    await withTransaction(ctx, (tx) =>
      setClinicApproval(tx, { clinicId: ctx.actor.id, approval: 'suspended' }),
    );
    expect(await outcome(makeToken(ctx, some))).toBe('forbidden');
  });
});
