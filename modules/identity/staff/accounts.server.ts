import {
  and,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { audit, publish, withTransaction } from '#engine';
import { actorRef } from '#platform/base/actor';
import { after, inSeconds, minutes } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { newId, newToken, sha256 } from '#platform/base/ids';
import { requireRow } from '#platform/lists/find-row';
import { instantsOf } from '#platform/base/fields';
import type { Ctx, CtxOf, TxCtx } from '#platform/context';
import type { Page, RequestOf } from '#platform/lists/list';
import {
  choose,
  chooseIds,
  findPage,
  type Listing,
  type Narrowing,
} from '#platform/lists/list-page';
import { holds } from '#platform/lists/list-query';
import { now, sqlNow } from '#platform/time/clock';
import { freshFactorMinutes } from '../rules';
import { identityEvents } from '../schemas';
import { isLiveStaffSession } from '../sessions.server';
import type {
  StaffIdentity,
  staffList,
  StaffRecord,
  StaffRole,
  StaffState,
} from '../staff-schemas';
import {
  hashPassword,
  inviteLife,
  newTotpSecret,
  passwordFault,
  sealTotp,
  type StaffRow,
  takeStaffTry,
  totpStepOf,
  totpUri,
  unsealTotp,
} from './factors.server';
import {
  asEmail,
  endAllSessions,
  keepAnAdmin,
  lockAccount,
  type Manager,
  mayManageStaff,
  requireManager,
} from './sessions.server';
import {
  staffAccount,
  staffInvite,
  staffPasskey,
  staffProviderLink,
  staffSession,
} from '../tables/staff.server';

const { id, name, email, role, createdAt, lastSignInAt } = staffAccount;

/** Who is signed in, as the console shows it. Throws `unauthenticated` when the session ended meanwhile. */
export async function staffIdentityOf(ctx: CtxOf<'staff'>): Promise<StaffIdentity> {
  const [row] = await ctx.db
    .select({ id, email, name, role, provedAt: staffSession.provedAt })
    .from(staffSession)
    .innerJoin(staffAccount, eq(staffAccount.id, staffSession.staffId))
    .where(eq(staffSession.id, ctx.actor.sessionId));
  if (!row) throw new AppError('unauthenticated');
  const [passkeys] = await ctx.db
    .select({ n: count() })
    .from(staffPasskey)
    .where(eq(staffPasskey.staffId, row.id));
  const { provedAt, ...who } = row;
  const freshUntil = after(provedAt, minutes(freshFactorMinutes)).toISOString();
  return { ...who, freshUntil, passkeys: passkeys!.n };
}

/** What reviewers see of their colleagues. */
const nameOnly = ({ id, name }: StaffRow): StaffRecord => ({
  ...{ id, name, email: null, role: null, state: null, createdAt: null, lastSignInAt: null },
  ...{ sessions: [], passkeys: [], enrolmentLink: null, allowedEvents: [] },
});

const stateOf = ({ disabledAt, enrolledAt }: StaffRow): StaffState => {
  if (disabledAt) return 'disabled';
  return enrolledAt ? 'active' : 'invited';
};

const eventsOf: Record<StaffState, readonly string[]> = {
  invited: ['change-role', 'disable', 'invite-again'],
  active: ['change-role', 'disable', 'reset-factors'],
  disabled: ['enable'],
};

type Sessions = StaffRecord['sessions'];
type Passkeys = StaffRecord['passkeys'];

/** The rows as admins see them, with live sessions and passkeys. */
async function toStaffRecords(
  ctx: Ctx<Manager>,
  rows: readonly StaffRow[],
): Promise<StaffRecord[]> {
  const ids = rows.map(({ id }) => id);
  const [sessions, passkeys] = await Promise.all([sessionsOf(ctx, ids), passkeysOf(ctx, ids)]);
  return rows.map((row) => toRecord(row, sessions.get(row.id) ?? [], passkeys.get(row.id) ?? []));
}

function toRecord(row: StaffRow, sessions: Sessions, passkeys: Passkeys): StaffRecord {
  const state = stateOf(row);
  const ends = sessions.length > 0 ? ['end-session', 'end-sessions'] : [];
  return {
    ...nameOnly(row),
    ...{ email: row.email, role: row.role, state, sessions, passkeys },
    ...instantsOf(row, ['createdAt', 'lastSignInAt']),
    allowedEvents: [...eventsOf[state], ...ends],
  };
}

/** Live sessions by account, last used first. */
export async function sessionsOf(
  ctx: Ctx<Manager>,
  staffIds: string[],
): Promise<Map<string, Sessions>> {
  const rows = await ctx.db
    .select()
    .from(staffSession)
    .where(and(inArray(staffSession.staffId, staffIds), isLiveStaffSession))
    .orderBy(desc(staffSession.lastSeenAt));
  const asking = ctx.actor.kind === 'staff' ? ctx.actor.sessionId : null;
  return byStaff(rows, ({ id, device, createdAt, lastSeenAt }) => ({
    id,
    device,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    current: id === asking,
  }));
}

/** Passkeys by account, newest first. */
export async function passkeysOf(ctx: Ctx, staffIds: string[]): Promise<Map<string, Passkeys>> {
  const rows = await ctx.db
    .select()
    .from(staffPasskey)
    .where(inArray(staffPasskey.staffId, staffIds))
    .orderBy(desc(staffPasskey.createdAt));
  return byStaff(rows, ({ id, label, createdAt }) => ({
    id,
    label,
    createdAt: createdAt.toISOString(),
  }));
}

function byStaff<Row extends { staffId: string }, T>(
  rows: readonly Row[],
  show: (row: Row) => T,
): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) groups.set(row.staffId, [...(groups.get(row.staffId) ?? []), show(row)]);
  return groups;
}

type Request = RequestOf<typeof staffList>;
/** There are tens of accounts: they are sorted. */
const listing: Listing<Request['sort']['field']> = {
  table: staffAccount,
  id,
  own: createdAt,
  columns: { name, email, role, createdAt, lastSignInAt },
  partitions: [],
};

const enabled = isNull(staffAccount.disabledAt);
const stateIs: Record<StaffState, SQL> = {
  disabled: isNotNull(staffAccount.disabledAt),
  invited: and(enabled, isNull(staffAccount.enrolledAt))!,
  active: and(enabled, isNotNull(staffAccount.enrolledAt))!,
};

const narrowing = ({ filter }: Request): Narrowing => ({
  choices: [chooseIds(id, filter.id), choose(role, filter.role && [filter.role])],
  where: and(
    filter.state && or(...filter.state.map((state) => stateIs[state])),
    holds([name, email], filter.q),
  ),
});

/**
 * A page of the accounts. Reviewers read names by id, to see who did what; they are shown nobody they do not
 * name, whatever else they ask.
 */
export async function listStaff(ctx: Ctx<Manager>, request: Request): Promise<Page<StaffRecord>> {
  const manages = mayManageStaff(ctx.actor);
  const asked = manages ? request : byIdOnly(request);
  return findPage(listing, asked, narrowing(asked)).list(ctx, staffAccount, (rows) =>
    manages ? toStaffRecords(ctx, rows) : rows.map(nameOnly),
  );
}

/** Any other filter or order would reveal what reviewers do not see. */
const byIdOnly = (request: Request): Request => ({
  ...request,
  filter: { id: request.filter.id ?? [] },
  sort: { field: 'name', order: 'ASC' },
});

/** One account: all of it for admins, its name for reviewers. Throws `not_found`. */
export async function readStaff(ctx: Ctx<Manager>, id: string): Promise<StaffRecord> {
  const row = await requireRow(ctx, staffAccount, id);
  return mayManageStaff(ctx.actor) ? (await toStaffRecords(ctx, [row]))[0]! : nameOnly(row);
}

/** The acting person's live sessions, last used first. */
export const ownStaffSessions = async (ctx: CtxOf<'staff'>): Promise<StaffRecord['sessions']> =>
  (await sessionsOf(ctx, [ctx.actor.id])).get(ctx.actor.id) ?? [];

/** The acting person's passkeys, newest first. */
export const ownPasskeys = async (ctx: CtxOf<'staff'>): Promise<StaffRecord['passkeys']> =>
  (await passkeysOf(ctx, [ctx.actor.id])).get(ctx.actor.id) ?? [];

type OfStaff = { staffId: string };

interface Managing extends OfStaff {
  /** Wants a second factor that was shown just now. */
  readonly fresh?: boolean;
  /** Refuses with `last_admin` where no other admin would be left. */
  readonly sparesLastAdmin?: boolean;
}

/** What a manager does to an account, under its lock; before it all admins are locked, where the last one is spared. */
async function manage<T>(
  ctx: Ctx<Manager>,
  { staffId, fresh, sparesLastAdmin }: Managing,
  work: (tx: TxCtx<Manager>, account: StaffRow) => Promise<T>,
): Promise<T> {
  await requireManager(ctx, { fresh });
  return withTransaction(ctx, async (tx) => {
    if (sparesLastAdmin) await keepAnAdmin(tx, staffId);
    return work(tx, await lockAccount(tx, staffId));
  });
}

/**
 * Gives an account another role and ends its sessions. Throws `forbidden`, `step_up`, `not_found`,
 * `last_admin`, and `event_refused` for a disabled account or the role it has.
 */
export const changeStaffRole = (
  ctx: Ctx<Manager>,
  { staffId, role }: OfStaff & { role: StaffRole },
): Promise<void> =>
  manage(ctx, { staffId, fresh: true, sparesLastAdmin: role !== 'admin' }, async (tx, account) => {
    if (account.disabledAt || account.role === role) throw new AppError('event_refused');
    await tx.db.update(staffAccount).set({ role }).where(eq(staffAccount.id, staffId));
    await endAllSessions(tx, staffId);
    const object = { type: 'staff', id: staffId };
    await audit(tx, {
      ...{ action: 'identity.staff-role-changed', object },
      details: { from: account.role, to: role },
    });
  });

/**
 * Shuts an account out at once: sessions and links end. The last admin may be shut out by our command line
 * only, for an account that was taken over. Throws `forbidden`, `not_found`, `last_admin`, `event_refused`.
 */
export const disableStaff = (ctx: Ctx<Manager>, { staffId }: OfStaff): Promise<void> =>
  manage(ctx, { staffId, sparesLastAdmin: ctx.actor.kind === 'staff' }, async (tx, account) => {
    if (account.disabledAt) throw new AppError('event_refused');
    const disabled = { disabledAt: sqlNow };
    await tx.db.update(staffAccount).set(disabled).where(eq(staffAccount.id, staffId));
    await endInvites(tx, staffId);
    const ended = await endAllSessions(tx, staffId);
    const object = { type: 'staff', id: staffId };
    await audit(tx, { action: 'identity.staff-disabled', object, details: { ended } });
  });

/** Lets a disabled account sign in again with the factors it had. Throws `forbidden`, `step_up`, `not_found`, `event_refused`. */
export const enableStaff = (ctx: Ctx<Manager>, { staffId }: OfStaff): Promise<void> =>
  manage(ctx, { staffId, fresh: true }, async (tx, account) => {
    if (!account.disabledAt) throw new AppError('event_refused');
    await tx.db.update(staffAccount).set({ disabledAt: null }).where(eq(staffAccount.id, staffId));
    await audit(tx, { action: 'identity.staff-enabled', object: { type: 'staff', id: staffId } });
  });

/**
 * Makes the one link with which an account may be enrolled; earlier ones end. The token stands behind `#`,
 * which browsers keep to themselves: no server, proxy or log on the way sees it.
 */
async function inviteTo(
  tx: TxCtx,
  staffId: string,
  totpSecret: string = newTotpSecret(),
): Promise<string> {
  await endInvites(tx, staffId);
  const token = newToken();
  const { env } = tx.services;
  await tx.db.insert(staffInvite).values({
    staffId,
    tokenHash: sha256(token),
    totpCipher: sealTotp(env, staffId, totpSecret),
    createdAt: sqlNow,
    expiresAt: sql`platform.now() + make_interval(secs => ${inSeconds(inviteLife)})`,
  });
  return `${env.PUBLIC_URL}/admin/enrol#${token}`;
}

/** Ends the links of an account that nobody used. */
export async function endInvites(tx: TxCtx, staffId: string): Promise<void> {
  await tx.db
    .update(staffInvite)
    .set({ usedAt: sqlNow })
    .where(and(eq(staffInvite.staffId, staffId), isNull(staffInvite.usedAt)));
}

type OpenInvite = NonNullable<Awaited<ReturnType<typeof findInvite>>>;

/** The invite of a token; null when it is unknown, used, too old, or its account is switched off. */
export async function findInvite(ctx: Ctx, token: string) {
  const [row] = await ctx.db
    .select({
      ...{ id: staffInvite.id, staffId: staffInvite.staffId, email, name },
      totpCipher: staffInvite.totpCipher,
    })
    .from(staffInvite)
    .innerJoin(staffAccount, eq(staffAccount.id, staffInvite.staffId))
    .where(
      and(
        eq(staffInvite.tokenHash, sha256(token)),
        isNull(staffInvite.usedAt),
        gt(staffInvite.expiresAt, sql`platform.now()`),
        isNull(staffAccount.disabledAt),
      ),
    );
  return row ?? null;
}

export interface NewStaff {
  readonly email: string;
  readonly name: string;
  readonly role: StaffRole;
  /** base32, for an authenticator app that has it already; by default a new one is made. */
  readonly totpSecret?: string;
}

/**
 * Makes an account that nobody can sign in to until its link was used. The answer is the only place where
 * the link is. Throws `forbidden`, `step_up`, `staff_exists`.
 */
export async function addStaff(
  ctx: Ctx<Manager>,
  { email, name, role, totpSecret }: NewStaff,
): Promise<{ id: string; link: string }> {
  await requireManager(ctx, { fresh: true });
  return withTransaction(ctx, async (tx) => {
    const id = newId();
    const added = await tx.db
      .insert(staffAccount)
      .values({
        ...{ id, email: asEmail(email), name, role },
        ...{ createdAt: sqlNow, createdBy: actorRef(ctx.actor) },
      })
      .onConflictDoNothing()
      .returning({ id: staffAccount.id });
    if (added.length === 0) throw new AppError('staff_exists');
    const object = { type: 'staff', id };
    await audit(tx, { action: 'identity.staff-added', object, details: { role } });
    return { id, link: await inviteTo(tx, id, totpSecret) };
  });
}

/**
 * A new link for somebody who has not used theirs; the old one ends. Throws `forbidden`, `step_up`,
 * `not_found`, and `event_refused` when the account is enrolled or disabled.
 */
export const inviteStaffAgain = (
  ctx: Ctx<Manager>,
  { staffId }: OfStaff,
): Promise<{ link: string }> =>
  manage(ctx, { staffId, fresh: true }, async (tx, account) => {
    if (account.enrolledAt || account.disabledAt) throw new AppError('event_refused');
    const object = { type: 'staff', id: staffId };
    await audit(tx, { action: 'identity.staff-invited-again', object });
    return { link: await inviteTo(tx, staffId) };
  });

/**
 * Takes every factor of an account away and answers a link to set new ones, for a lost phone. Throws
 * `forbidden`, `step_up`, `not_found`, `event_refused` when it is not enrolled or disabled, and `last_admin`:
 * the only admin is helped by our command line.
 */
export const resetStaffFactors = (
  ctx: Ctx<Manager>,
  { staffId }: OfStaff,
): Promise<{ link: string }> => {
  const how = { staffId, fresh: true, sparesLastAdmin: ctx.actor.kind === 'staff' };
  return manage(ctx, how, async (tx, account) => {
    if (!account.enrolledAt || account.disabledAt) throw new AppError('event_refused');
    const none = { passwordHash: null, totpCipher: null, totpStep: null, enrolledAt: null };
    await tx.db.update(staffAccount).set(none).where(eq(staffAccount.id, staffId));
    await tx.db.delete(staffPasskey).where(eq(staffPasskey.staffId, staffId));
    await tx.db.delete(staffProviderLink).where(eq(staffProviderLink.staffId, staffId));
    await endAllSessions(tx, staffId);
    const object = { type: 'staff', id: staffId };
    await audit(tx, { action: 'identity.staff-factors-reset', object });
    await publish(tx, identityEvents['identity.staff-factor-changed'], { staffId });
    return { link: await inviteTo(tx, staffId) };
  });
};

export interface Enrolment {
  readonly token: string;
  readonly password: string;
  /** Of the secret that the page showed. */
  readonly code: string;
}

/**
 * Uses a link up: sets the password and the authenticator app that the page offered. Throws
 * `invalid_invite` (unknown, used, too old), `validation_failed` at `password` or `code`, and
 * `too_many_requests`. The code counts as used: the first sign-in needs the next one.
 */
export async function enrolStaff(ctx: Ctx, { token, password, code }: Enrolment): Promise<void> {
  const forgive = await takeStaffTry(ctx, null);
  const invite = await findInvite(ctx, token);
  if (!invite) throw new AppError('invalid_invite');
  const { env } = ctx.services;
  const secret = unsealTotp(env, invite.staffId, invite.totpCipher);
  const step = totpStepOf(secret, code, await now(ctx));
  const fault = await passwordFault(password, [invite.email, invite.name]);
  if (fault || step === null)
    throw new AppError('validation_failed', {
      fields: {
        ...(fault ? { password: [fault] } : {}),
        ...(step === null ? { code: ['staff.error.code_wrong'] } : {}),
      },
    });
  const passwordHash = await hashPassword(env.mode, password);
  // Sealed anew: what the link holds may be under a key that is being retired meanwhile.
  const totpCipher = sealTotp(env, invite.staffId, secret);
  await settle(ctx, invite, { passwordHash, totpCipher, totpStep: step });
  await forgive();
}

async function settle(
  ctx: Ctx,
  { id: inviteId, staffId }: OpenInvite,
  factors: { passwordHash: string; totpCipher: Buffer; totpStep: number },
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    // The account before its link, as whoever manages accounts takes them.
    const enrolled = await tx.db
      .update(staffAccount)
      .set({ ...factors, enrolledAt: sqlNow })
      .where(and(eq(staffAccount.id, staffId), isNull(staffAccount.disabledAt)))
      .returning({ id: staffAccount.id });
    const used = await tx.db
      .update(staffInvite)
      .set({ usedAt: sqlNow })
      .where(and(eq(staffInvite.id, inviteId), isNull(staffInvite.usedAt)))
      .returning({ id: staffInvite.id });
    if (used.length === 0 || enrolled.length === 0) throw new AppError('invalid_invite');
    await audit(tx, { action: 'identity.staff-enrolled', object: { type: 'staff', id: staffId } });
    await publish(tx, identityEvents['identity.staff-factor-changed'], { staffId });
  });
}

interface OfferedEnrolment {
  readonly email: string;
  readonly name: string;
  /** base32. */
  readonly secret: string;
  /** `otpauth://…` */
  readonly uri: string;
}

/** What a link offers to set up, under the name that the app will show; null when it is no longer good. */
export async function offeredEnrolment(
  ctx: Ctx,
  { token, issuer }: { token: string; issuer: string },
): Promise<OfferedEnrolment | null> {
  const invite = await findInvite(ctx, token);
  if (!invite) return null;
  const { email, name, staffId, totpCipher } = invite;
  const secret = unsealTotp(ctx.services.env, staffId, totpCipher);
  return { email, name, secret, uri: totpUri(issuer, email, secret) };
}
