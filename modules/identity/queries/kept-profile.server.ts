import { eq } from 'drizzle-orm';
import type { ActorOf } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import type { ProfileDraft } from '../profile-draft';
import { profileDraft } from '../tables.server';

/** What the acting phone has typed of its profile so far; null when it has not begun. */
export async function keptProfile(
  ctx: Ctx<ActorOf<'phone-verified'>>,
): Promise<ProfileDraft | null> {
  const { firstName, lastName, email } = profileDraft;
  const [row] = await ctx.db
    .select({ firstName, lastName, email })
    .from(profileDraft)
    .where(eq(profileDraft.phone, ctx.actor.phone));
  return row ?? null;
}
