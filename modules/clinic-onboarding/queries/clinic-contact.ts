import { eq, sql } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { readPromises } from '../calendar/promise-of.server';
import type { ReviewPromise } from '../review-promise';
import type { DocumentKind, VerifiedPoint } from '../status';
import { clinic, clinicDocument, pointChange } from '../tables.server';

/** Where a clinic's mail goes and what it is called; null for an unknown id. For the worker. */
export async function clinicContact(
  ctx: Ctx,
  { clinicId }: { clinicId: string },
): Promise<{ email: string; name: string; proved: boolean } | null> {
  const [found] = await ctx.db
    .select({
      email: clinic.email,
      name: clinic.clinicName,
      proved: sql<boolean>`${clinic.emailProvedAt} is not null`,
    })
    .from(clinic)
    .where(eq(clinic.id, clinicId));
  return found ?? null;
}

/** What a clinic is called and what it was promised of its review; null for an unknown id. For the worker. */
export async function clinicUnderReview(
  ctx: Ctx,
  { clinicId }: { clinicId: string },
): Promise<{ name: string; promise: ReviewPromise | null } | null> {
  const { clinicName: name, completeAt, dueAt } = clinic;
  const [found] = await ctx.db
    .select({ name, completeAt, dueAt })
    .from(clinic)
    .where(eq(clinic.id, clinicId));
  return found ? { name: found.name, promise: (await readPromises(ctx))(found) } : null;
}

/** Null for an unknown change. For the worker. */
export async function changedPointOf(
  ctx: Ctx,
  { changeId }: { changeId: string },
): Promise<VerifiedPoint | null> {
  const [found] = await ctx.db
    .select({ point: pointChange.point })
    .from(pointChange)
    .where(eq(pointChange.id, changeId));
  return found?.point ?? null;
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
