import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Actor, ActorOf } from '#platform/actor';
import type { Ctx, TxCtx } from '#platform/context';
import { AppError } from '#platform/errors';
import { isId } from '#platform/ids';
import { lockDocuments } from './documents/repo.server';
import type { ApplicationEvent } from './status';
import { applicationActivity, clinic, clinicDocument } from './tables.server';

export type ClinicRow = typeof clinic.$inferSelect;
export type DocumentRow = typeof clinicDocument.$inferSelect;

/** Who may look at any clinic: the review team, and the product itself. */
export type Reviewer = ActorOf<'staff'> | ActorOf<'system'>;

/** @throws AppError `not_found`, which a session's own clinic never is. */
export async function ownRow(ctx: Ctx<ActorOf<'clinic'>>): Promise<ClinicRow> {
  const [row] = await ctx.db.select().from(clinic).where(eq(clinic.id, ctx.actor.id));
  if (!row) throw new AppError('not_found');
  return row;
}

/** Null for an unknown and for an impossible id. */
export async function findClinic(ctx: Ctx<Reviewer>, id: string): Promise<ClinicRow | null> {
  const [row] = isId(id) ? await ctx.db.select().from(clinic).where(eq(clinic.id, id)) : [];
  return row ?? null;
}

/** Documents of a clinic that were not removed, oldest first. The caller has shown that it may see them. */
export const documentsOf = (ctx: Ctx, clinicId: string): Promise<DocumentRow[]> =>
  ctx.db
    .select()
    .from(clinicDocument)
    .where(and(eq(clinicDocument.clinicId, clinicId), isNull(clinicDocument.removedAt)))
    .orderBy(asc(clinicDocument.createdAt), asc(clinicDocument.id));

/** What was uploaded from a verified phone before its registration becomes the clinic's; uploads under way wait. */
export async function adoptDocuments(
  ctx: TxCtx,
  { phone, clinicId }: { phone: string; clinicId: string },
): Promise<void> {
  await lockDocuments(ctx, phone);
  await ctx.db
    .update(clinicDocument)
    .set({ clinicId })
    .where(and(eq(clinicDocument.phone, phone), isNull(clinicDocument.clinicId)));
}

/**
 * From here to the end of the transaction nobody else judges this application's documents. Taken after the
 * lock of a document's row and before the flow's, by everybody.
 */
export async function lockEvidence(ctx: TxCtx, clinicId: string): Promise<void> {
  await ctx.db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`clinic-onboarding:${clinicId}`}, 0))`,
  );
}

/** Tells those who follow an application. */
export async function addActivity(
  ctx: TxCtx<Actor>,
  row: {
    clinicId: string;
    kind: ApplicationEvent;
    at: Date;
    actor: string;
    facts?: Record<string, string>;
  },
): Promise<void> {
  await ctx.db.insert(applicationActivity).values(row);
}

/** Adds to what the transition has just told; whoever calls it holds the flow's lock. */
export async function tellOfLastActivity(
  ctx: TxCtx<Actor>,
  clinicId: string,
  facts: Record<string, string>,
): Promise<void> {
  const last = sql<number>`(select max(id) from ${applicationActivity} where clinic_id = ${clinicId})`;
  await ctx.db.update(applicationActivity).set({ facts }).where(eq(applicationActivity.id, last));
}
