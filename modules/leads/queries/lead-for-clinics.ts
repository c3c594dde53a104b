import { and, eq, isNotNull } from 'drizzle-orm';
import { factsAmong, type FactName } from '#contracts/consultation';
import type { Ctx } from '#platform/context';
import { isId } from '#platform/ids';
import { isAmong } from '#platform/list-query';
import { lead } from '../tables.server';

/** What matching clinics may know of a request that was published; nothing that says who the patient is but their id. */
export interface LeadForClinics extends Pick<
  typeof lead.$inferSelect,
  | 'id'
  | 'patientId'
  | FactName
  | 'widened'
  | 'description'
  | 'photos'
  | 'patientInfo'
  | 'status'
  | 'offersCount'
> {
  readonly publishedAt: Date;
}

const columns = {
  id: lead.id,
  patientId: lead.patientId,
  ...factsAmong(lead),
  widened: lead.widened,
  description: lead.description,
  photos: lead.photos,
  patientInfo: lead.patientInfo,
  status: lead.status,
  offersCount: lead.offersCount,
  publishedAt: lead.publishedAt,
};

/** A request that is or was published; null for any other, an unknown and an impossible id. Who may see it is the caller's to decide. */
export async function leadForClinics(
  ctx: Ctx,
  { leadId }: { leadId: string },
): Promise<LeadForClinics | null> {
  if (!isId(leadId)) return null;
  const [row] = await ctx.db
    .select(columns)
    .from(lead)
    .where(and(eq(lead.id, leadId), isNotNull(lead.publishedAt)));
  return row?.publishedAt ? { ...row, publishedAt: row.publishedAt } : null;
}

/** What these requests are about, by id, in whatever state they are. */
export async function factsOfLeads(ctx: Ctx, ids: readonly string[]) {
  const rows = await ctx.readDb
    .select({ id: lead.id, patientId: lead.patientId, status: lead.status, ...factsAmong(lead) })
    .from(lead)
    .where(isAmong(lead.id, ids));
  return new Map(rows.map((row) => [row.id, row]));
}
