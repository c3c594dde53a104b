import { isAppError } from '#platform/errors';
import { ownDeal, ownReview, type PartyCtx } from '../repo.server';

/** Whether something is the acting side's: asked where a browser is patient and clinic at once. */
const isThere = async (looked: Promise<unknown>): Promise<boolean> => {
  try {
    await looked;
    return true;
  } catch (error) {
    if (isAppError(error) && error.code === 'not_found') return false;
    throw error;
  }
};

export const isOwnDeal = (ctx: PartyCtx, offerId: string) => isThere(ownDeal(ctx, offerId));
export const isOwnReview = (ctx: PartyCtx, reviewId: string) => isThere(ownReview(ctx, reviewId));
