import type { ActorOf } from '#platform/actor';
import type { TxCtx } from '#platform/context';
import { dispatchIfOpen } from '#platform/flow';
import { offerFlow } from '../offer.flow.server';
import { ownOffer } from '../repo.server';

/**
 * The acting patient has written to the clinic: the offer is being talked about from now on. Within the caller's
 * transaction; more words, and words about an offer that is over, change nothing.
 *
 * @throws AppError `not_found`
 *
 * @public Conversations call it with the patient's first message.
 */
export async function answerOffer(
  ctx: TxCtx<ActorOf<'patient'>>,
  { offerId }: { offerId: string },
): Promise<void> {
  const { id, status } = await ownOffer(ctx, offerId);
  if (status === 'pending')
    await dispatchIfOpen(ctx, offerFlow, { id, event: { type: 'offers.answer' } });
}
