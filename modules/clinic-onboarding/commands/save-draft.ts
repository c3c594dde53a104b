import type { ActorOf } from '#platform/actor';
import { sqlNow } from '#platform/clock';
import type { Ctx } from '#platform/context';
import type { RegistrationDraft } from '../registration-draft';
import { registrationDraft } from '../tables.server';

/** Keeps what the acting phone has typed about its clinic so far, in place of what was kept before. */
export async function saveDraft(
  ctx: Ctx<ActorOf<'phone-verified'>>,
  { fields }: { fields: RegistrationDraft },
): Promise<void> {
  const { phone } = ctx.actor;
  await ctx.db
    .insert(registrationDraft)
    .values({ phone, fields, savedAt: sqlNow })
    .onConflictDoUpdate({ target: registrationDraft.phone, set: { fields, savedAt: sqlNow } });
}
