import { and, desc, eq, isNull, ne, or, type SQL } from 'drizzle-orm';
import { audit, publish, withTransaction } from '#engine';
import type { ActorOf } from '#platform/base/actor';
import { AppError } from '#platform/base/errors';
import { sha256 } from '#platform/base/ids';
import type { Ctx, TxCtx } from '#platform/context';
import { sqlNow } from '#platform/time/clock';
import {
  knownBrowser,
  type KnownToken,
  rememberBrowser,
  type SignedInBrowser,
} from '../codes/browsers.server';
import { identityEvents } from '../events';
import { isLive, type Principal } from './sessions.server';
import { session } from '../tables.server';

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

/** Ends one session by its id, if it is the subject's own. */
export async function endSessionOf(
  ctx: Ctx,
  { principal, subjectId, id }: { principal: Principal; subjectId: string; id: string },
): Promise<boolean> {
  const own = and(
    eq(session.id, id),
    eq(session.principal, principal),
    eq(session.subjectId, subjectId),
  )!;
  return (await endWhere(ctx, own)).length > 0;
}

/** Ends all sessions of a subject, but for `except`; returns how many. For suspension, deletion, and by choice. */
export async function endSessionsOf(
  ctx: Ctx,
  { principal, subjectId, except }: { principal: Principal; subjectId: string; except?: string },
): Promise<number> {
  const all = and(
    eq(session.principal, principal),
    eq(session.subjectId, subjectId),
    except ? ne(session.id, except) : undefined,
  )!;
  return (await endWhere(ctx, all)).length;
}

/** Ends all sessions of a subject and of its number in that role, those on the way in with it. */
export async function endSessionsOnNumber(
  ctx: Ctx,
  { principal, subjectId, phone }: { principal: Principal; subjectId: string; phone: string },
): Promise<void> {
  const theirs = or(eq(session.subjectId, subjectId), eq(session.phone, phone));
  await endWhere(ctx, and(eq(session.principal, principal), theirs)!);
}

/**
 * What every sign-in does about its browser, by whatever proof: an account's owner is told when it is one that
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

type Party = ActorOf<'patient'> | ActorOf<'clinic'>;

/** Ends one of the acting person's own sessions. Throws `not_found` for anybody else's. */
export async function endOwnSession(ctx: Ctx<Party>, { id }: { id: string }): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const own = { principal: ctx.actor.kind, subjectId: ctx.actor.id, id } as const;
    if (!(await endSessionOf(tx, own))) throw new AppError('not_found');
    await audit(tx, { action: 'identity.session-ended', object: { type: 'session', id } });
  });
}

/** Ends every session of the acting person but the one that asks (security 26); answers how many. */
export async function endOtherSessions(ctx: Ctx<Party>): Promise<number> {
  const { kind: principal, id: subjectId, sessionId: except } = ctx.actor;
  return withTransaction(ctx, async (tx) => {
    const ended = await endSessionsOf(tx, { principal, subjectId, except });
    const object = { type: principal, id: subjectId };
    await audit(tx, { action: 'identity.sessions-ended', object, facts: { ended } });
    return ended;
  });
}

/** Ends the session of a cookie, whatever its phase; without one there is nothing to do. */
export async function signOut(
  ctx: Ctx,
  { principal, token }: { principal: Principal; token: string | null },
): Promise<void> {
  if (!token) return;
  await withTransaction(ctx, async (tx) => {
    const id = await endSessionOfToken(tx, { principal, token });
    if (id) await audit(tx, { action: 'identity.signed-out', object: { type: 'session', id } });
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

/** The live sessions of the acting patient or clinic, last used first. */
export async function ownSessions(
  ctx: Ctx<ActorOf<'patient'> | ActorOf<'clinic'>>,
): Promise<OwnSession[]> {
  const { id, createdAt, lastSeenAt, sharedDevice } = session;
  const rows = await ctx.db
    .select({ id, createdAt, lastSeenAt, sharedDevice })
    .from(session)
    .where(and(eq(session.principal, ctx.actor.kind), eq(session.subjectId, ctx.actor.id), isLive))
    .orderBy(desc(session.lastSeenAt));
  return rows.map((row) => ({ ...row, current: row.id === ctx.actor.sessionId }));
}
