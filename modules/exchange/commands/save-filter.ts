import { and, count, eq, sql } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import { sqlNow } from '#platform/clock';
import { transaction, type Ctx } from '#platform/context';
import { AppError } from '#platform/errors';
import { isId, newId } from '#platform/ids';
import { mostSavedFilters, savedQuery, type SavedFilter, type SavedQuery } from '../dto';
import { savedFilter } from '../tables.server';

type ClinicCtx = Ctx<ActorOf<'clinic'>>;

const { id, name, query, mails } = savedFilter;
const own = { id, name, query, mails };

/** The filters that the acting clinic keeps, by name. */
export async function savedFilters(ctx: ClinicCtx): Promise<SavedFilter[]> {
  const rows = await ctx.db
    .select(own)
    .from(savedFilter)
    .where(eq(savedFilter.clinicId, ctx.actor.id))
    .orderBy(sql`lower(${name})`)
    .limit(mostSavedFilters);
  return rows.map(readable);
}

/** What a stored filter asks for; values that are no longer on offer ask for nothing. */
function readable(row: SavedFilter): SavedFilter {
  const known = Object.entries(row.query).filter(
    ([field, value]) => savedQuery.safeParse({ [field]: value }).success,
  );
  return { ...row, query: savedQuery.parse(Object.fromEntries(known)) };
}

/**
 * Keeps what a list is narrowed by under a name of the acting clinic's own; a filter of that name is given the new
 * meaning. Mails begin with what is published from now on.
 *
 * @throws AppError `too_many_filters`
 */
export const saveFilter = (
  ctx: ClinicCtx,
  wish: { name: string; query: SavedQuery; mails: boolean },
): Promise<string> =>
  transaction(ctx, async (tx) => {
    const clinicId = ctx.actor.id;
    await lockFiltersOf(tx, clinicId);
    const named = and(
      eq(savedFilter.clinicId, clinicId),
      sql`lower(${name}) = lower(${wish.name})`,
    );
    const [known] = await tx.db
      .update(savedFilter)
      .set({ ...wish, toldUntil: sqlNow })
      .where(named)
      .returning({ id });
    if (known) return known.id;
    const [kept] = await tx.db
      .select({ n: count() })
      .from(savedFilter)
      .where(eq(savedFilter.clinicId, clinicId));
    if (kept!.n >= mostSavedFilters) throw new AppError('too_many_filters');
    const row = { ...wish, id: newId(), clinicId, createdAt: sqlNow, toldUntil: sqlNow };
    await tx.db.insert(savedFilter).values(row);
    return row.id;
  });

/** One after the other, so that nobody keeps more than there may be. */
const lockFiltersOf = (ctx: ClinicCtx, clinicId: string): Promise<unknown> =>
  ctx.db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('exchange.filters:' || ${clinicId}, 0))`,
  );

/**
 * Gives a filter of the acting clinic another name, or begins and ends its mails. Mails that begin tell of what is
 * published from then on.
 *
 * @throws AppError `not_found`; `filter_exists` where another one has that name
 */
export const changeFilter = (
  ctx: ClinicCtx,
  wish: { filterId: string; name: string; mails: boolean },
): Promise<void> =>
  transaction(ctx, async (tx) => {
    await lockFiltersOf(tx, ctx.actor.id);
    const kept = await savedFilters(tx);
    const filter = kept.find((one) => one.id === wish.filterId);
    if (!filter) throw new AppError('not_found');
    const same = (one: SavedFilter) => one.name.toLowerCase() === wish.name.toLowerCase();
    if (kept.some((one) => one !== filter && same(one))) throw new AppError('filter_exists');
    await tx.db
      .update(savedFilter)
      .set({
        name: wish.name,
        mails: wish.mails,
        ...(wish.mails && !filter.mails ? { toldUntil: sqlNow } : {}),
      })
      .where(eq(id, filter.id));
  });

/** Forgets a filter of the acting clinic. Throws `not_found`. */
export async function removeFilter(
  ctx: ClinicCtx,
  { filterId }: { filterId: string },
): Promise<void> {
  if (!isId(filterId)) throw new AppError('not_found');
  const gone = await ctx.db
    .delete(savedFilter)
    .where(and(eq(id, filterId), eq(savedFilter.clinicId, ctx.actor.id)))
    .returning({ id });
  if (gone.length === 0) throw new AppError('not_found');
}
