import { eq } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { lead } from '../tables.server';

/** When a published request expires; null when it is not published or unknown. For the worker's mails. */
export async function leadClosesAt(ctx: Ctx, { leadId }: { leadId: string }): Promise<Date | null> {
  const [row] = await ctx.db
    .select({ expiresAt: lead.expiresAt })
    .from(lead)
    .where(eq(lead.id, leadId));
  return row?.expiresAt ?? null;
}
