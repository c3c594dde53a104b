import { z } from 'zod';
import { checkInDetailRecord, checkInList, checkInRecord } from '#contracts/aftercare';
import {
  dealDetailRecord,
  dealList,
  dealRecord,
  removalReasons,
  reviewDetailRecord,
  reviewList,
  reviewRecord,
} from '#contracts/deals';
import { leadDetailRecord, leadList, leadRecord } from '#contracts/leads';
import { offerDetailRecord, offerList, offerRecord } from '#contracts/offers';
import { closeCheckIn } from '#modules/aftercare';
import {
  outcomeAnswerDetailRecord,
  outcomeAnswerList,
  outcomeAnswerRecord,
} from '#contracts/outcomes';
import { keepReview, removeAnswer, removeReview, writeToBothSides } from '#modules/deals';
import { keepOutcomeAnswer, removeOutcomeAnswer } from '#modules/outcomes';
import {
  approveLead,
  leadForStaff,
  listLeadsForStaff,
  readLeadForStaff,
  readNotes,
  rejectLead,
  sendLeadBack,
} from '#modules/leads';
import {
  cancelDealById,
  checkInWithClinic,
  dealWithClinic,
  listCheckInsOfAll,
  listDealsOfAll,
  listOffers,
  laterReviewWithClinic,
  listLaterReviewsOfAll,
  listReviewsOfAll,
  readCheckInWithClinic,
  readDealWithClinic,
  readOfferForStaff,
  readOfferWordsForStaff,
  reviewWithClinic,
  upholdDealById,
} from '#workflows';
import { accessReason, decisionReason, defineResource, messageText, nothing } from '../resource';
import { serve } from '../serve.server';

const leadResource = defineResource({
  name: 'leads',
  list: leadList,
  record: leadRecord,
  detail: leadDetailRecord,
  events: {
    approve: nothing,
    reject: z.strictObject({ reason: decisionReason }),
    'send-back': z.strictObject({ reason: decisionReason }),
    'read-notes': z.strictObject({ reason: accessReason }),
  },
});

export const leads = serve(leadResource, {
  list: listLeadsForStaff,
  record: leadForStaff,
  read: readLeadForStaff,
  events: {
    approve: (ctx, { id }) => approveLead(ctx, { leadId: id }),
    reject: (ctx, { id, body }) => rejectLead(ctx, { leadId: id, ...body }),
    'send-back': (ctx, { id, body }) => sendLeadBack(ctx, { leadId: id, ...body }),
    'read-notes': (ctx, { id, body }) => readNotes(ctx, { leadId: id, ...body }),
  },
});

const offerResource = defineResource({
  name: 'offers',
  list: offerList,
  record: offerRecord,
  detail: offerDetailRecord,
  events: { 'read-words': z.strictObject({ reason: accessReason }) },
});

export const offers = serve(offerResource, {
  list: listOffers,
  record: readOfferForStaff,
  events: {
    'read-words': (ctx, { id, body }) => readOfferWordsForStaff(ctx, { offerId: id, ...body }),
  },
});

const decision = z.strictObject({ reason: decisionReason });
const message = z.strictObject({ message: messageText });

const dealResource = defineResource({
  name: 'deals',
  list: dealList,
  record: dealRecord,
  detail: dealDetailRecord,
  events: { write: message, cancel: decision, uphold: decision },
});

export const deals = serve(dealResource, {
  list: listDealsOfAll,
  record: dealWithClinic,
  read: readDealWithClinic,
  events: {
    write: (ctx, { id, body }) => writeToBothSides(ctx, { id, text: body.message }),
    cancel: (ctx, { id, body }) => cancelDealById(ctx, { id, ...body }),
    uphold: (ctx, { id, body }) => upholdDealById(ctx, { id, ...body }),
  },
});

const checkInResource = defineResource({
  name: 'check-ins',
  list: checkInList,
  record: checkInRecord,
  detail: checkInDetailRecord,
  events: { close: decision },
});

export const checkIns = serve(checkInResource, {
  list: listCheckInsOfAll,
  record: checkInWithClinic,
  read: readCheckInWithClinic,
  events: { close: (ctx, { id, body }) => closeCheckIn(ctx, { id, ...body }) },
});

/** One of the listed reasons, and what exactly, for the log. */
const removal = z.strictObject({ because: z.enum(removalReasons), reason: decisionReason });

const reviewResource = defineResource({
  name: 'reviews',
  list: reviewList,
  record: reviewRecord,
  detail: reviewDetailRecord,
  events: { remove: removal, 'remove-answer': removal, keep: nothing },
});

export const reviews = serve(reviewResource, {
  list: listReviewsOfAll,
  record: reviewWithClinic,
  events: {
    remove: (ctx, { id, body }) => removeReview(ctx, { reviewId: id, ...body }),
    'remove-answer': (ctx, { id, body }) => removeAnswer(ctx, { reviewId: id, ...body }),
    keep: (ctx, { id }) => keepReview(ctx, { reviewId: id }),
  },
});

const laterReviewResource = defineResource({
  name: 'later-reviews',
  list: outcomeAnswerList,
  record: outcomeAnswerRecord,
  detail: outcomeAnswerDetailRecord,
  events: { remove: removal, keep: nothing },
});

export const laterReviews = serve(laterReviewResource, {
  list: listLaterReviewsOfAll,
  record: laterReviewWithClinic,
  events: {
    remove: (ctx, { id, body }) => removeOutcomeAnswer(ctx, { answerId: id, ...body }),
    keep: (ctx, { id }) => keepOutcomeAnswer(ctx, { answerId: id }),
  },
});
