import { and, count, desc, sql, type SQL } from 'drizzle-orm';
import { leadValueOf, priorityOf } from '#contracts/consultation';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/errors';
import type { ClinicCounts, LeadCard } from '../clinic-dto';
import { readCursor, writeCursor } from '../cursor';
import { matches, type MatchingProfile } from '../matching.server';
import { narrowedBy, type NarrowedQuery } from '../narrowing.server';
import { lead } from '../tables.server';
import { pageSize } from './list-leads';

type ClinicCtx = Ctx<ActorOf<'clinic'>>;

/** A card without the name, which is not this module's; the patient's id is for finding it and goes no further. */
export interface MatchingLead {
  readonly patientId: string;
  readonly card: Omit<LeadCard, 'patient'>;
}

/**
 * Published requests that match the acting clinic, newest publication first.
 *
 * @throws AppError `invalid_cursor`; `forbidden` for a clinic that is not approved
 */
export async function leadsForClinic(
  ctx: ClinicCtx,
  profile: MatchingProfile,
  query: NarrowedQuery = {},
): Promise<{ leads: MatchingLead[]; nextCursor: string | null }> {
  requireApproved(ctx);
  const rows = await ctx.db
    .select(shown)
    .from(lead)
    .where(and(matches(profile), narrowedBy(query), query.cursor ? after(query.cursor) : undefined))
    .orderBy(desc(lead.publishedAt), desc(lead.id))
    .limit(pageSize + 1);
  const page = rows.slice(0, pageSize);
  const last = page.at(-1);
  return {
    leads: page.map(toMatchingLead),
    nextCursor:
      rows.length > pageSize && last
        ? writeCursor({ createdAt: last.publishedAt!, id: last.id })
        : null,
  };
}

/** The figures of the acting clinic's tabs, whatever its list is narrowed by. */
export async function countsForClinic(
  ctx: ClinicCtx,
  profile: MatchingProfile,
): Promise<ClinicCounts> {
  requireApproved(ctx);
  const [row] = await ctx.db.select({ n: count() }).from(lead).where(matches(profile));
  return { newLeads: row?.n ?? 0, activeBids: 0, wonDeals: 0 };
}

/** Whose requests match the acting clinic. */
export async function matchingPatients(
  ctx: ClinicCtx,
  profile: MatchingProfile,
): Promise<string[]> {
  requireApproved(ctx);
  const rows = await ctx.db
    .selectDistinct({ id: lead.patientId })
    .from(lead)
    .where(matches(profile));
  return rows.map(({ id }) => id);
}

function requireApproved({ actor }: ClinicCtx): void {
  if (!actor.approved) throw new AppError('forbidden');
}

/** Neither notes nor the ids of photos: a list has no use for them. */
const shown = {
  id: lead.id,
  patientId: lead.patientId,
  treatment: lead.treatment,
  subTreatment: lead.subTreatment,
  bodyArea: lead.bodyArea,
  locations: lead.locations,
  budget: lead.budget,
  timeline: lead.timeline,
  photos: sql<number>`cardinality(${lead.photos})`,
  publishedAt: lead.publishedAt,
  offersCount: lead.offersCount,
};
type Shown = Pick<typeof lead.$inferSelect, Exclude<keyof typeof shown, 'photos'>> & {
  photos: number;
};

const dollars = (cents: number | null): number | null => cents && cents / 100;

const toMatchingLead = (row: Shown): MatchingLead => ({
  patientId: row.patientId,
  card: {
    _id: row.id,
    treatment: row.treatment,
    subTreatment: row.subTreatment,
    bodyArea: row.bodyArea,
    location: row.locations.length > 0 ? row.locations.join(', ') : null,
    budget: row.budget,
    timeline: row.timeline,
    photos: row.photos,
    requestedAt: row.publishedAt!.toISOString(),
    priority: priorityOf(row.timeline),
    status: 'new',
    bidsCount: row.offersCount,
    leadValue: dollars(leadValueOf(row.budget)),
  },
});

const after = (cursor: string): SQL => {
  const { at, id } = readCursor(cursor);
  return sql`(${lead.publishedAt}, ${lead.id}) < (${at}::timestamptz, ${id}::uuid)`;
};
