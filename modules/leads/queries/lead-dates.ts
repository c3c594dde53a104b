import { eq } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { lead } from '../tables.server';

/** When a request was sent, and when it expires if it is published; null for an unknown one. For the worker's mails. */
export async function leadDates(
  ctx: Ctx,
  { leadId }: { leadId: string },
): Promise<{ sentAt: Date; closesAt: Date | null } | null> {
  const [row] = await ctx.db
    .select({ sentAt: lead.createdAt, closesAt: lead.expiresAt })
    .from(lead)
    .where(eq(lead.id, leadId));
  return row ?? null;
}
