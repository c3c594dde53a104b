import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Actor } from '#platform/base/actor';
import { beside } from '#platform/process/beside';
import { sqlNow } from '#platform/time/clock';
import type { Ctx } from '#platform/context';
import { defaultLocale, type Locale } from '#platform/base/locale';
import { resolveStaffSession } from './staff-session.server';
import { clinicAccount, patient, session } from '../tables.server';
import { findLiveSession, rested, type LiveSession, type SessionRow } from './live-session.server';
import type { Principal } from './open-session.server';

/** Sessions that one request has looked up already; not for longer than it, since a session can end at any moment. */
export type FoundSessions = Map<string, Promise<LiveSession | null>>;

interface Asked {
  readonly principal: Principal;
  readonly token: string;
  /** Extends the idle time. */
  readonly renew: boolean;
  /** Asked first, and told what was found. Sessions of staff are looked up each time. */
  readonly found?: FoundSessions;
}

/** Somebody with a session. */
export interface SignedInActor {
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
  if (renew && live.rested) beside(ctx, touch(ctx, live.session), 'session not renewed');
  const actor = actorOf(live);
  return actor && { actor, locale: live.locale };
}

function actorOf({ session: row, approval }: LiveSession): Actor | null {
  const { id: sessionId, principal, phase, phone, subjectId } = row;
  if (principal === 'staff' || !phone) return null;
  // Somebody who owes a second proof may do no more than somebody without a profile.
  const verified = { kind: 'phone-verified', role: principal, phone, sessionId } as const;
  if (phase === 'email-proof') return { ...verified, owesProof: true };
  if (phase === 'phone-verified') return verified;
  if (!subjectId) return null;
  if (principal === 'patient') return { kind: 'patient', id: subjectId, phone, sessionId };
  if (approval === null) return null;
  const approved = approval === 'approved';
  return { kind: 'clinic', id: subjectId, phone, sessionId, approved };
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
  if (row.phase !== 'full' || !row.subjectId) return void (await touching);
  const account = row.principal === 'clinic' ? clinicAccount : patient;
  const freeAccount = ctx.db
    .select({ id: account.id })
    .from(account)
    .where(eq(account.id, row.subjectId))
    .for('no key update', skipping);
  await ctx.db
    .with(ctx.db.$with('touched').as(touching.returning({ id: session.id })))
    .update(account)
    .set({ lastSeenAt: sqlNow })
    .where(and(inArray(account.id, freeAccount), sql`exists (select from touched)`));
}
