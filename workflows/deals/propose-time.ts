import { proposeTime as propose } from '#modules/deals';
import { closedAmong } from '#modules/offers';
import { withTransaction } from '#engine';
import { AppError } from '#platform/base/errors';

/**
 * As `deals` proposes a time; words beside it are writing, which a closed deal has none of.
 *
 * @throws AppError as there; `validation_failed` for a note once the deal is closed
 */
export const proposeTime: typeof propose = (ctx, wish) =>
  withTransaction(ctx, async (tx) => {
    await propose(tx, wish);
    // After it: of a deal of others nothing is said.
    if (wish.note === null || !(await closedAmong(tx, [wish.offerId])).has(wish.offerId)) return;
    throw new AppError('validation_failed', { fields: { note: ['deals.error.note_closed'] } });
  });
