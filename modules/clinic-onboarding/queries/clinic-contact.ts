import { eq } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import type { DocumentKind } from '../status';
import { clinic, clinicDocument } from '../tables.server';

/** Where a clinic's mail goes and what it is called; null for an unknown id. For the worker. */
export async function clinicContact(
  ctx: Ctx,
  { clinicId }: { clinicId: string },
): Promise<{ email: string; name: string } | null> {
  const [found] = await ctx.db
    .select({ email: clinic.email, name: clinic.clinicName })
    .from(clinic)
    .where(eq(clinic.id, clinicId));
  return found ?? null;
}

/** Null for an unknown document. For the worker. */
export async function documentKindOf(
  ctx: Ctx,
  { documentId }: { documentId: string },
): Promise<DocumentKind | null> {
  const [found] = await ctx.db
    .select({ kind: clinicDocument.kind })
    .from(clinicDocument)
    .where(eq(clinicDocument.id, documentId));
  return found?.kind ?? null;
}
