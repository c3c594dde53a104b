import { and, asc, type Column, eq, isNull, ne, sql } from 'drizzle-orm';
import { audit, withTransaction } from '#engine';
import { type ClinicRole, mayAs } from '#platform/base/actor';
import { AppError } from '#platform/base/errors';
import type { Ctx, CtxOf, TxCtx, TxCtxOf } from '#platform/context';
import { nameForOthers } from '#platform/text/contact-in-name';
import { sqlNow } from '#platform/time/clock';
import { isDetached } from '../accounts.server';
import { forgetBrowsers } from '../browsers.server';
import { holderOf, lockTeam } from '../clinics.server';
import type { OwnTeam, TeamDto } from '../member-schemas';
import { endSessionsOfMember } from '../sessions.server';
import { clinicAccount, clinicMember, clinicToken, passkey, session } from '../tables.server';
import { openInvitesOf } from './invites.server';

type MemberRow = typeof clinicMember.$inferSelect;

const present = isNull(clinicMember.removedAt);

/** Who works for the acting clinic, in the order of joining; numbers and open invitations for owners only. */
export async function ownTeam(ctx: CtxOf<'clinic'>): Promise<TeamDto> {
  const { id: clinicId, member } = ctx.actor;
  const isOwner = mayAs(member.role, 'owner');
  const rows = await ctx.db
    .select({ found: clinicMember, account: clinicAccount })
    .from(clinicAccount)
    .leftJoin(clinicMember, and(eq(clinicMember.clinicId, clinicAccount.id), present))
    .where(eq(clinicAccount.id, clinicId))
    .orderBy(asc(clinicMember.createdAt), asc(clinicMember.id));
  return {
    members: rows.map(({ found, account }) => {
      const { name, ...row } = found ?? { ...holderOf(account), name: '' };
      return {
        ...{ _id: row.id, name, role: row.role, holdsAccount: row.holdsAccount },
        isSelf: row.id === member.id,
        phoneNumber: isOwner ? (row.phone ?? shownPhone(account.phone)) : null,
        createdAt: row.createdAt.toISOString(),
        lastSeenAt: (row.holdsAccount ? account : row).lastSeenAt.toISOString(),
      };
    }),
    invites: isOwner ? await openInvitesOf(ctx, clinicId) : [],
  };
}

const shownPhone = (phone: string): string | null => (isDetached(phone) ? null : phone);

/** The present members of the acting clinic by name, in the order of joining. One statement. */
export const teamMembers = (ctx: CtxOf<'clinic'>): Promise<Array<{ _id: string; name: string }>> =>
  ctx.db
    .select({ _id: clinicMember.id, name: clinicMember.name })
    .from(clinicMember)
    .where(and(eq(clinicMember.clinicId, ctx.actor.id), present))
    .orderBy(asc(clinicMember.createdAt), asc(clinicMember.id));

/** The clinics that a number works for without holding their account; whether each sign-in is good is asked when it is used. */
export async function teamsOf(ctx: Ctx, phone: string): Promise<OwnTeam[]> {
  const rows = await ctx.db
    .select({ _id: clinicMember.clinicId, role: clinicMember.role })
    .from(clinicMember)
    .where(and(eq(clinicMember.phone, phone), present))
    .orderBy(asc(clinicMember.createdAt), asc(clinicMember.id));
  return rows;
}

/**
 * The names of members, of those who have left, too, and of tokens, whose role is null; masked where they hold contact data.
 * One statement.
 */
export async function memberNames(
  ctx: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { name: string; role: ClinicRole | null }>> {
  if (ids.length === 0) return new Map();
  const { id, name, role } = clinicMember;
  const among = (column: Column) => sql`${column} = any(${sql.param([...ids])}::uuid[])`;
  const software = { id: clinicToken.id, name: clinicToken.name, role: sql<null>`null::text` };
  const rows = await ctx.db
    .select({ id, name, role: sql<ClinicRole | null>`${role}` })
    .from(clinicMember)
    .where(among(id))
    .unionAll(ctx.db.select(software).from(clinicToken).where(among(clinicToken.id)));
  return new Map(rows.map((row) => [row.id, { name: nameForOthers(row.name), role: row.role }]));
}

/** A present member of the acting clinic, whose account is held. @throws AppError `not_found` */
async function lockMember(tx: TxCtxOf<'clinic'>, memberId: string): Promise<MemberRow> {
  await lockTeam(tx);
  const [row] = await tx.db
    .select()
    .from(clinicMember)
    .where(and(eq(clinicMember.id, memberId), eq(clinicMember.clinicId, tx.actor.id), present));
  if (!row) throw new AppError('not_found');
  return row;
}

/**
 * Whether this is a present member of the acting clinic, and stays one until the end of the transaction.
 *
 * @throws AppError `not_found`
 */
export async function requireMember(
  ctx: TxCtxOf<'clinic'>,
  { memberId }: { memberId: string },
): Promise<void> {
  const own = and(eq(clinicMember.clinicId, ctx.actor.id), eq(clinicMember.id, memberId), present);
  const [row] = await ctx.db
    .select({ id: clinicMember.id })
    .from(clinicMember)
    .where(own)
    .for('share');
  if (!row) throw new AppError('not_found');
}

/**
 * Under the account's lock: of two owners who go at once one stays. Whoever takes the account over holds no other one, since a
 * number holds one at most.
 *
 * @throws AppError `last_owner`
 */
async function otherOwner(
  tx: TxCtxOf<'clinic'>,
  { id, clinicId, holdsAccount }: MemberRow,
): Promise<MemberRow> {
  const holdsNone = sql`not exists (select from ${clinicAccount} where ${clinicAccount.phone} = ${clinicMember.phone})`;
  const [other] = await tx.db
    .select()
    .from(clinicMember)
    .where(
      and(
        eq(clinicMember.clinicId, clinicId),
        eq(clinicMember.role, 'owner'),
        ne(clinicMember.id, id),
        present,
        holdsAccount ? holdsNone : undefined,
      ),
    )
    .orderBy(asc(clinicMember.createdAt), asc(clinicMember.id))
    .limit(1);
  if (!other) throw new AppError('last_owner');
  return other;
}

/**
 * The acting owner gives a member another role.
 *
 * @throws AppError `not_found`, `last_owner`
 */
export const changeMemberRole = (
  ctx: CtxOf<'clinic'>,
  { memberId, role }: { memberId: string; role: ClinicRole },
): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    const member = await lockMember(tx, memberId);
    if (member.role === role) return;
    if (member.role === 'owner') {
      const other = await otherOwner(tx, member);
      if (member.holdsAccount) await passAccount(tx, { from: member, to: other });
    }
    await tx.db.update(clinicMember).set({ role }).where(eq(clinicMember.id, memberId));
    await audit(tx, {
      action: 'identity.member-role-changed',
      object: { type: 'member', id: memberId },
      details: { from: member.role, to: role },
    });
  });

/**
 * The acting owner removes a member: no request gets in with their sessions once this has committed.
 *
 * @throws AppError `not_found`, `last_owner`
 */
export const removeMember = (
  ctx: CtxOf<'clinic'>,
  { memberId }: { memberId: string },
): Promise<void> =>
  withTransaction(ctx, async (tx) => take(tx, await lockMember(tx, memberId), 'removed'));

/** The acting member leaves the team. @throws AppError `last_owner` */
export const leaveTeam = (ctx: CtxOf<'clinic'>): Promise<void> =>
  withTransaction(ctx, async (tx) => take(tx, await lockMember(tx, tx.actor.member.id), 'left'));

async function take(
  tx: TxCtxOf<'clinic'>,
  member: MemberRow,
  how: 'removed' | 'left',
): Promise<void> {
  let { phone } = member;
  if (member.role === 'owner') {
    const other = await otherOwner(tx, member);
    if (member.holdsAccount) phone = await passAccount(tx, { from: member, to: other });
  }
  await endSessionsOfMember(tx, member.id);
  await tx.db.delete(passkey).where(eq(passkey.memberId, member.id));
  await tx.db
    .update(clinicMember)
    .set({ phone: null, removedAt: sqlNow })
    .where(eq(clinicMember.id, member.id));
  if (phone && !(await worksElsewhere(tx, phone)))
    await forgetBrowsers(tx, { role: 'clinic', phone });
  await audit(tx, {
    action: how === 'left' ? 'identity.member-left' : 'identity.member-removed',
    object: { type: 'member', id: member.id },
    details: { role: member.role },
  });
}

async function worksElsewhere(tx: TxCtx, phone: string): Promise<boolean> {
  const [held] = await tx.db
    .select({ id: clinicAccount.id })
    .from(clinicAccount)
    .where(eq(clinicAccount.phone, phone));
  return held !== undefined || (await teamsOf(tx, phone)).length > 0;
}

/**
 * Another owner's number becomes the account's. What hangs on who holds it (sessions, passkeys) goes along on both sides.
 * Returns the number that it was.
 */
async function passAccount(
  tx: TxCtx,
  { from, to }: { from: MemberRow; to: MemberRow },
): Promise<string> {
  const { clinicId } = from;
  const [account] = await tx.db
    .select({ phone: clinicAccount.phone })
    .from(clinicAccount)
    .where(eq(clinicAccount.id, clinicId));
  const { phone } = account!;
  const given = to.phone!;
  await tx.db
    .update(clinicMember)
    .set({ phone, holdsAccount: false })
    .where(eq(clinicMember.id, from.id));
  await tx.db
    .update(clinicMember)
    .set({ phone: null, holdsAccount: true })
    .where(eq(clinicMember.id, to.id));
  await tx.db.update(clinicAccount).set({ phone: given }).where(eq(clinicAccount.id, clinicId));
  await swapHolders(tx, { clinicId, from: from.id, to: to.id });
  return phone;
}

async function swapHolders(
  tx: TxCtx,
  { clinicId, from, to }: { clinicId: string; from: string; to: string },
): Promise<void> {
  const ofAccount = and(eq(session.principal, 'clinic'), eq(session.subjectId, clinicId))!;
  await tx.db.update(session).set({ subjectId: null, memberId: from }).where(ofAccount);
  await tx.db
    .update(session)
    .set({ subjectId: clinicId, memberId: null })
    .where(eq(session.memberId, to));
  const held = and(eq(passkey.clinicId, clinicId), isNull(passkey.memberId))!;
  await tx.db.update(passkey).set({ memberId: from }).where(held);
  await tx.db.update(passkey).set({ memberId: null }).where(eq(passkey.memberId, to));
}
