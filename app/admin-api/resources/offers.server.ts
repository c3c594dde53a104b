import { z } from 'zod';
import { offerDetailRecord, offerList, offerRecord } from '#contracts/offers';
import { listOffers, readOfferForStaff, readOfferWordsForStaff } from '#workflows';
import { defineResource } from '../resource';
import { serve } from '../serve.server';
import { accessReason } from '../texts';

const resource = defineResource({
  name: 'offers',
  list: offerList,
  record: offerRecord,
  detail: offerDetailRecord,
  events: { 'read-words': z.strictObject({ reason: accessReason }) },
});

export const offers = serve(resource, {
  list: listOffers,
  record: readOfferForStaff,
  events: {
    'read-words': (ctx, { id, body }) => readOfferWordsForStaff(ctx, { offerId: id, ...body }),
  },
});
