import { lt, sql } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { days, inSeconds } from '#platform/duration';
import { registrationDraft } from '../tables.server';

/** How long somebody may take to come back to a registration. */
export const registrationKept = days(7);

/** Forgets registrations that nobody finished; returns how many. */
export async function forgetDrafts(ctx: Ctx<ActorOf<'system'>>): Promise<number> {
  const forgotten = await ctx.db
    .delete(registrationDraft)
    .where(
      lt(
        registrationDraft.savedAt,
        sql`platform.now() - make_interval(secs => ${inSeconds(registrationKept)})`,
      ),
    )
    .returning({ phone: registrationDraft.phone });
  return forgotten.length;
}
