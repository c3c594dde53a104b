import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Actor, ActorOf } from '#platform/base/actor';
import type { Ctx, TxCtx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { isId } from '#platform/base/ids';
import { appendAtCommit, toldBy } from '#engine';
import type { RowKind } from '#platform/context';
import { lockDocuments } from './document-repo.server';
import type { ApplicationEvent } from './status';
import { clinic, clinicDocument } from './tables.server';

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

interface ActivityRow {
  readonly clinicId: string;
  readonly kind: ApplicationEvent;
  readonly at: Date;
  readonly actor: string;
  facts?: Record<string, string>;
}

const activityRows: RowKind<ActivityRow> = {
  name: 'clinic_activities',
  write: (param) => `
  clinic_activities as (
    insert into clinic_onboarding.activity (clinic_id, kind, at, actor, facts)
    select "clinicId", kind, at, actor, coalesce(facts, '{}') from jsonb_to_recordset(${param}::jsonb)
      as t(n int, "clinicId" uuid, kind text, at timestamptz, actor text, facts jsonb) order by n
    returning 1)`,
};

/** Tells those who follow an application. */
export const addActivity = (ctx: TxCtx<Actor>, row: ActivityRow): Promise<void> =>
  appendAtCommit(ctx, activityRows, row);

/** Adds to what the transition has just told, in the same transaction. */
export function tellOfLastActivity(
  ctx: TxCtx<Actor>,
  clinicId: string,
  facts: Record<string, string>,
): void {
  const last = toldBy(ctx, activityRows).findLast((row) => row.clinicId === clinicId);
  if (!last) throw new Error(`nothing was told of clinic ${clinicId}`);
  last.facts = facts;
}
