import { and, asc, eq, gt, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import { sqlNow } from '#platform/clock';
import { transaction, type Ctx } from '#platform/context';
import { hours, inSeconds } from '#platform/duration';
import { publish } from '#platform/events';
import { savedQuery, type SavedQuery } from '../dto';
import { exchangeFacts } from '../facts';
import { savedFilter } from '../tables.server';

/** One mail in this time is enough for whoever is to look. */
const between = hours(1);

const isDue: SQL = and(
  eq(savedFilter.mails, true),
  or(
    isNull(savedFilter.toldAt),
    lte(savedFilter.toldAt, sql`${sqlNow} - make_interval(secs => ${inSeconds(between)})`),
  ),
)!;

/** A saved filter whose clinic may be told now. */
export interface DueFilter {
  readonly id: string;
  readonly clinicId: string;
  /** Null where it asks for something that is no longer on offer: it finds nothing. */
  readonly query: SavedQuery | null;
  readonly toldUntil: Date;
}

/** The next filters after one (null: from the first) of which a mail may go out now, in the order of their ids. */
export async function dueFiltersAfter(
  ctx: Ctx,
  after: string | null,
  limit: number,
): Promise<DueFilter[]> {
  const { id, clinicId, query, toldUntil } = savedFilter;
  const rows = await ctx.db
    .select({ id, clinicId, query, toldUntil })
    .from(savedFilter)
    .where(and(isDue, after === null ? undefined : gt(id, after)))
    .orderBy(asc(id))
    .limit(limit);
  return rows.map((row) => ({ ...row, query: savedQuery.safeParse(row.query).data ?? null }));
}

/**
 * Says that a filter has found what was published `until` then; nothing where somebody said so within the hour, or its
 * mails were ended.
 */
export const tellOfMatches = (
  ctx: Ctx,
  { filter, until }: { filter: DueFilter; until: Date },
): Promise<void> =>
  transaction(ctx, async (tx) => {
    const { id: filterId, clinicId } = filter;
    const told = await tx.db
      .update(savedFilter)
      .set({ toldUntil: until, toldAt: sqlNow })
      .where(and(eq(savedFilter.id, filterId), isDue))
      .returning({ id: savedFilter.id });
    if (told.length > 0)
      await publish(tx, exchangeFacts['exchange.filter-matched'], { clinicId, filterId });
  });
