import { and, eq } from 'drizzle-orm';
import type { TxCtx } from '#platform/context';
import { after, milliseconds } from '#platform/base/duration';
import { defineMachine, publishLive } from '#engine';
import type { Change } from '#engine/contract';
import { sha256 } from '#platform/base/ids';
import { offerContext, offerMachine } from './offer.machine';
import { sealedText, sealVersion } from './rules';
import { offerEvents } from './schemas';
import { offer, revision } from './tables.server';
import { isLive, offerChanged, type OfferStatus, offerStatuses } from './values';

/** Writes an offer's row and the word to open pages in the event's transaction. */
async function projectOffer(
  ctx: TxCtx,
  { id, at, value, context }: Change<typeof offerMachine>,
): Promise<void> {
  const status = offerStatuses.find((one): one is OfferStatus => one === value);
  if (!status) throw new Error(`offer ${id} is in no known state`);
  const live = isLive(status);
  await ctx.db
    .update(offer)
    .set({
      status,
      revision: context.revision,
      expiresAt: after(new Date(context.validFrom ?? at), milliseconds(context.validity)),
      ...(live ? {} : { slot: null, endedAt: at }),
      declinedBecause: status === 'declined' ? context.endedBecause : null,
      declineReason: context.declineReason,
      ...(status === 'accepted' ? await sealOf(ctx, id, context.revision) : {}),
      withdrawnBy: status === 'withdrawn' ? context.withdrawnBy : null,
    })
    .where(eq(offer.id, id));
  const data = { offerId: id, leadId: context.leadId, status };
  await publishLive(ctx, `patient:${context.patientId}`, { type: offerChanged, data });
  await publishLive(ctx, `clinic:${context.clinicId}`, { type: offerChanged, data });
}

/** Over the revision that is accepted; nothing of it changes afterwards. */
async function sealOf(ctx: TxCtx, offerId: string, accepted: number) {
  const [content] = await ctx.db
    .select()
    .from(revision)
    .where(and(eq(revision.offerId, offerId), eq(revision.revision, accepted)));
  if (!content) throw new Error(`offer ${offerId} has no revision ${accepted}`);
  return { sealedHash: sha256(sealedText(content, sealVersion)).toString('hex'), sealVersion };
}

/** Life of an offer; its id is the offer's, its root the request. */
export const offerFlow = defineMachine({
  name: 'offers.offer',
  version: 1,
  root: 'leads.lead',
  machine: offerMachine,
  context: offerContext,
  events: offerEvents,
  audit: {
    object: 'offer',
    events: {
      'flow.started': { action: 'offers.make' },
      'offers.revise': { details: ({ context }) => ({ revision: context.revision }) },
      'offers.accept': { details: ({ context }) => ({ revision: context.revision }) },
      'offers.decline': { details: ({ context }) => ({ because: context.endedBecause }) },
      'offers.withdraw': { details: ({ context }) => ({ by: context.withdrawnBy }) },
    },
  },
  project: projectOffer,
});
