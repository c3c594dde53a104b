import { eq } from 'drizzle-orm';
import type { TxCtx } from '#platform/context';
import { after, milliseconds } from '#platform/duration';
import type { Change } from '#platform/flow';
import { announce } from '#platform/live';
import { offerChanged } from './contract';
import type { offerMachine } from './offer.machine';
import { isLive, offerStatuses, type OfferStatus } from './status';
import { offer } from './tables.server';

/** Writes an offer's row and the word to open pages in the event's transaction. */
export async function projectOffer(
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
      withdrawnBy: status === 'withdrawn' ? context.withdrawnBy : null,
    })
    .where(eq(offer.id, id));
  const data = { offerId: id, leadId: context.leadId, status };
  await announce(ctx, `patient:${context.patientId}`, { type: offerChanged, data });
  await announce(ctx, `clinic:${context.clinicId}`, { type: offerChanged, data });
}
