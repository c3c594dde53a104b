import { and, desc, eq, gt, inArray, isNotNull, isNull, ne, or, sql, type SQL } from 'drizzle-orm';
import { audit, leavePagesOf, publish, withTransaction } from '#engine';
import {
  accountHolder,
  type ActingMember,
  type Actor,
  type ActorOf,
  type Side,
} from '#platform/base/actor';
import { type Duration, inSeconds } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { newId, newToken, sha256 } from '#platform/base/ids';
import { defaultLocale, type Locale } from '#platform/base/locale';
import type { Ctx, CtxOf, TxCtx } from '#platform/context';
import { preparedQuery } from '#platform/database/prepared-query';
import { inBackground } from '#platform/process/in-background';
import { readSetting } from '#platform/settings/settings';
import { sqlNow } from '#platform/time/clock';
import {
  knownBrowser,
  type KnownToken,
  rememberBrowser,
  type SignedInBrowser,
} from './browsers.server';
import { sessionLifetimes } from './rules';
import { identityEvents } from './schemas';
import { clinicAccount, clinicMember, patient, session } from './tables.server';
import { staffAccount, staffSession } from './tables/staff.server';

/** What makes a session of staff live, by the database's clock; the account must be able to sign in as well. */
export const isLiveStaffSession: SQL = and(
  isNull(staffSession.endedAt),
  gt(staffSession.expiresAt, sql`platform.now()`),
  sql`${staffSession.lastSeenAt} + make_interval(secs => ${staffSession.idleSeconds}) > platform.now()`,
)!;

/** What lets an account in at all. */
export const isActiveAccount: SQL = and(
  isNull(staffAccount.disabledAt),
  isNotNull(staffAccount.enrolledAt),
)!;

/**
 * The actor behind a staff cookie. Role and switch are read from the account's row each time, so that a
 * change of either holds for the next request.
 */
async function resolveStaffSession(
  ctx: Ctx,
  { token, renew }: { token: string; renew: boolean },
): Promise<ActorOf<'staff'> | null> {
  const [row] = await ctx.db
    .select({
      id: staffAccount.id,
      role: staffAccount.role,
      sessionId: staffSession.id,
      rested: staffRested,
    })
    .from(staffSession)
    .innerJoin(staffAccount, eq(staffAccount.id, staffSession.staffId))
    .where(and(eq(staffSession.tokenHash, sha256(token)), isLiveStaffSession, isActiveAccount));
  if (!row) return null;
  const { rested: due, ...actor } = row;
  if (renew && due) await touchStaff(ctx, actor.sessionId);
  return { kind: 'staff', ...actor };
}

/** A write per half minute at most: small against the fifteen minutes that a session may rest. */
const staffRested = sql<boolean>`${staffSession.lastSeenAt} < platform.now() - interval '30 seconds'`;

async function touchStaff(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .update(staffSession)
    .set({ lastSeenAt: sqlNow })
    .where(and(eq(staffSession.id, id), staffRested));
}

export type Principal = 'patient' | 'clinic' | 'staff';

export interface NewSession {
  /** Staff have a table of their own (`openStaffSession`). */
  principal: Exclude<Principal, 'staff'>;
  phase: 'phone-verified' | 'email-proof' | 'full';
  /** Of a clinic whose account the number holds; absent of its other members. */
  subjectId?: string;
  memberId?: string;
  /** E.164; absent for staff. */
  phone?: string;
  /** Short life, and the cookie ends with the browser. */
  sharedDevice?: boolean;
  /** When a code or a passkey was shown; absent: just now. */
  provedAt?: Date | null;
}

/** What the browser is given; the token is nowhere else. */
export interface OpenedSession {
  readonly id: string;
  readonly token: string;
  /** Age for the cookie; undefined: it ends with the browser. */
  readonly maxAgeSeconds: number | undefined;
}

/** Opens a session with a fresh 256-bit token, of which only the sha-256 is stored. Lengths are settings. */
export async function openSession(ctx: Ctx, opening: NewSession): Promise<OpenedSession> {
  const lifetimes = await readSetting(ctx, sessionLifetimes);
  const { idle, absolute } = lifetimes[lifetimeOf(opening)];
  const id = newId();
  const token = newToken();
  await ctx.db.insert(session).values({
    id,
    tokenHash: sha256(token),
    principal: opening.principal,
    phase: opening.phase,
    subjectId: opening.subjectId ?? null,
    memberId: opening.memberId ?? null,
    phone: opening.phone ?? null,
    sharedDevice: opening.sharedDevice ?? false,
    idleSeconds: inSeconds(idle),
    createdAt: sqlNow,
    lastSeenAt: sqlNow,
    provedAt: opening.provedAt === undefined ? sqlNow : opening.provedAt,
    expiresAt: sql`platform.now() + make_interval(secs => ${inSeconds(absolute)})`,
  });
  return { id, token, maxAgeSeconds: opening.sharedDevice ? undefined : inSeconds(absolute) };
}

function lifetimeOf({ principal, phase, sharedDevice }: NewSession) {
  if (phase !== 'full') return 'phoneVerified';
  return principal === 'patient' && sharedDevice ? 'patientShared' : principal;
}

type SessionRow = typeof session.$inferSelect;
type ClinicApproval = (typeof clinicAccount.$inferSelect)['approval'];

/** What makes a session live, by the database's clock. */
export const isLive: SQL = and(
  isNull(session.endedAt),
  gt(session.expiresAt, sql`platform.now()`),
  sql`${session.lastSeenAt} + make_interval(secs => ${session.idleSeconds}) > platform.now()`,
)!;

/** A write per minute at most: idle times are hours, and every request passes here. */
export const rested = sql<boolean>`${session.lastSeenAt} < platform.now() - interval '1 minute'`;

/** A live session with what a request needs to know beside it. */
interface LiveSession {
  readonly session: SessionRow;
  /** Of its clinic, at this moment; null without an account. */
  readonly approval: ClinicApproval | null;
  /** Who acts for the clinic; null without one, and of an account that a build before teams has just made. */
  readonly member: (ActingMember & { readonly clinicId: string }) | null;
  /** Of its account; null without one. */
  readonly locale: Locale | null;
  /** That a patient chose; null where there is no choice. */
  readonly currency: string | null;
  /** Was seen so long ago that it is worth a write. */
  readonly rested: boolean;
}

/** The member whose session it is: the one that it names, or who holds the account that it names. */
const isMemberOfSession: SQL = and(
  isNull(clinicMember.removedAt),
  or(
    eq(clinicMember.id, session.memberId),
    and(eq(clinicMember.clinicId, session.subjectId), eq(clinicMember.holdsAccount, true)),
  ),
)!;

/** The live session of a token; null when it is unknown, ended, expired or another principal's. One statement. */
async function findLiveSession(
  ctx: Ctx,
  { principal, token }: { principal: Principal; token: string },
): Promise<LiveSession | null> {
  const [row] = await byToken(ctx.db).execute({ hash: sha256(token), principal });
  return row ?? null;
}

const byToken = preparedQuery((db) =>
  db
    .select({
      session,
      approval: clinicAccount.approval,
      member: { id: clinicMember.id, role: clinicMember.role, clinicId: clinicMember.clinicId },
      locale: sql<Locale | null>`coalesce(${patient.locale},
        case when not ${clinicMember.holdsAccount} then ${clinicMember.locale} end, ${clinicAccount.locale})`,
      currency: patient.currency,
      rested,
    })
    .from(session)
    .leftJoin(clinicMember, and(eq(session.principal, 'clinic'), isMemberOfSession))
    .leftJoin(
      clinicAccount,
      and(
        eq(session.principal, 'clinic'),
        eq(clinicAccount.id, sql`coalesce(${session.subjectId}, ${clinicMember.clinicId})`),
      ),
    )
    .leftJoin(patient, and(eq(session.principal, 'patient'), eq(patient.id, session.subjectId)))
    .where(
      and(
        eq(session.tokenHash, sql.placeholder('hash')),
        eq(session.principal, sql.placeholder('principal')),
        isLive,
      ),
    )
    .prepare('live-session'),
);

/** Sessions that one request has looked up already; not for longer than it, since a session can end at any moment. */
export type FoundSessions = Map<string, Promise<LiveSession | null>>;

interface Asked {
  readonly principal: Principal;
  readonly token: string;
  /** Extends the idle time. */
  readonly renew: boolean;
  /** Asked first, and given what was found. Sessions of staff are looked up each time. */
  readonly found?: FoundSessions;
}

/** Somebody with a session. */
interface SignedInActor {
  readonly actor: Actor;
  /** That their account reads; null while there is none. */
  readonly locale: Locale | null;
}

/** The actor behind a session cookie; null when the session is unknown, expired or revoked. */
export const resolveSession = async (ctx: Ctx, asked: Asked): Promise<Actor | null> =>
  (await resolveSignedIn(ctx, asked))?.actor ?? null;

/** As {@link resolveSession}, with the language of the account. */
export async function resolveSignedIn(
  ctx: Ctx,
  { principal, token, renew, found }: Asked,
): Promise<SignedInActor | null> {
  if (principal === 'staff') {
    const staff = await resolveStaffSession(ctx, { token, renew });
    return staff && { actor: staff, locale: defaultLocale };
  }
  const key = `${principal} ${token}`;
  const looking = found?.get(key) ?? findLiveSession(ctx, { principal, token });
  found?.set(key, looking);
  const live = await looking;
  if (!live) return null;
  // A use that is not noted now is noted with the next one.
  if (renew && live.rested) inBackground(ctx, touch(ctx, live.session), 'session not renewed');
  const actor = actorOf(live);
  return actor && { actor, locale: live.locale };
}

function actorOf({ session: row, approval, member: found, currency }: LiveSession): Actor | null {
  const { id: sessionId, principal, phase, phone, subjectId } = row;
  if (principal === 'staff' || !phone) return null;
  // Somebody who owes a second proof may do no more than somebody without a profile.
  const verified = { kind: 'phone-verified', role: principal, phone, sessionId } as const;
  if (phase === 'email-proof') return { ...verified, owesProof: true };
  if (phase === 'phone-verified') return verified;
  if (principal === 'patient')
    return subjectId
      ? { kind: 'patient', id: subjectId, phone, sessionId, ...(currency ? { currency } : {}) }
      : null;
  const id = subjectId ?? found?.clinicId;
  if (!id || approval === null) return null;
  // Of an account that a build before teams has just made, who holds it is in no list yet.
  const { id: memberId, role } = found ?? accountHolder(id);
  const approved = approval === 'approved';
  return { kind: 'clinic', id, phone, sessionId, approved, member: { id: memberId, role } };
}

/**
 * Asked again within: of fifty requests at once one writes. With its account, one statement, which waits for nobody: what
 * somebody else holds keeps its time until the next use. Whoever ends sessions holds the account first and then them, so
 * that waiting here, in whichever order, would be a deadlock.
 */
async function touch(ctx: Ctx, row: SessionRow): Promise<void> {
  const skipping = { skipLocked: true } as const;
  const free = ctx.db
    .select({ id: session.id })
    .from(session)
    .where(and(eq(session.id, row.id), rested))
    .for('no key update', skipping);
  const touching = ctx.db
    .update(session)
    .set({ lastSeenAt: sqlNow })
    .where(inArray(session.id, free));
  const owner = row.subjectId ?? row.memberId;
  if (row.phase !== 'full' || !owner) return void (await touching);
  const account = row.memberId
    ? clinicMember
    : row.principal === 'clinic'
      ? clinicAccount
      : patient;
  const freeAccount = ctx.db
    .select({ id: account.id })
    .from(account)
    .where(eq(account.id, owner))
    .for('no key update', skipping);
  await ctx.db
    .with(ctx.db.$with('touched').as(touching.returning({ id: session.id })))
    .update(account)
    .set({ lastSeenAt: sqlNow })
    .where(and(inArray(account.id, freeAccount), sql`exists (select from touched)`));
}

/** A session as somebody shows it who stays: whose it is said to be, and the sha-256 of its token. */
interface ShownSession {
  readonly principal: Principal;
  readonly subjectId: string;
  readonly sessionId: string;
  readonly tokenHash: Buffer;
}

/**
 * For each session: null when it holds for longer than `within`, else for how many milliseconds it does, 0 when it is
 * over. The same rules as for a request's session, in one statement for all of them; none is renewed.
 */
export async function timeLeftOf(
  ctx: Ctx,
  shown: readonly ShownSession[],
  within: Duration,
): Promise<Array<number | null>> {
  const { rows } = await ctx.db.execute<{ n: string; milliseconds: number }>(sql`
    with shown as materialized (
      select * from unnest(
        ${sql.param(shown.map(({ principal }) => principal))}::text[],
        ${sql.param(shown.map(({ subjectId }) => subjectId))}::uuid[],
        ${sql.param(shown.map(({ sessionId }) => sessionId))}::uuid[],
        ${sql.param(shown.map(({ tokenHash }) => tokenHash))}::bytea[]
      ) with ordinality as s(principal, subject_id, id, token_hash, n)),
    ends as (
      select shown.n, least(${session.expiresAt},
        ${session.lastSeenAt} + make_interval(secs => ${session.idleSeconds})) as at
      from shown
      join ${session} on ${session.id} = shown.id and ${session.tokenHash} = shown.token_hash
        and ${session.principal} = shown.principal
        and ${session.phase} = 'full' and ${session.endedAt} is null
      left join ${clinicMember} on ${clinicMember.id} = ${session.memberId} and ${clinicMember.removedAt} is null
      left join ${clinicAccount} on ${clinicAccount.id} = shown.subject_id
      where coalesce(${session.subjectId}, ${clinicMember.clinicId}) = shown.subject_id
        and (shown.principal = 'patient' or (shown.principal = 'clinic' and ${clinicAccount.id} is not null))
      union all
      select shown.n, least(${staffSession.expiresAt},
        ${staffSession.lastSeenAt} + make_interval(secs => ${staffSession.idleSeconds}))
      from shown
      join ${staffSession} on ${staffSession.id} = shown.id and ${staffSession.tokenHash} = shown.token_hash
        and ${staffSession.staffId} = shown.subject_id and ${staffSession.endedAt} is null
      join ${staffAccount} on ${staffAccount.id} = ${staffSession.staffId} and ${isActiveAccount}
      where shown.principal = 'staff')
    select shown.n,
      greatest(coalesce(extract(epoch from ends.at - platform.now()) * 1000, 0), 0)::float8 as milliseconds
    from shown left join ends using (n)
    where ends.at is null or ends.at <= platform.now() + make_interval(secs => ${inSeconds(within)})`);
  const left: Array<number | null> = shown.map(() => null);
  for (const { n, milliseconds } of rows) left[Number(n) - 1] = milliseconds;
  return left;
}

/** Sessions of a patient; of a clinic, those of all its members. */
export const isSessionOf = (principal: Principal, subjectId: string): SQL =>
  and(
    eq(session.principal, principal),
    principal === 'clinic'
      ? or(eq(session.subjectId, subjectId), inArray(session.memberId, membersOf(subjectId)))
      : eq(session.subjectId, subjectId),
  )!;

const membersOf = (clinicId: string): SQL =>
  sql`(select id from ${clinicMember} where ${clinicMember.clinicId} = ${clinicId})`;

/** Sessions of the acting person alone: each member of a clinic has their own number. */
const isOwn = ({ kind, id, phone }: ActorOf<Side>): SQL =>
  and(isSessionOf(kind, id), eq(session.phone, phone))!;

const endWhere = async (ctx: Ctx, which: SQL): Promise<string[]> => {
  const ended = await ctx.db
    .update(session)
    .set({ endedAt: sqlNow })
    .where(and(which, isNull(session.endedAt)))
    .returning({ id: session.id });
  return ended.map(({ id }) => id);
};

/** Ends the session of a cookie; null when there was none. From its commit on, no request gets in with it. */
export async function endSessionOfToken(
  ctx: Ctx,
  { principal, token }: { principal: Principal; token: string },
): Promise<string | null> {
  const byToken = and(eq(session.tokenHash, sha256(token)), eq(session.principal, principal))!;
  return (await endWhere(ctx, byToken))[0] ?? null;
}

/** Ends one session because another takes its place. Throws `unauthenticated` when it ended meanwhile. */
export async function exchangeSession(
  ctx: Ctx,
  id: string,
): Promise<{ sharedDevice: boolean; provedAt: Date | null }> {
  const [ended] = await ctx.db
    .update(session)
    .set({ endedAt: sqlNow })
    .where(and(eq(session.id, id), isNull(session.endedAt)))
    .returning({ sharedDevice: session.sharedDevice, provedAt: session.provedAt });
  if (!ended) throw new AppError('unauthenticated');
  return ended;
}

/** Ends all sessions of a patient, or of all members of a clinic; from the commit on no request gets in. Returns how many. */
export async function endSessionsOf(
  ctx: Ctx,
  { principal, subjectId }: { principal: Principal; subjectId: string },
): Promise<number> {
  return (await endWhere(ctx, isSessionOf(principal, subjectId))).length;
}

/** Ends all sessions of a member of a clinic's team, who does not hold its account, and has their open pages left. */
export async function endSessionsOfMember(ctx: TxCtx, memberId: string): Promise<void> {
  const theirs = eq(session.memberId, memberId);
  await leavePagesOf(ctx, sql`select id from ${session} where ${theirs} and ended_at is null`);
  await endWhere(ctx, theirs);
}

/** Ends all sessions of a subject and of its number in that role, those on the way in with it. */
export async function endSessionsOnNumber(
  ctx: Ctx,
  { principal, subjectId, phone }: { principal: Principal; subjectId: string; phone: string },
): Promise<void> {
  const theirs = or(isSessionOf(principal, subjectId), eq(session.phone, phone));
  await endWhere(ctx, and(eq(session.principal, principal), theirs)!);
}

/**
 * What every sign-in does about its browser, by whatever proof: an account's owner is notified when it is one that
 * the number has not signed in with before (security 30), and from now on it is known. `accountId` is null
 * while there is only a number: the first sign-in of an account is nobody's news.
 */
export async function enterBrowser(
  ctx: TxCtx,
  { accountId, ...browser }: SignedInBrowser & { accountId: string | null },
): Promise<KnownToken> {
  const known = await knownBrowser(ctx, browser);
  if (accountId && !known)
    await (browser.role === 'patient'
      ? publish(ctx, identityEvents['identity.patient-on-new-device'], { patientId: accountId })
      : publish(ctx, identityEvents['identity.clinic-on-new-device'], { clinicId: accountId }));
  return rememberBrowser(ctx, browser);
}

/** Ends one of the acting person's own sessions. Throws `not_found` for anybody else's. */
export async function endOwnSession(ctx: CtxOf<Side>, { id }: { id: string }): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const ended = await endWhere(tx, and(eq(session.id, id), isOwn(ctx.actor))!);
    if (ended.length === 0) throw new AppError('not_found');
    await audit(tx, { action: 'identity.session-ended', object: { type: 'session', id } });
  });
}

/** Ends every session of the acting person but the one that asks (security 26); answers how many. */
export async function endOtherSessions(ctx: CtxOf<Side>): Promise<number> {
  const { kind, id, sessionId } = ctx.actor;
  return withTransaction(ctx, async (tx) => {
    const others = await endWhere(tx, and(isOwn(ctx.actor), ne(session.id, sessionId))!);
    const ended = others.length;
    const object = { type: kind, id };
    await audit(tx, { action: 'identity.sessions-ended', object, details: { ended } });
    return ended;
  });
}

/** Ends the session of a cookie, whatever its phase; its id, or null without one: then there is nothing to do. */
export async function signOut(
  ctx: Ctx,
  { principal, token }: { principal: Principal; token: string | null },
): Promise<string | null> {
  if (!token) return null;
  return withTransaction(ctx, async (tx) => {
    const id = await endSessionOfToken(tx, { principal, token });
    if (id) await audit(tx, { action: 'identity.signed-out', object: { type: 'session', id } });
    return id;
  });
}

export interface OwnSession {
  readonly id: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly sharedDevice: boolean;
  /** The one that asks. */
  readonly current: boolean;
}

/** The live sessions of the acting person, last used first. */
export async function ownSessions(ctx: CtxOf<Side>): Promise<OwnSession[]> {
  const { id, createdAt, lastSeenAt, sharedDevice } = session;
  const rows = await ctx.db
    .select({ id, createdAt, lastSeenAt, sharedDevice })
    .from(session)
    .where(and(isOwn(ctx.actor), isLive))
    .orderBy(desc(session.lastSeenAt));
  return rows.map((row) => ({ ...row, current: row.id === ctx.actor.sessionId }));
}
