import {
  clinicCappedDto,
  countCap,
  type ClinicCapped,
  type ClinicCounts,
  type ClinicLeadsQuery,
  type LeadCard,
} from '#contracts/exchange';
import { ownProfile } from '#modules/clinic-onboarding';
import { listingsForClinic, reachOf, type Reach } from '#modules/exchange';
import { countBids } from '#modules/offers';
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
  const [{ newLeads, capped, ...page }, { activeBids, wonDeals }] = await Promise.all([
    listingsForClinic(ctx, profile, query),
    countBids(ctx, { cap: countCap }),
  ]);
  const stopped = {
    newLeads: capped,
    activeBids: activeBids > countCap,
    wonDeals: wonDeals > countCap,
  };
  return {
    ...page,
    counts: {
      newLeads,
      activeBids: Math.min(activeBids, countCap),
      wonDeals: Math.min(wonDeals, countCap),
    },
    capped: clinicCappedDto.element.options.filter((name) => stopped[name]),
    reach: reachOf(profile),
  };
}
