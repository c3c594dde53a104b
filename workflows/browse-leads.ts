import type { ClinicCapped, ClinicCounts, ClinicLeadsQuery, LeadCard } from '#contracts/exchange';
import { ownProfile } from '#modules/clinic-onboarding';
import { listingsForClinic, reachOf, type Reach } from '#modules/exchange';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';

export interface BrowsedLeads {
  readonly leads: LeadCard[];
  readonly nextCursor: string | null;
  readonly counts: ClinicCounts;
  readonly capped: ClinicCapped;
  /** Whether the clinic's own details can match requests at all, and those of one city. */
  readonly reach: Reach;
}

/**
 * The acting clinic's New Leads: published requests in its specialties and its city, each under an abbreviated
 * name.
 *
 * @throws AppError `invalid_cursor`; `forbidden` for a clinic that is not approved
 */
export async function browseLeads(
  ctx: Ctx<ActorOf<'clinic'>>,
  query: ClinicLeadsQuery,
): Promise<BrowsedLeads> {
  const profile = await ownProfile(ctx);
  const { newLeads, capped, ...page } = await listingsForClinic(ctx, profile, query);
  return {
    ...page,
    counts: { newLeads, activeBids: 0, wonDeals: 0 },
    capped: capped ? ['newLeads'] : [],
    reach: reachOf(profile),
  };
}
