import { and, desc, eq, sql } from 'drizzle-orm';
import type { SubTreatment } from '#contracts/consultation';
import type { Ctx } from '#platform/context';
import { lead } from '../tables.server';

/** Ids of the latest requests for a treatment, of a year at most, for what is said of all of them together. */
export async function latestLeadsFor(
  ctx: Ctx,
  { subTreatment, most }: { subTreatment: SubTreatment; most: number },
): Promise<string[]> {
  const rows = await ctx.readDb
    .select({ id: lead.id })
    .from(lead)
    .where(
      and(
        eq(lead.subTreatment, subTreatment),
        sql`${lead.createdAt} > platform.now() - interval '1 year'`,
      ),
    )
    .orderBy(desc(lead.createdAt), desc(lead.id))
    .limit(most);
  return rows.map(({ id }) => id);
}
