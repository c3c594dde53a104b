import { eq } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { lead } from '../tables.server';

/** When a request was sent and published, and when it expires if it is; null for an unknown one. For the worker's mails. */
export async function leadDates(
  ctx: Ctx,
  { leadId }: { leadId: string },
): Promise<{ sentAt: Date; publishedAt: Date | null; closesAt: Date | null } | null> {
  const [row] = await ctx.db
    .select({ sentAt: lead.createdAt, publishedAt: lead.publishedAt, closesAt: lead.expiresAt })
    .from(lead)
    .where(eq(lead.id, leadId));
  return row ?? null;
}
