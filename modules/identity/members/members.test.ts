import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withTransaction } from '#engine';
import type { ActorOf, ClinicRole } from '#platform/base/actor';
import { days, hours } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import { actAs, type CtxOf } from '#platform/context';
import { chooseLocale } from '../accounts.server';
import { createClinicAccount, setClinicApproval } from '../clinics.server';
import { resolveSession } from '../sessions.server';
import { elsewhere, newPhone } from '../testing';
import { enterClinic } from './enter.server';
import { dropInvite, inviteMember, joinTeam, offeredTeam } from './invites.server';
import { changeMemberRole, leaveTeam, memberNames, ownTeam, removeMember } from './members.server';
import { advance, resetClock } from '../../../tests/kit/clock';
import {
  createQueuedServices,
  holdCode,
  liftSiteBudgets,
  outcome,
  tryCode,
} from '../../../tests/kit/identity';
import type { TestServices } from '../../../tests/kit/services';

let kit: TestServices;
beforeAll(async () => {
  kit = await createQueuedServices();
  await liftSiteBudgets(kit.ctx());
});
afterAll(() => kit.close());
beforeEach(() => resetClock(kit.services));

const actorOf = (token: string) =>
  resolveSession(kit.ctx(), { principal: 'clinic', token, renew: false });

/** Signs in with a code to the number. */
async function signIn(phone: string) {
  const ctx = { ...kit.ctx(), ip: elsewhere() };
  const held = await holdCode(ctx, phone, 'clinic');
  const { session, clinic } = await tryCode(ctx, held, held.code, { role: 'clinic' });
  return { token: session.token, clinic, actor: await actorOf(session.token) };
}

async function clinicCtx(token: string): Promise<CtxOf<'clinic'>> {
  const actor = await actorOf(token);
  if (actor?.kind !== 'clinic') throw new Error(`not a clinic but ${actor?.kind}`);
  return actAs(kit.ctx(), actor);
}

async function verifiedCtx(phone: string): Promise<CtxOf<'phone-verified'>> {
  const { actor } = await signIn(phone);
  if (actor?.kind !== 'phone-verified') throw new Error(`not verified but ${actor?.kind}`);
  return actAs(kit.ctx(), actor);
}

/** An approved clinic, as the one who registered it. */
async function someClinic(phone = newPhone()): Promise<CtxOf<'clinic'>> {
  const verified = await verifiedCtx(phone);
  const registered = await withTransaction(verified, (tx) =>
    createClinicAccount(tx, { clinicId: newId(), name: 'Dr. Ada Kaya' }),
  );
  const owner = actAs(kit.ctx(), registered.clinic);
  await withTransaction(owner, (tx) =>
    setClinicApproval(tx, { clinicId: owner.actor.id, approval: 'approved' }),
  );
  return clinicCtx(registered.session.token);
}

async function member(
  owner: CtxOf<'clinic'>,
  role: ClinicRole,
  phone = newPhone(),
): Promise<{ ctx: CtxOf<'clinic'>; token: string; phone: string }> {
  const { token } = await inviteMember(owner, { phone, name: `A ${role}`, role });
  const { session } = await joinTeam(await verifiedCtx(phone), { token });
  return { ctx: await clinicCtx(session.token), token: session.token, phone };
}

const rolesOf = async (ctx: CtxOf<'clinic'>): Promise<ClinicRole[]> =>
  (await ownTeam(ctx)).members.map(({ role }) => role);

describe('a team', () => {
  it('begins with who registered the clinic', async () => {
    const owner = await someClinic();
    const { members } = await ownTeam(owner);
    expect(members).toMatchObject([
      { name: 'Dr. Ada Kaya', role: 'owner', holdsAccount: true, isSelf: true },
    ]);
    expect(members[0]!.phoneNumber).toBe(owner.actor.phone);
    expect(owner.actor.member).toEqual({ id: owner.actor.id, role: 'owner' });
  });

  it('shows an account of a build before teams, whose owner it lists with the first change', async () => {
    const owner = await someClinic();
    await kit.services.database.pool.query('delete from identity.clinic_member where id = $1', [
      owner.actor.id,
    ]);
    expect((await ownTeam(owner)).members).toMatchObject([
      { role: 'owner', name: '', holdsAccount: true, isSelf: true },
    ]);
    await member(owner, 'reader');
    expect(await rolesOf(owner)).toEqual(['owner', 'reader']);
  });

  it('shows numbers and invitations to owners only', async () => {
    const owner = await someClinic();
    const manager = await member(owner, 'manager');
    await inviteMember(owner, { phone: newPhone(), name: 'Later', role: 'reader' });
    expect((await ownTeam(owner)).invites).toHaveLength(1);
    const seen = await ownTeam(manager.ctx);
    expect(seen.invites).toEqual([]);
    expect(seen.members.map(({ phoneNumber }) => phoneNumber)).toEqual([null, null]);
  });

  it('names those who have left, too', async () => {
    const owner = await someClinic();
    const reader = await member(owner, 'reader');
    await removeMember(owner, { memberId: reader.ctx.actor.member.id });
    const { id } = reader.ctx.actor.member;
    expect(await memberNames(kit.ctx(), [id])).toEqual(
      new Map([[id, { name: 'A reader', role: 'reader' }]]),
    );
  });
});

describe('an invitation', () => {
  it('lets the invited number in once, with its role', async () => {
    const owner = await someClinic();
    const phone = newPhone();
    const { token } = await inviteMember(owner, { phone, name: 'Zeki', role: 'doctor' });
    const asked = await verifiedCtx(phone);
    expect(await offeredTeam(asked, { token })).toEqual({
      ...{ _id: owner.actor.id, role: 'doctor', name: 'Zeki' },
    });
    const { session } = await joinTeam(asked, { token });
    const actor = (await actorOf(session.token)) as ActorOf<'clinic'>;
    expect(actor).toMatchObject({ kind: 'clinic', id: owner.actor.id, phone, approved: true });
    expect(actor.member.role).toBe('doctor');
    expect(actor.member.id).not.toBe(owner.actor.id);
    expect(await offeredTeam(actAs(kit.ctx(), actor), { token })).toBeNull();
    // The next sign-in leads to the clinic by itself.
    expect((await signIn(phone)).clinic?.member).toEqual(actor.member);
  });

  it.each(['of another number', 'taken back', 'replaced', 'over', 'used', 'unknown'])(
    'that is %s is refused like every other one',
    async (how) => {
      const owner = await someClinic();
      const phone = newPhone();
      const made = await inviteMember(owner, { phone, name: 'Zeki', role: 'doctor' });
      let { token } = made;
      if (how === 'taken back') await dropInvite(owner, { id: made._id });
      if (how === 'replaced') await inviteMember(owner, { phone, name: 'Zeki', role: 'reader' });
      if (how === 'used') await joinTeam(await verifiedCtx(phone), { token });
      if (how === 'over') await advance(kit.services, hours(73));
      if (how === 'unknown') token = token.split('').reverse().join('');
      const acting =
        how === 'used'
          ? await clinicCtx((await signIn(phone)).token)
          : await verifiedCtx(how === 'of another number' ? newPhone() : phone);
      expect(await offeredTeam(acting, { token })).toBeNull();
      await expect(joinTeam(acting, { token })).rejects.toMatchObject({ code: 'invite_gone' });
    },
  );

  it('used fifty times at once makes one member', async () => {
    const owner = await someClinic();
    const phone = newPhone();
    const { token } = await inviteMember(owner, { phone, name: 'Zeki', role: 'reader' });
    const asked = await verifiedCtx(phone);
    const tries = await Promise.all(
      Array.from({ length: 50 }, () => outcome(joinTeam(asked, { token }))),
    );
    expect(tries.filter((each) => each === 'ok')).toHaveLength(1);
    expect(await rolesOf(owner)).toEqual(['owner', 'reader']);
  });

  it('is refused to a member, and beyond what a team may have', async () => {
    const owner = await someClinic();
    const reader = await member(owner, 'reader');
    for (const phone of [reader.phone, owner.actor.phone])
      await expect(
        inviteMember(owner, { phone, name: 'Again', role: 'owner' }),
      ).rejects.toMatchObject({ code: 'already_member' });
  });

  it('of a clinic is no other clinic’s to take back', async () => {
    const [owner, other] = [await someClinic(), await someClinic()];
    const { _id: id } = await inviteMember(owner, {
      ...{ phone: newPhone(), name: 'Zeki', role: 'reader' },
    });
    await expect(dropInvite(other, { id })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a member', () => {
  it('is out with every session once removed, and comes back by an invitation', async () => {
    const owner = await someClinic();
    const { token, phone, ctx } = await member(owner, 'manager');
    const second = (await signIn(phone)).token;
    await removeMember(owner, { memberId: ctx.actor.member.id });
    expect(await actorOf(token)).toBeNull();
    expect(await actorOf(second)).toBeNull();
    expect((await signIn(phone)).actor?.kind).toBe('phone-verified');
    const again = await member(owner, 'reader', phone);
    expect(again.ctx.actor.member.id).not.toBe(ctx.actor.member.id);
  });

  it('of one clinic is not there for the owner of another one', async () => {
    const [owner, other] = [await someClinic(), await someClinic()];
    const { ctx } = await member(owner, 'manager');
    const memberId = ctx.actor.member.id;
    for (const work of [
      () => removeMember(other, { memberId }),
      () => changeMemberRole(other, { memberId, role: 'owner' }),
    ])
      await expect(work()).rejects.toMatchObject({ code: 'not_found' });
    expect(await rolesOf(owner)).toEqual(['owner', 'manager']);
  });

  it('has the new role from the next request on', async () => {
    const owner = await someClinic();
    const { token, ctx } = await member(owner, 'reader');
    await changeMemberRole(owner, { memberId: ctx.actor.member.id, role: 'manager' });
    expect((await clinicCtx(token)).actor.member.role).toBe('manager');
  });

  it('reads the language that it chose, whatever the account’s is', async () => {
    const owner = await someClinic();
    const { ctx } = await member(owner, 'reader');
    await chooseLocale(ctx, { locale: 'tr' });
    const { rows } = await kit.services.database.pool.query<{ locale: string }>(
      'select locale from identity.clinic_account where id = $1',
      [owner.actor.id],
    );
    expect(rows).toEqual([{ locale: 'en' }]);
  });

  it('who was silent for 180 days has to be invited again', async () => {
    const owner = await someClinic();
    const { phone } = await member(owner, 'manager');
    await advance(kit.services, days(181));
    expect((await signIn(phone)).actor?.kind).toBe('phone-verified');
  });
});

describe('the last owner', () => {
  it('neither leaves nor becomes less', async () => {
    const owner = await someClinic();
    await member(owner, 'manager');
    const { id: memberId } = owner.actor.member;
    for (const work of [
      () => leaveTeam(owner),
      () => removeMember(owner, { memberId }),
      () => changeMemberRole(owner, { memberId, role: 'manager' }),
    ])
      await expect(work()).rejects.toMatchObject({ code: 'last_owner' });
  });

  it('is left when two leave at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const first = await someClinic();
      const second = await member(first, 'owner');
      const ends = await Promise.all([first, second.ctx].map((ctx) => outcome(leaveTeam(ctx))));
      expect(ends.sort()).toEqual(['last_owner', 'ok']);
    }
  });
});

describe('the account', () => {
  it('goes to another owner with the one who held it', async () => {
    const first = await someClinic();
    const second = await member(first, 'owner');
    await leaveTeam(first);
    const after = await clinicCtx(second.token);
    expect((await ownTeam(after)).members).toMatchObject([
      { role: 'owner', holdsAccount: true, isSelf: true, phoneNumber: second.phone },
    ]);
    expect((await signIn(second.phone)).clinic?.id).toBe(first.actor.id);
    expect((await signIn(first.actor.phone)).actor?.kind).toBe('phone-verified');
  });

  it('leaves who held it signed in, when they become less', async () => {
    const first = await someClinic();
    const token = (await signIn(first.actor.phone)).token;
    const second = await member(first, 'owner');
    await changeMemberRole(second.ctx, { memberId: first.actor.member.id, role: 'reader' });
    expect((await clinicCtx(token)).actor).toMatchObject({
      ...{ id: first.actor.id, phone: first.actor.phone, member: { role: 'reader' } },
    });
    expect((await clinicCtx(second.token)).actor.member.role).toBe('owner');
    expect((await signIn(first.actor.phone)).clinic?.member.role).toBe('reader');
  });
});

describe('a number of several clinics', () => {
  it('chooses one after the code, and goes from one to another', async () => {
    const [own, other] = [await someClinic(), await someClinic()];
    const { phone } = own.actor;
    const { token } = await inviteMember(other, { phone, name: 'Guest', role: 'doctor' });
    await joinTeam(own, { token });
    const asked = await verifiedCtx(phone);
    const entered = await enterClinic(asked, { clinicId: other.actor.id });
    expect(entered.clinic?.member.role).toBe('doctor');
    const there = await clinicCtx(entered.session.token);
    const home = await enterClinic(there, { clinicId: own.actor.id });
    expect(home.clinic?.member.role).toBe('owner');
    expect(await actorOf(entered.session.token)).toBeNull();
  });

  it('enters no clinic that it does not work for', async () => {
    const [owner, other] = [await someClinic(), await someClinic()];
    await expect(enterClinic(owner, { clinicId: other.actor.id })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await actorOf((await signIn(owner.actor.phone)).token)).toMatchObject({
      id: owner.actor.id,
    });
  });
});
