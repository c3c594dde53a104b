import { z } from 'zod';
import {
  maskingReviewDetailRecord,
  maskingReviewList,
  maskingReviewRecord,
  reportedDetailRecord,
  reportedList,
  reportedRecord,
} from '#contracts/messaging';
import {
  addCannedCall,
  cannedList,
  cannedRecord,
  cannedSchema,
  ticketDetailRecord,
  ticketList,
  ticketPriorities,
  ticketRecord,
  ticketText,
} from '#contracts/support';
import {
  blockReported,
  dismissReport,
  keepMasked,
  keepReported,
  listMaskingReviews,
  maskingReviewForStaff,
  readMaskingReview,
  releaseMasked,
  unblockReported,
} from '#modules/messaging';
import {
  addCanned,
  answerTicket,
  changeCanned,
  closeTicket,
  listCanned,
  readCanned,
  removeCanned,
  reopenTicket,
  setTicketPriority,
} from '#modules/support';
import {
  assignTicketTo,
  listReported,
  listTickets,
  readReportedConversation,
  readReportedWithClinic,
  readTicketInConsole,
  reportedWithClinic,
  revealTicketOwner,
  ticketInConsole,
} from '#workflows';
import { accessReason, decisionReason, defineResource, nothing } from '../resource';
import { serve } from '../serve.server';
import { endpoint, type Endpoint } from '#app/http/api.server';

const decision = z.strictObject({ reason: decisionReason });

const conversationResource = defineResource({
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

export const conversations = serve(conversationResource, {
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

const maskingReviewResource = defineResource({
  name: 'masking-reviews',
  list: maskingReviewList,
  record: maskingReviewRecord,
  detail: maskingReviewDetailRecord,
  events: { release: nothing, keep: nothing },
});

export const maskingReviews = serve(maskingReviewResource, {
  list: listMaskingReviews,
  record: maskingReviewForStaff,
  read: readMaskingReview,
  events: {
    release: (ctx, { id }) => releaseMasked(ctx, id),
    keep: (ctx, { id }) => keepMasked(ctx, id),
  },
});

const ticketResource = defineResource({
  name: 'tickets',
  list: ticketList,
  record: ticketRecord,
  detail: ticketDetailRecord,
  events: {
    answer: z.strictObject({ text: ticketText }),
    // Null: nobody any more.
    assign: z.strictObject({ staffId: z.uuid().nullable() }),
    'set-priority': z.strictObject({ priority: z.enum(ticketPriorities) }),
    close: nothing,
    reopen: nothing,
    reveal: z.strictObject({ reason: accessReason }),
  },
});

export const tickets = serve(ticketResource, {
  list: listTickets,
  record: ticketInConsole,
  read: readTicketInConsole,
  events: {
    answer: (ctx, { id, body }) => answerTicket(ctx, { ticketId: id, ...body }),
    assign: (ctx, { id, body }) => assignTicketTo(ctx, { ticketId: id, ...body }),
    'set-priority': (ctx, { id, body }) => setTicketPriority(ctx, { ticketId: id, ...body }),
    close: (ctx, { id }) => closeTicket(ctx, { ticketId: id }),
    reopen: (ctx, { id }) => reopenTicket(ctx, { ticketId: id }),
    reveal: (ctx, { id, body }) => revealTicketOwner(ctx, { ticketId: id, ...body }),
  },
});

const answerResource = defineResource({
  name: 'answers',
  list: cannedList,
  record: cannedRecord,
  detail: cannedRecord,
  events: { change: cannedSchema, remove: nothing },
});

const addEndpoint: Endpoint = endpoint(addCannedCall, async (ctx, { body }) => ({
  record: await readCanned(ctx, await addCanned(ctx, body)),
}));

/** What the team keeps to answer tickets with. */
export const answers = serve(
  answerResource,
  {
    list: listCanned,
    record: readCanned,
    events: {
      change: (ctx, { id, body }) => changeCanned(ctx, { id, ...body }),
      remove: (ctx, { id }) => removeCanned(ctx, { id }),
    },
  },
  [addEndpoint],
);
