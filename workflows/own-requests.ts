import { hasBegun, type DraftDto, type Step, type SubTreatment } from '#contracts/consultation';
import type { DealSummary } from '#contracts/deals';
import type { LeadCounts, LeadDto } from '#contracts/leads';
import { clinicTowns } from '#modules/clinic-onboarding';
import { readDraft } from '#modules/consultation';
import { dealsAhead, dealsOfLeads } from '#modules/deals';
import { countLeads, listLeads } from '#modules/leads';
import type { CtxOf } from '#platform/context';

/** What came of a request whose offer was chosen. */
export interface DealOfRequest extends Pick<DealSummary, 'status' | 'scheduledFor'> {
  readonly offerId: string;
  readonly clinicName: string;
  /** Where the clinic is; null for one that is gone. */
  readonly city: string | null;
}

export interface OwnRequest extends LeadDto {
  /** The team asks to change it, and says why on its page. */
  readonly sentBack: boolean;
  readonly deal: DealOfRequest | null;
}

const begunOf = ({ id, step, fields }: DraftDto): BegunRequest => ({
  draftId: id,
  step,
  subTreatment: fields.subTreatment,
});

/** A request that was begun and not sent. */
export interface BegunRequest {
  readonly draftId: string;
  /** The step that was left. */
  readonly step: Step;
  readonly subTreatment: SubTreatment | null;
}

export interface OwnRequests {
  /** Stands on the first page of those in progress. */
  readonly begun: BegunRequest | null;
  /** How many each tab holds. */
  readonly counts: Pick<LeadCounts, 'active'> & { readonly over: number };
  readonly requests: readonly OwnRequest[];
  readonly nextCursor: string | null;
}

/**
 * One page of the acting patient's requests, newest first, with what came of them. A request stays active until its
 * treatment took place or was called off.
 *
 * @throws AppError `invalid_cursor`
 */
export async function ownRequests(
  ctx: CtxOf<'patient'>,
  { tab, cursor }: { tab: 'active' | 'completed'; cursor?: string },
): Promise<OwnRequests> {
  const [counts, upcoming, draft] = await Promise.all([
    countLeads(ctx),
    dealsAhead(ctx),
    tab === 'active' && !cursor ? readDraft(ctx) : null,
  ]);
  const ahead = upcoming.map(({ leadId }) => leadId);
  const { leads, sentBack, nextCursor } = await listLeads(ctx, { tab, cursor, ahead });
  const chosen = leads.filter(({ status }) => status === 'completed').map(({ _id }) => _id);
  const deals = tab === 'active' ? upcoming : await dealsOfLeads(ctx, chosen);
  const shown = new Map(deals.map((deal) => [deal.leadId, deal]));
  const towns = await clinicTowns(ctx, [...new Set(deals.map(({ clinicId }) => clinicId))]);
  const dealOf = (leadId: string): DealOfRequest | null => {
    const deal = shown.get(leadId);
    if (!deal) return null;
    const { _id: offerId, status, scheduledFor, clinicId } = deal;
    const clinic = towns.get(clinicId);
    const { name: clinicName = '', city = null } = clinic ?? {};
    return { offerId, status, scheduledFor, clinicName, city };
  };
  return {
    begun: draft && hasBegun(draft) ? begunOf(draft) : null,
    counts: {
      active: counts.active + ahead.length,
      over: counts.completed + counts.cancelled - ahead.length,
    },
    requests: leads.map((lead) => ({
      ...lead,
      sentBack: sentBack.includes(lead._id),
      deal: dealOf(lead._id),
    })),
    nextCursor,
  };
}
