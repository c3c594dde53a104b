import { sql } from 'drizzle-orm';
import { transaction, type Ctx, type TxCtx } from '#platform/context';
import { deal, reputation, review } from '../tables.server';

/** What an event adds to a clinic's counts, or takes away. */
interface Added {
  readonly reviews?: number;
  readonly stars?: number;
  readonly treatments?: number;
  readonly kept?: number;
}

/**
 * Part of the event that changes what the counts follow from. The clinic's row is the last lock of that transaction, so
 * that events of two deals of one clinic wait for each other's end and for nothing else.
 */
export async function addToReputation(ctx: TxCtx, clinicId: string, added: Added): Promise<void> {
  const { reviews = 0, stars = 0, treatments = 0, kept = 0 } = added;
  if (!reviews && !stars && !treatments && !kept) return;
  await lockCounts(ctx, clinicId);
  await ctx.db.execute(sql`
    update deals.reputation set reviews = reviews + ${reviews}, stars = stars + ${stars},
      treatments = treatments + ${treatments}, kept = kept + ${kept}
    where clinic_id = ${clinicId}`);
}

/** The row of a clinic, also of one that had none. */
async function lockCounts(ctx: TxCtx, clinicId: string): Promise<void> {
  await ctx.db.insert(reputation).values({ clinicId }).onConflictDoNothing();
  await ctx.db.execute(
    sql`select 1 from deals.reputation where clinic_id = ${clinicId} for update`,
  );
}

/** The counts of one clinic as they follow from its reviews and deals. */
const truth = (clinicId: unknown) => sql`
  select r.*, d.* from
    (select count(*)::int as reviews, coalesce(sum(${review.stars}), 0)::int as stars
      from ${review} where ${review.clinicId} = ${clinicId} and ${review.removedAt} is null) r,
    (select count(*)::int as treatments, (count(*) filter (where ${deal.priceKept}))::int as kept
      from ${deal} where ${deal.clinicId} = ${clinicId} and ${deal.priceKept} is not null) d`;

const same = sql`(t.reviews, t.stars, t.treatments, t.kept)
  is not distinct from (k.reviews, k.stars, k.treatments, k.kept)`;

/**
 * Walks the clinics in steps and sets right whose counts differ from what they follow from; answers how many did. Nothing
 * makes them differ but a fault, a restore or a hand in the tables.
 */
export async function mendReputation(ctx: Ctx): Promise<number> {
  let mended = 0;
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await ctx.db.execute<{ id: string; same: boolean }>(sql`
      select c.id, ${same} as same
      from (select clinic_id as id from ${deal} where clinic_id > ${after}::uuid
            union select clinic_id from deals.reputation where clinic_id > ${after}::uuid
            order by 1 limit 100) c
      left join deals.reputation k on k.clinic_id = c.id
      cross join lateral (${truth(sql`c.id`)}) t order by c.id`);
    for (const { id } of rows.filter((row) => !row.same)) mended += await mendOne(ctx, id);
    const last = rows.at(-1);
    if (!last) break;
    after = last.id;
  }
  if (mended > 0) ctx.log.warn({ mended }, 'the reputation of clinics was set right');
  return mended;
}

/** Under the lock that every event takes, so that what is counted has been added, or will be. */
const mendOne = (ctx: Ctx, clinicId: string): Promise<number> =>
  transaction(ctx, async (tx) => {
    await lockCounts(tx, clinicId);
    const { rowCount } = await tx.db.execute(sql`
      update deals.reputation k
      set reviews = t.reviews, stars = t.stars, treatments = t.treatments, kept = t.kept
      from (${truth(clinicId)}) t where k.clinic_id = ${clinicId} and not ${same}`);
    return rowCount ?? 0;
  });
