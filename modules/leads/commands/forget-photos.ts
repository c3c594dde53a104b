import { eq } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import type { TxCtx } from '#platform/context';
import { lead } from '../tables.server';
import { ownLead } from '../repo.server';

/**
 * The photos of a request of the acting patient that is over went along to another one.
 *
 * @throws AppError `not_found`
 */
export async function forgetPhotos(
  ctx: TxCtx<ActorOf<'patient'>>,
  { leadId }: { leadId: string },
): Promise<void> {
  const { id } = await ownLead(ctx, leadId);
  await ctx.db.update(lead).set({ photos: [] }).where(eq(lead.id, id));
}
