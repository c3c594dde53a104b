import { eq } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { isAmong } from '#platform/list-query';
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

/** What requests are for, by id; one that is unknown is missing. For the words of notices. */
export async function subTreatmentsOf(
  ctx: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select({ id: lead.id, subTreatment: lead.subTreatment })
    .from(lead)
    .where(isAmong(lead.id, ids));
  return new Map(rows.map(({ id, subTreatment }) => [id, subTreatment]));
}
