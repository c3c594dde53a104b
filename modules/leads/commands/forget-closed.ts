import { and, isNull, sql } from 'drizzle-orm';
import { sqlNow } from '#platform/clock';
import type { Ctx } from '#platform/context';
import { isAmong } from '#platform/list-query';
import { readSetting } from '#platform/settings';
import { forgetWords } from '../person-data.server';
import { closedLeadMonths } from '../settings';
import { activity, lead } from '../tables.server';

/** Where a page of requests that ended ends. */
export interface EndedLead {
  readonly id: string;
  readonly patientId: string;
  /** To the last digit that the database knows. */
  readonly endedAt: string;
}

const endedAt = sql`coalesce(${lead.completedAt}, ${lead.cancelledAt})`;

/** Requests that ended longer ago than what they say is kept, and that say it still; oldest end first. */
export async function endedLongAgo(
  ctx: Ctx,
  { after, limit }: { after: EndedLead | null; limit: number },
): Promise<EndedLead[]> {
  const months = await readSetting(ctx, closedLeadMonths);
  return ctx.db
    .select({ id: lead.id, patientId: lead.patientId, endedAt: sql<string>`${endedAt}::text` })
    .from(lead)
    .where(
      and(
        isNull(lead.forgottenAt),
        sql`${lead.status} in ('completed', 'cancelled')`,
        sql`${endedAt} < platform.now() - make_interval(months => ${months})`,
        after
          ? sql`(${endedAt}, ${lead.id}) > (${after.endedAt}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(sql`${endedAt}, ${lead.id}`)
    .limit(limit);
}

/** What these requests said goes, and what their patients were told of them; they stay as ids, dates and a treatment. */
export async function forgetClosed(ctx: Ctx, leadIds: readonly string[]): Promise<void> {
  await ctx.db.delete(activity).where(isAmong(activity.leadId, leadIds));
  await forgetWords(ctx, leadIds);
  await ctx.db.update(lead).set({ forgottenAt: sqlNow }).where(isAmong(lead.id, leadIds));
}
