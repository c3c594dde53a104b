import {
  clinicCappedDto,
  countCap,
  type ClinicCapped,
  type ClinicCounts,
  type ClinicLeadsQuery,
  type LeadCard,
} from '#contracts/exchange';
import { ownProfile } from '#modules/clinic-onboarding';
import {
  countsForClinic,
  listingsForClinic,
  listingsGivenToMember,
  reachOf,
  type Reach,
} from '#modules/exchange';
import { countBids, bidsAmong, bidsOfClinic, type Offer } from '#modules/offers';
import type { CtxOf } from '#platform/context';
import { leadValueOf } from '#contracts/consultation';
import type { DealStatus } from '#contracts/deals';
import type { BidCard, BidGroup } from '#contracts/offers';
import type { ConversationMark } from '#contracts/messaging';
import { dealsOfClinic } from '#modules/deals';
import { abbreviatedNames } from '#modules/identity';
import { detailsOfLeads } from '#modules/leads';
import { conversationMarks } from '#modules/messaging';
import { wonDeals, type WonDeal } from './deals/read-deal-of';

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
  ctx: CtxOf<'clinic'>,
  query: ClinicLeadsQuery,
): Promise<BrowsedLeads> {
  if (query.mine) {
    const [given, counts] = await Promise.all([
      listingsGivenToMember(ctx, query),
      clinicCounts(ctx),
    ]);
    return { ...given, ...counts, reach: reachOf(await ownProfile(ctx)) };
  }
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
  ctx: CtxOf<'clinic'>,
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

/** For a patient whose account is gone. */
const nameless = '–';

/** A card, and what became of an offer that was chosen. */
export interface ShownBid extends BidCard {
  readonly deal: WonDeal | null;
}

interface AskedBids {
  readonly group: BidGroup;
  /** Of those that were chosen: where their deals stand. */
  readonly state?: DealStatus;
  readonly cursor?: string;
}

/** The deals say which offers they are of; both lists have pages of the same length. */
async function bidsOfDeals(
  ctx: CtxOf<'clinic'>,
  { state, cursor }: { state: DealStatus; cursor?: string },
): Promise<{ bids: Offer[]; nextCursor: string | null }> {
  const { deals, nextCursor } = await dealsOfClinic(ctx, { status: state, cursor });
  const ids = deals.map(({ _id }) => _id);
  return { bids: await bidsAmong(ctx, ids), nextCursor };
}

/**
 * Offers of the acting clinic as cards, newest first, 20 a page: what each is for, under an abbreviated name also after
 * the choice; what was said about it last; of those that were chosen, their deals.
 *
 * @throws AppError `invalid_cursor`
 */
export async function browseBids(
  ctx: CtxOf<'clinic'>,
  { group, state, cursor }: AskedBids,
): Promise<{ bids: ShownBid[]; nextCursor: string | null }> {
  const { bids, nextCursor } = await (state
    ? bidsOfDeals(ctx, { state, cursor })
    : bidsOfClinic(ctx, { group, cursor }));
  if (bids.length === 0) return { bids: [], nextCursor };
  const patientIds = [...new Set(bids.map(({ patientId }) => patientId))];
  const ids = bids.map(({ id }) => id);
  const [leads, names, marks, deals] = await Promise.all([
    detailsOfLeads(
      ctx,
      bids.map(({ leadId }) => leadId),
    ),
    abbreviatedNames(ctx, { ids: patientIds, lock: false }),
    conversationMarks(ctx, ids),
    group === 'won' ? wonDeals(ctx, bids) : new Map<string, WonDeal>(),
  ]);
  return {
    nextCursor,
    bids: bids.flatMap((bid) => {
      const lead = leads.get(bid.leadId);
      if (!lead) return [];
      const patient = names.get(bid.patientId) ?? nameless;
      const card = cardOf(bid, { ...lead, patient }, marks.get(bid.id));
      return [{ ...card, deal: deals.get(bid.id) ?? null }];
    }),
  };
}

type Facts = Pick<BidCard, 'treatment' | 'subTreatment' | 'patient'> & {
  readonly budget: Parameters<typeof leadValueOf>[0];
};

function cardOf(
  bid: Offer,
  { treatment, subTreatment, patient, budget }: Facts,
  mark: ConversationMark | undefined,
): BidCard {
  const cents = leadValueOf(budget);
  const { pricePlace: place, priceAmong: among } = bid;
  return {
    id: bid.id,
    leadId: bid.leadId,
    patient,
    treatment,
    subTreatment,
    status: bid.status,
    amountCents: bid.content.amountCents,
    currency: bid.content.currency,
    // What was agreed on is worth more than a guess.
    leadValue: bid.status === 'accepted' ? null : cents && cents / 100,
    sentAt: bid.createdAt.toISOString(),
    expiresAt: bid.expiresAt.toISOString(),
    endedAt: bid.endedAt?.toISOString() ?? null,
    lastMessageAt: mark?.lastMessageAt ?? null,
    unread: bid.isClosed ? 0 : (mark?.unread ?? 0),
    declinedBecause: bid.declinedBecause,
    declineReason: bid.declineReason,
    pricePlace: place !== null && among !== null ? { place, among } : null,
  };
}
