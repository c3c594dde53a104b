import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { sqlNow } from '#platform/clock';
import type { Ctx, TxCtx } from '#platform/context';
import { AppError } from '#platform/errors';
import { isId, newId } from '#platform/ids';
import { emptyFields } from './draft-choices';
import { draft, photo } from './tables.server';

export type DraftRow = typeof draft.$inferSelect;
export type PhotoRow = typeof photo.$inferSelect;

const openDraftOf = (patientId: string) =>
  and(eq(draft.patientId, patientId), isNull(draft.submittedAt));

export async function findOpenDraft(ctx: Ctx, patientId: string): Promise<DraftRow | null> {
  const [row] = await ctx.db.select().from(draft).where(openDraftOf(patientId));
  return row ?? null;
}

/** The patient's open draft under a row lock; made when there is none. */
export async function lockOpenDraft(ctx: TxCtx, patientId: string): Promise<DraftRow> {
  // The open draft may become a lead while this waits for its lock: then the patient's next one is made.
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const row = await tryLockOpenDraft(ctx, patientId);
    if (row) return row;
  }
  throw new AppError('version_conflict');
}

async function tryLockOpenDraft(ctx: TxCtx, patientId: string): Promise<DraftRow | undefined> {
  // The unique index lets one of several first saves make the row; the others find it below.
  await ctx.db
    .insert(draft)
    .values({
      id: newId(),
      patientId,
      version: 0,
      detailsVersion: 0,
      step: 1,
      fields: emptyFields,
      createdAt: sqlNow,
      updatedAt: sqlNow,
    })
    .onConflictDoNothing();
  const [row] = await ctx.db.select().from(draft).where(openDraftOf(patientId)).for('update');
  return row;
}

/** Any draft of the patient, open or submitted, under a row lock. */
export async function lockDraftById(
  ctx: TxCtx,
  patientId: string,
  id: string,
): Promise<DraftRow | null> {
  const [row] = await ctx.db
    .select()
    .from(draft)
    .where(and(eq(draft.id, id), eq(draft.patientId, patientId)))
    .for('update');
  return row ?? null;
}

export const photosOfDraft = (ctx: Ctx, draftId: string): Promise<PhotoRow[]> =>
  ctx.db
    .select()
    .from(photo)
    .where(and(eq(photo.draftId, draftId), isNull(photo.leadId)))
    .orderBy(asc(photo.createdAt), asc(photo.id));

export async function findPhoto(ctx: Ctx, ownerId: string, id: string): Promise<PhotoRow | null> {
  if (!isId(id)) return null;
  const [row] = await ctx.db
    .select()
    .from(photo)
    .where(and(eq(photo.id, id), eq(photo.ownerId, ownerId)));
  return row ?? null;
}

/** What the owner's photos take at present. */
export async function usageOf(
  ctx: Ctx,
  ownerId: string,
): Promise<{ files: number; bytes: number }> {
  const [row] = await ctx.db
    .select({
      files: sql<number>`count(*)::int`,
      bytes: sql<number>`coalesce(sum(${photo.bytes}), 0)::float8`,
    })
    .from(photo)
    .where(eq(photo.ownerId, ownerId));
  return row ?? { files: 0, bytes: 0 };
}
