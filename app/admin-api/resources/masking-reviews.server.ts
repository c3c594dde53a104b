import {
  maskingReviewDetailRecord,
  maskingReviewList,
  maskingReviewRecord,
} from '#contracts/messaging';
import {
  keepMasked,
  listMaskingReviews,
  maskingReviewForStaff,
  readMaskingReview,
  releaseMasked,
} from '#modules/messaging';
import { defineResource, nothing } from '../resource';
import { serve } from '../serve.server';

const resource = defineResource({
  name: 'masking-reviews',
  list: maskingReviewList,
  record: maskingReviewRecord,
  detail: maskingReviewDetailRecord,
  events: { release: nothing, keep: nothing },
});

export const maskingReviews = serve(resource, {
  list: listMaskingReviews,
  record: maskingReviewForStaff,
  read: readMaskingReview,
  events: {
    release: (ctx, { id }) => releaseMasked(ctx, id),
    keep: (ctx, { id }) => keepMasked(ctx, id),
  },
});
