import { and, isNotNull, lt, or, sql, type Column, type SQL } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { inSeconds, type Duration } from '#platform/base/duration';
import { deleteInSteps } from '#platform/privacy/person-data';
import { purgeRateLimits } from '#platform/limits/rate-limit';
import { forgetOldOfStaff } from './forget-staff.server';
import { keptFor } from './periods';
import {
  emailLink,
  knownBrowser,
  otpChallenge,
  passkeyChallenge,
  profileDraft,
  session,
  slowLanePlace,
  wayBack,
} from '../tables.server';

const isBefore = (column: Column, length: Duration): SQL =>
  lt(column, sql`platform.now() - make_interval(secs => ${inSeconds(length)})`);

/** Sessions end when somebody ends them or when their time is over; each has an index of its own. */
const endedLongAgo = or(
  isBefore(session.expiresAt, keptFor.sessions),
  and(isNotNull(session.endedAt), isBefore(session.endedAt, keptFor.sessions)),
)!;

/**
 * Removes what nobody needs any more (`keptFor`): codes, places in the slow lane, sessions after their end, browsers
 * whose time is over, profiles that nobody finished, challenges of passkeys, links of mails, what staff leave behind,
 * spent rate limits. In small steps. Returns how many rows went.
 */
export async function forgetOld(ctx: Ctx): Promise<number> {
  const ours = [
    [otpChallenge, isBefore(otpChallenge.createdAt, keptFor.codes)],
    [slowLanePlace, isBefore(slowLanePlace.seenAt, keptFor.lanePlaces)],
    [session, endedLongAgo],
    [knownBrowser, lt(knownBrowser.expiresAt, sql`platform.now()`)],
    [profileDraft, isBefore(profileDraft.savedAt, keptFor.profileDrafts)],
    [passkeyChallenge, isBefore(passkeyChallenge.createdAt, keptFor.passkeyChallenges)],
    [emailLink, isBefore(emailLink.createdAt, keptFor.emailLinks)],
    [wayBack, isBefore(wayBack.askedAt, keptFor.emailLinks)],
  ] as const;
  let gone = 0;
  for (const [table, which] of ours) gone += await deleteInSteps(ctx, table, which);
  return gone + (await forgetOldOfStaff(ctx)) + (await purgeRateLimits(ctx));
}
