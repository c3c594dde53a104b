import {
  clinicCappedDto,
  countCap,
  type ClinicCapped,
  type ClinicCounts,
  type ClinicLeadsQuery,
  type LeadCard,
} from '#contracts/exchange';
import { ownProfile } from '#modules/clinic-onboarding';
import { countsForClinic, listingsForClinic, reachOf, type Reach } from '#modules/exchange';
import { countBids } from '#modules/offers';
import type { ActorOf } from '#platform/base/actor';
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
  const [{ newLeads, capped, ...page }, bids] = await Promise.all([
    listingsForClinic(ctx, profile, query),
    countBids(ctx, { cap: countCap }),
  ]);
  return { ...page, ...tabsOf({ newLeads, capped }, bids), reach: reachOf(profile) };
}

/**
 * The figures of the acting clinic's tabs alone.
 *
 * @throws AppError `forbidden` for a clinic that is not approved
 */
export async function clinicCounts(
  ctx: Ctx<ActorOf<'clinic'>>,
): Promise<Pick<BrowsedLeads, 'counts' | 'capped'>> {
  const [leads, bids] = await Promise.all([
    ownProfile(ctx).then((profile) => countsForClinic(ctx, profile)),
    countBids(ctx, { cap: countCap }),
  ]);
  return tabsOf(leads, bids);
}

function tabsOf(
  { newLeads, capped }: { newLeads: number; capped: boolean },
  { activeBids, wonDeals }: Omit<ClinicCounts, 'newLeads'>,
): Pick<BrowsedLeads, 'counts' | 'capped'> {
  const stopped = {
    newLeads: capped,
    activeBids: activeBids > countCap,
    wonDeals: wonDeals > countCap,
  };
  return {
    counts: {
      newLeads,
      activeBids: Math.min(activeBids, countCap),
      wonDeals: Math.min(wonDeals, countCap),
    },
    capped: clinicCappedDto.element.options.filter((name) => stopped[name]),
  };
}
