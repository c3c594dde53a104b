import { hasBegun } from '#contracts/consultation';
import { readDraft } from '#modules/consultation';
import { dealsAhead } from '#modules/deals';
import { foremostLeads } from '#modules/leads';
import type { CtxOf } from '#platform/context';

/** What a patient finds first after signing in. Several of a kind wait in the list, which shows them all. */
export type Waiting =
  | { kind: 'offers'; leadId: string }
  | { kind: 'deal'; offerId: string }
  | { kind: 'list' }
  /** No request, and none begun. */
  | { kind: 'nothing' };

/** What waits for the acting patient: offers to decide on, else a treatment ahead, else what was sent or begun. */
export async function whatWaits(ctx: CtxOf<'patient'>): Promise<Waiting> {
  const [first, second] = await foremostLeads(ctx);
  if (!first) {
    const draft = await readDraft(ctx);
    return { kind: draft && hasBegun(draft) ? 'list' : 'nothing' };
  }
  if (first.status === 'offers_received')
    return second?.status === 'offers_received'
      ? { kind: 'list' }
      : { kind: 'offers', leadId: first.id };
  const [ahead, another] = await dealsAhead(ctx);
  return ahead && !another ? { kind: 'deal', offerId: ahead._id } : { kind: 'list' };
}
