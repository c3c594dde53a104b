import { z } from 'zod';
import { dealDetailRecord, dealList, dealRecord } from '#contracts/deals';
import { writeToBothSides } from '#modules/deals';
import {
  cancelDealById,
  dealWithClinic,
  listDealsOfAll,
  readDealWithClinic,
  upholdDealById,
} from '#workflows';
import { defineResource } from '../resource';
import { serve } from '../serve.server';
import { decisionReason, messageText } from '../texts';

const decision = z.strictObject({ reason: decisionReason });
const message = z.strictObject({ message: messageText });

const resource = defineResource({
  name: 'deals',
  list: dealList,
  record: dealRecord,
  detail: dealDetailRecord,
  events: { write: message, cancel: decision, uphold: decision },
});

export const deals = serve(resource, {
  list: listDealsOfAll,
  record: dealWithClinic,
  read: readDealWithClinic,
  events: {
    write: (ctx, { id, body }) => writeToBothSides(ctx, { id, text: body.message }),
    cancel: (ctx, { id, body }) => cancelDealById(ctx, { id, ...body }),
    uphold: (ctx, { id, body }) => upholdDealById(ctx, { id, ...body }),
  },
});
