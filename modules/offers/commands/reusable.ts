import { and, count, eq, sql } from 'drizzle-orm';
import type { SubTreatment } from '#contracts/consultation';
import type { ActorOf } from '#platform/actor';
import { sqlNow } from '#platform/clock';
import { transaction, type Ctx } from '#platform/context';
import { AppError } from '#platform/errors';
import { isId, newId } from '#platform/ids';
import { reusable } from '../tables.server';
import { mostReusable, reusableFields, type Reusable, type ReusableFields } from '../typed-offer';

type ClinicCtx = Ctx<ActorOf<'clinic'>>;

const { id, subTreatment, name, fields } = reusable;

const ownedBy = (ctx: ClinicCtx, which: string) =>
  and(eq(id, which), eq(reusable.clinicId, ctx.actor.id));

/** The answers that the acting clinic keeps, by treatment and name; of one treatment only where one is named. */
export async function reusableOffers(
  ctx: ClinicCtx,
  { of }: { of?: SubTreatment } = {},
): Promise<Reusable[]> {
  const rows = await ctx.db
    .select({ id, subTreatment, name, fields })
    .from(reusable)
    .where(and(eq(reusable.clinicId, ctx.actor.id), of ? eq(subTreatment, of) : undefined))
    .orderBy(subTreatment, sql`lower(${name})`)
    .limit(mostReusable);
  return rows.map((row) => ({ ...row, fields: reusableFields.parse(row.fields) }));
}

interface Wish {
  readonly subTreatment: SubTreatment;
  readonly name: string;
  readonly fields: ReusableFields;
}

/**
 * Keeps an answer of the acting clinic for a treatment, a new one or the one that is named by its id.
 *
 * @throws AppError `not_found`; `reusable_exists` where another one has that name, `too_many_reusable`
 */
export const keepReusable = (
  ctx: ClinicCtx,
  { id: which, ...wish }: Wish & { id?: string },
): Promise<string> =>
  transaction(ctx, async (tx) => {
    const clinicId = ctx.actor.id;
    // One after the other, so that nobody keeps more than there may be.
    await tx.db.execute(
      sql`select pg_advisory_xact_lock(hashtextextended('offers.reusable:' || ${clinicId}, 0))`,
    );
    const [namesake] = await tx.db
      .select({ id })
      .from(reusable)
      .where(
        and(
          eq(reusable.clinicId, clinicId),
          eq(subTreatment, wish.subTreatment),
          sql`lower(${name}) = lower(${wish.name})`,
        ),
      );
    if (namesake && namesake.id !== which) throw new AppError('reusable_exists');
    return which === undefined ? add(tx, wish) : change(tx, which, wish);
  });

async function add(ctx: ClinicCtx, wish: Wish): Promise<string> {
  const [kept] = await ctx.db
    .select({ n: count() })
    .from(reusable)
    .where(eq(reusable.clinicId, ctx.actor.id));
  if (kept!.n >= mostReusable) throw new AppError('too_many_reusable');
  const row = { ...wish, id: newId(), clinicId: ctx.actor.id };
  await ctx.db.insert(reusable).values({ ...row, createdAt: sqlNow, changedAt: sqlNow });
  return row.id;
}

async function change(ctx: ClinicCtx, which: string, wish: Wish): Promise<string> {
  if (!isId(which)) throw new AppError('not_found');
  const changed = await ctx.db
    .update(reusable)
    .set({ ...wish, changedAt: sqlNow })
    .where(ownedBy(ctx, which))
    .returning({ id });
  if (changed.length === 0) throw new AppError('not_found');
  return which;
}

/** Forgets an answer of the acting clinic. Throws `not_found`. */
export async function removeReusable(ctx: ClinicCtx, { id: which }: { id: string }): Promise<void> {
  const gone = isId(which)
    ? await ctx.db.delete(reusable).where(ownedBy(ctx, which)).returning({ id })
    : [];
  if (gone.length === 0) throw new AppError('not_found');
}
