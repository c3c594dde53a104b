export { answerTime, proposeTime } from './commands/agree-on-time';
export { beginDeal } from './commands/begin-deal';
export { cancelDeal, cancelDealAsStaff } from './commands/cancel-deal';
export { confirmTreatment, denyTreatment, upholdTreatment } from './commands/confirm-treatment';
export { dealFlow } from './deal.flow.server';
export {
  dealsAhead,
  dealsOfClinic,
  dealsOfLeads,
  dealsOfOffers,
  foremostDeals,
  readDeal,
} from './queries/read-deal';
export { mendReputation } from './reputation/kept-counts.server';
export { recordAnswer } from './reputation/record-answer';
export { ratingsOf, reputationOf, type Reputation } from './reputation/reputation-of';
export { readableFor } from './reading-ends';
export { dealWindows } from './settings';
export { writeToBothSides } from './commands/write-to-both-sides';
export { keepReview, removeAnswer, removeReview } from './commands/moderate-review';
export { answerReview, reportReview, writeReview } from './commands/review-deal';
export { latestReviews, publicReviews } from './queries/public-reviews';
export { dealTotals } from './queries/deal-totals';
export { reviewMonths } from './queries/review-months';
export { calendarFile } from './calendar/calendar-entry';
export { agreedDate, startOfVisit } from './queries/agreed-date';
export { isOwnDeal, isOwnReview } from './queries/is-own';
export { instantAt } from './wall-time';
export {
  dealForStaff,
  dealRows,
  dealQueue,
  listDealsForStaff,
  readDealForStaff,
} from './console/deals-for-staff';
export {
  listReviewsForStaff,
  reviewForStaff,
  reviewRows,
  reviewQueue,
} from './console/reviews-for-staff';
export { callOffDeals, dealIdOf } from './commands/call-off';
export {
  dealsAheadOf,
  eraseWordsOfDeals,
  offersWithDealAhead,
  personData,
} from './person-data.server';
