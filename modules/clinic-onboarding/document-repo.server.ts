import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { isId } from '#platform/base/ids';
import { clinic, clinicDocument } from './tables.server';

export type DocumentRow = typeof clinicDocument.$inferSelect;

const present = (phone: string) =>
  and(eq(clinicDocument.phone, phone), isNull(clinicDocument.removedAt));

/** What lies there of a phone, oldest first. */
export const documentsOfPhone = (ctx: Ctx, phone: string): Promise<DocumentRow[]> =>
  ctx.db
    .select()
    .from(clinicDocument)
    .where(present(phone))
    .orderBy(asc(clinicDocument.createdAt), asc(clinicDocument.id));

/** A document of this phone that was not removed. */
export async function findDocument(
  ctx: Ctx,
  phone: string,
  id: string,
): Promise<DocumentRow | null> {
  if (!isId(id)) return null;
  const [row] = await ctx.db
    .select()
    .from(clinicDocument)
    .where(and(present(phone), eq(clinicDocument.id, id)));
  return row ?? null;
}

/** What a phone's documents take in the store. */
export async function usageOf(ctx: Ctx, phone: string): Promise<{ files: number; bytes: number }> {
  const [row] = await ctx.db
    .select({
      files: sql<number>`count(*)::int`,
      bytes: sql<number>`coalesce(sum(${clinicDocument.bytes}), 0)::float8`,
    })
    .from(clinicDocument)
    .where(and(eq(clinicDocument.phone, phone), eq(clinicDocument.erased, false)));
  return row ?? { files: 0, bytes: 0 };
}

/** The clinic that a phone has registered. */
export async function clinicOfPhone(ctx: Ctx, phone: string) {
  const [row] = await ctx.db
    .select({ id: clinic.id, status: clinic.status })
    .from(clinic)
    .where(eq(clinic.phone, phone));
  return row ?? null;
}

/** Uploads, removals and scans of one phone's documents take turns from here to the end of the transaction. */
export const lockDocuments = (ctx: Ctx, phone: string): Promise<unknown> =>
  ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`documents:${phone}`}, 0))`);

/** Marks rows whose bytes are gone from the store. */
export async function markErased(ctx: Ctx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await ctx.db
      .update(clinicDocument)
      .set({ erased: true })
      .where(inArray(clinicDocument.id, [...ids]));
}
