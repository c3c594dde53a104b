import { z } from 'zod';
import { dealDetailRecord, dealList, dealRecord } from '#contracts/deals';
import {
  cancelDealById,
  dealWithClinic,
  listDealsOfAll,
  readDealWithClinic,
  upholdDealById,
} from '#workflows';
import { defineResource } from '../resource';
import { serve } from '../serve.server';
import { decisionReason } from '../texts';

const decision = z.strictObject({ reason: decisionReason });

const resource = defineResource({
  name: 'deals',
  list: dealList,
  record: dealRecord,
  detail: dealDetailRecord,
  events: { cancel: decision, uphold: decision },
});

export const deals = serve(resource, {
  list: listDealsOfAll,
  record: dealWithClinic,
  read: readDealWithClinic,
  events: {
    cancel: (ctx, { id, body }) => cancelDealById(ctx, { id, ...body }),
    uphold: (ctx, { id, body }) => upholdDealById(ctx, { id, ...body }),
  },
});
