import { eq } from 'drizzle-orm';
import type { ActorOf } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import type { RegistrationDraft } from '../registration-draft';
import { phoneOf } from '../owner';
import { registrationDraft } from '../tables.server';

/** What the acting phone has typed about its clinic so far; null when it has not begun. */
export async function readDraft(
  ctx: Ctx<ActorOf<'phone-verified'>>,
): Promise<RegistrationDraft | null> {
  const [row] = await ctx.db
    .select({ fields: registrationDraft.fields })
    .from(registrationDraft)
    .where(eq(registrationDraft.phone, phoneOf(ctx)));
  return row?.fields ?? null;
}
