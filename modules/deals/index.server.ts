export {
  answerReview,
  answerTime,
  beginDeal,
  callOffDeals,
  cancelDeal,
  cancelDealAsStaff,
  confirmTreatment,
  dealIdOf,
  denyTreatment,
  proposeTime,
  reportReview,
  upholdTreatment,
  writeReview,
} from './commands.server';
export { dealFlow } from './projection.server';
export {
  agreedDate,
  dayOfTreatment,
  dealsAhead,
  dealsOfClinic,
  dealsOfLeads,
  dealsOfOffers,
  foremostDeals,
  isOwnDeal,
  isOwnReview,
  partiesOfDeal,
  readDeal,
  startOfVisit,
} from './queries.server';
export {
  dealTotals,
  latestReviews,
  repairReputation,
  publicReview,
  publicReviews,
  ratingsOf,
  recordAnswer,
  type Reputation,
  reputationOf,
  reviewMonths,
} from './reputation.server';
export { calendarFile, clinicDay, dealWindows, instantAt, readableFor } from './rules';
export {
  dealForStaff,
  dealQueue,
  dealRows,
  keepReview,
  listDealsForStaff,
  listReviewsForStaff,
  readDealForStaff,
  removeAnswer,
  removeReview,
  reviewForStaff,
  reviewQueue,
  reviewRows,
  writeToBothSides,
} from './staff.server';
export { dealsAheadOf, eraseWordsOfDeals, offersWithDealAhead, personData } from './privacy.server';
