import { withTransaction } from '#engine';
import { readDeal } from '#modules/deals';
import type { CtxOf } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { requestAgain } from '../request-again';

/**
 * The acting patient sends the request of a deal that was cancelled again, in one step and with its photos; answers the
 * new request's id.
 *
 * @throws AppError `not_found`; `event_refused` for a deal that goes on; `consent_required`, `too_many_requests`
 */
export const sendAgain = (
  ctx: CtxOf<'patient'>,
  { offerId }: { offerId: string },
): Promise<string> =>
  withTransaction(ctx, async (tx) => {
    const { deal } = await readDeal(tx, { offerId });
    if (deal.status !== 'cancelled') throw new AppError('event_refused');
    return (await requestAgain(tx, { leadId: deal.leadId })).id;
  });
