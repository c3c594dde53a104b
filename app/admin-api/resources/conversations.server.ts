import { z } from 'zod';
import { reportedDetailRecord, reportedList, reportedRecord } from '#contracts/messaging';
import { blockReported, dismissReport, keepReported, unblockReported } from '#modules/messaging';
import {
  listReported,
  readReportedConversation,
  readReportedWithClinic,
  reportedWithClinic,
} from '#workflows';
import { defineResource, nothing } from '../resource';
import { serve } from '../serve.server';
import { accessReason, decisionReason } from '../texts';

const decision = z.strictObject({ reason: decisionReason });

const resource = defineResource({
  name: 'conversations',
  list: reportedList,
  record: reportedRecord,
  detail: reportedDetailRecord,
  events: {
    'read-messages': z.strictObject({ reason: accessReason }),
    dismiss: nothing,
    keep: decision,
    block: decision,
    unblock: decision,
  },
});

export const conversations = serve(resource, {
  list: listReported,
  record: reportedWithClinic,
  read: readReportedWithClinic,
  events: {
    'read-messages': (ctx, { id, body }) => readReportedConversation(ctx, { offerId: id, ...body }),
    dismiss: (ctx, { id }) => dismissReport(ctx, { offerId: id }),
    keep: (ctx, { id, body }) => keepReported(ctx, { offerId: id, ...body }),
    block: (ctx, { id, body }) => blockReported(ctx, { offerId: id, ...body }),
    unblock: (ctx, { id, body }) => unblockReported(ctx, { offerId: id, ...body }),
  },
});
