import { z } from 'zod';
import { removalReasons, reviewDetailRecord, reviewList, reviewRecord } from '#contracts/deals';
import { keepReview, removeAnswer, removeReview } from '#modules/deals';
import { listReviewsOfAll, reviewWithClinic } from '#workflows';
import { defineResource, nothing } from '../resource';
import { serve } from '../serve.server';
import { decisionReason } from '../texts';

/** One of the listed reasons, and what exactly, for the log. */
const removal = z.strictObject({ because: z.enum(removalReasons), reason: decisionReason });

const resource = defineResource({
  name: 'reviews',
  list: reviewList,
  record: reviewRecord,
  detail: reviewDetailRecord,
  events: { remove: removal, 'remove-answer': removal, keep: nothing },
});

export const reviews = serve(resource, {
  list: listReviewsOfAll,
  record: reviewWithClinic,
  events: {
    remove: (ctx, { id, body }) => removeReview(ctx, { reviewId: id, ...body }),
    'remove-answer': (ctx, { id, body }) => removeAnswer(ctx, { reviewId: id, ...body }),
    keep: (ctx, { id }) => keepReview(ctx, { reviewId: id }),
  },
});
