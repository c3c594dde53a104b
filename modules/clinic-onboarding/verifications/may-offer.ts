import { and, eq, isNull } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { isId } from '#platform/ids';
import { clinic, clinicDocument } from '../tables.server';
import { sqlTodayText } from '../today.server';
import { isVerified, verificationsOf } from './verification';

/**
 * Whether a clinic may send new offers: it is approved, everything that must be verified is, and nothing of it has ended.
 * False for an unknown id. Offers that were sent before go on.
 */
export async function mayOffer(ctx: Ctx, clinicId: string): Promise<boolean> {
  if (!isId(clinicId)) return false;
  const rows = await ctx.db
    .select({ document: clinicDocument, day: sqlTodayText })
    .from(clinic)
    .innerJoin(clinicDocument, eq(clinicDocument.clinicId, clinic.id))
    .where(
      and(eq(clinic.id, clinicId), eq(clinic.status, 'approved'), isNull(clinicDocument.removedAt)),
    );
  const [first] = rows;
  if (!first) return false;
  const documents = rows.map(({ document }) => document);
  return isVerified(verificationsOf(documents, first.day));
}
