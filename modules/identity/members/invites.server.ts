import { and, asc, count, eq, gt, isNull, sql } from 'drizzle-orm';
import { audit, withTransaction } from '#engine';
import type { ClinicRole } from '#platform/base/actor';
import { days, hours, inSeconds } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { newId, newToken, sha256 } from '#platform/base/ids';
import type { Ctx, CtxOf, TxCtx } from '#platform/context';
import { requireRateLimit, type Rule } from '#platform/limits/rate-limit';
import { sqlNow } from '#platform/time/clock';
import { lockAccountOf } from '../accounts.server';
import { lockTeam } from '../clinics.server';
import { enterBrowser, exchangeSession, type OpenedSession, openSession } from '../sessions.server';
import type { KnownToken } from '../browsers.server';
import type { InviteDto, OwnTeam } from '../member-schemas';
import { clinicAccount, clinicMember, memberInvite } from '../tables.server';

/** How long a link to join is good. */
export const inviteLife = hours(72);

/** Members that a clinic may have, open invitations included. */
export const mostMembers = 50;

const perDay: Rule = { name: 'identity.member-invites', limit: 30, window: days(1) };

type InviteRow = typeof memberInvite.$inferSelect;

const isOpen = and(
  isNull(memberInvite.usedAt),
  isNull(memberInvite.droppedAt),
  gt(memberInvite.expiresAt, sql`platform.now()`),
)!;

const toDto = ({ id, name, role, phone, createdAt, expiresAt }: InviteRow): InviteDto => ({
  ...{ _id: id, name, role, phoneNumber: phone },
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
});

/** Invitations of a clinic whose links can still be used, newest first. */
export async function openInvitesOf(ctx: Ctx, clinicId: string): Promise<InviteDto[]> {
  const rows = await ctx.db
    .select()
    .from(memberInvite)
    .where(and(eq(memberInvite.clinicId, clinicId), isOpen))
    .orderBy(asc(memberInvite.createdAt), asc(memberInvite.id))
    .limit(mostMembers);
  return rows.map(toDto);
}

/**
 * The acting owner invites a member. The token is nowhere else, and good once, for the invited number alone; another
 * invitation to the number takes the place of the one before. `phone`: E.164.
 *
 * @throws AppError `already_member`, `team_full`, `too_many_requests`
 */
export async function inviteMember(
  ctx: CtxOf<'clinic'>,
  { phone, name, role }: { phone: string; name: string; role: ClinicRole },
): Promise<InviteDto & { token: string }> {
  const clinicId = ctx.actor.id;
  await requireRateLimit(ctx, perDay, clinicId);
  const token = newToken();
  return withTransaction(ctx, async (tx) => {
    await lockTeam(tx);
    if (await isMember(tx, clinicId, phone)) throw new AppError('already_member');
    await tx.db
      .update(memberInvite)
      .set({ droppedAt: sqlNow })
      .where(
        and(
          eq(memberInvite.clinicId, clinicId),
          eq(memberInvite.phone, phone),
          isNull(memberInvite.usedAt),
          isNull(memberInvite.droppedAt),
        ),
      );
    await requireRoom(tx, clinicId, { invites: true });
    const [row] = await tx.db
      .insert(memberInvite)
      .values({
        ...{ id: newId(), clinicId, phone, name, role, tokenHash: sha256(token) },
        createdAt: sqlNow,
        expiresAt: sql`platform.now() + make_interval(secs => ${inSeconds(inviteLife)})`,
      })
      .returning();
    const object = { type: 'invite', id: row!.id };
    await audit(tx, { action: 'identity.member-invited', object, details: { role } });
    return { ...toDto(row!), token };
  });
}

/** The acting owner takes an open invitation back. @throws AppError `not_found` */
export const dropInvite = (ctx: CtxOf<'clinic'>, { id }: { id: string }): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    const [dropped] = await tx.db
      .update(memberInvite)
      .set({ droppedAt: sqlNow })
      .where(and(eq(memberInvite.id, id), eq(memberInvite.clinicId, ctx.actor.id), isOpen))
      .returning({ id: memberInvite.id });
    if (!dropped) throw new AppError('not_found');
    await audit(tx, { action: 'identity.invite-dropped', object: { type: 'invite', id } });
  });

async function isMember(tx: TxCtx, clinicId: string, phone: string): Promise<boolean> {
  const [held] = await tx.db
    .select({ id: clinicAccount.id })
    .from(clinicAccount)
    .where(and(eq(clinicAccount.id, clinicId), eq(clinicAccount.phone, phone)));
  if (held) return true;
  const [member] = await tx.db
    .select({ id: clinicMember.id })
    .from(clinicMember)
    .where(and(eq(clinicMember.clinicId, clinicId), eq(clinicMember.phone, phone)));
  return member !== undefined;
}

/** Under the account's lock. @throws AppError `team_full` */
async function requireRoom(
  tx: TxCtx,
  clinicId: string,
  { invites }: { invites: boolean },
): Promise<void> {
  const [members] = await tx.db
    .select({ n: count() })
    .from(clinicMember)
    .where(and(eq(clinicMember.clinicId, clinicId), isNull(clinicMember.removedAt)));
  const [open] = invites
    ? await tx.db
        .select({ n: count() })
        .from(memberInvite)
        .where(and(eq(memberInvite.clinicId, clinicId), isOpen))
    : [{ n: 0 }];
  if (members!.n + open!.n >= mostMembers) throw new AppError('team_full');
}

/** The team that an open invitation to the acting number leads to; null for every other one. Looking changes nothing. */
export async function offeredTeam(
  ctx: CtxOf<'phone-verified' | 'clinic'>,
  { token }: { token: string },
): Promise<(OwnTeam & { name: string }) | null> {
  const [found] = await ctx.db
    .select({
      _id: memberInvite.clinicId,
      role: memberInvite.role,
      name: memberInvite.name,
    })
    .from(memberInvite)
    .where(
      and(
        eq(memberInvite.tokenHash, sha256(token)),
        eq(memberInvite.phone, ctx.actor.phone),
        isOpen,
      ),
    );
  return found ?? null;
}

export interface JoinedTeam {
  readonly session: OpenedSession;
  readonly team: OwnTeam;
  readonly known: KnownToken;
}

/**
 * Whoever has proved the invited number joins the clinic, and is signed in there: the session that asks is exchanged. Unknown,
 * used, taken back, over and of another number are refused alike.
 *
 * @throws AppError `invite_gone`, `team_full`, `unauthenticated` when the session ended meanwhile
 */
export async function joinTeam(
  ctx: CtxOf<'phone-verified' | 'clinic'>,
  { token, known = null }: { token: string; known?: string | null },
): Promise<JoinedTeam> {
  const { phone, sessionId } = ctx.actor;
  return withTransaction(ctx, async (tx) => {
    const invite = await useInvite(tx, { token, phone });
    const { clinicId, name, role } = invite;
    await requireRoom(tx, clinicId, { invites: false });
    const times = { createdAt: sqlNow, lastSeenAt: sqlNow };
    const [member] = await tx.db
      .insert(clinicMember)
      .values({ id: newId(), clinicId, phone, name, role, locale: tx.locale, ...times })
      .onConflictDoNothing()
      .returning({ id: clinicMember.id });
    if (!member) throw new AppError('invite_gone');
    const { sharedDevice } = await exchangeSession(tx, sessionId);
    const opening = { principal: 'clinic', phase: 'full', memberId: member.id } as const;
    const session = await openSession(tx, { ...opening, phone, sharedDevice });
    await audit(tx, {
      action: 'identity.member-joined',
      object: { type: 'member', id: member.id },
      details: { clinic: clinicId, role, invite: invite.id },
    });
    const browser = { role: 'clinic', phone, token: known, sharedDevice } as const;
    return {
      session,
      team: { _id: clinicId, role },
      known: await enterBrowser(tx, { ...browser, accountId: null }),
    };
  });
}

/** The account first, as whoever changes its team holds it; then the invitation, of any number at once one. */
async function useInvite(
  tx: TxCtx,
  { token, phone }: { token: string; phone: string },
): Promise<InviteRow> {
  const which = and(
    eq(memberInvite.tokenHash, sha256(token)),
    eq(memberInvite.phone, phone),
    isOpen,
  )!;
  const [found] = await tx.db.select().from(memberInvite).where(which);
  if (!found) throw new AppError('invite_gone');
  await lockAccountOf(tx, { kind: 'clinic', id: found.clinicId });
  const [used] = await tx.db.update(memberInvite).set({ usedAt: sqlNow }).where(which).returning();
  if (!used) throw new AppError('invite_gone');
  return used;
}
