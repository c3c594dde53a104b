import { lt, sql } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { purgeRateLimits } from '#platform/rate-limit';
import { forgetOldOfStaff } from './forget-staff.server';
import {
  emailLink,
  knownBrowser,
  otpChallenge,
  passkeyChallenge,
  profileDraft,
  session,
  slowLanePlace,
} from '../tables.server';

/**
 * Removes what nobody needs any more: codes after a day (as far as the budgets look back), places in the slow
 * lane after an hour, sessions thirty days after their end, browsers whose time is over, profiles that nobody
 * finished and challenges of passkeys after a day, links of mails after thirty, what staff leave behind, spent
 * rate limits. Returns how many rows went.
 */
export async function forgetOld(ctx: Ctx): Promise<number> {
  const codes = await ctx.db
    .delete(otpChallenge)
    .where(lt(otpChallenge.createdAt, sql`platform.now() - interval '1 day'`))
    .returning({ id: otpChallenge.id });
  const places = await ctx.db
    .delete(slowLanePlace)
    .where(lt(slowLanePlace.seenAt, sql`platform.now() - interval '1 hour'`))
    .returning({ id: slowLanePlace.id });
  const sessions = await ctx.db
    .delete(session)
    .where(
      sql`least(${session.expiresAt}, ${session.endedAt}) < platform.now() - interval '30 days'`,
    )
    .returning({ id: session.id });
  const browsers = await ctx.db
    .delete(knownBrowser)
    .where(lt(knownBrowser.expiresAt, sql`platform.now()`))
    .returning({ id: knownBrowser.id });
  const drafts = await ctx.db
    .delete(profileDraft)
    .where(lt(profileDraft.savedAt, sql`platform.now() - interval '1 day'`))
    .returning({ phone: profileDraft.phone });
  const challenges = await ctx.db
    .delete(passkeyChallenge)
    .where(lt(passkeyChallenge.createdAt, sql`platform.now() - interval '1 day'`))
    .returning({ id: passkeyChallenge.id });
  const links = await ctx.db
    .delete(emailLink)
    .where(lt(emailLink.createdAt, sql`platform.now() - interval '30 days'`))
    .returning({ id: emailLink.id });
  const ours = [codes, places, sessions, browsers, drafts, challenges, links].flat().length;
  return ours + (await forgetOldOfStaff(ctx)) + (await purgeRateLimits(ctx));
}
