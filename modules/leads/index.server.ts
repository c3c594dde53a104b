export { admitSubmission, type Admission } from './commands/admit-submission';
export { cancelLead } from './commands/cancel-lead';
export { endedLongAgo, forgetClosed, type EndedLead } from './commands/forget-closed';
export { forgetPhotos } from './commands/forget-photos';
export { keepWaiting } from './commands/keep-waiting';
export { noteOfferActivity } from './commands/note-offer-activity';
export { openCities } from './commands/open-cities';
export { approveLead, rejectLead, sendLeadBack } from './commands/review-lead';
export { submitLead } from './commands/submit-lead';
export { leadFlow } from './lead.flow.server';
export { countLeads } from './queries/count-leads';
export { foremostLeads } from './queries/foremost-leads';
export { heldLeads } from './queries/held-leads';
export { factsOfLeads, leadForClinics, type LeadForClinics } from './queries/lead-for-clinics';
export { leadDates, subTreatmentsOf } from './queries/lead-dates';
export { latestLeadsFor } from './queries/latest-of-treatment';
export { listLeads } from './queries/list-leads';
export {
  lockOpenLeads,
  presentLeads,
  publishedIdsAfter,
  publishedIdsSince,
} from './queries/present-leads';
export { readLead, readLeadAlone } from './queries/read-lead';
export { requireOwnLead } from './queries/require-own-lead';
export { recentActivity } from './queries/recent-activity';
export { ownActivity } from './queries/own-activity';
export { listLeadsForStaff } from './console/list-leads-for-staff';
export { leadForStaff, readLeadForStaff, readNotes } from './console/read-lead-for-staff';
export { countLeadsOf } from './console/count-leads-of';
export { leadBudgets, leadWindows, offerCap } from './settings';
export { leadCharts, screeningRows, screeningQueue } from './console/screening-figures';
export { requireNotesAccess } from './console/require-notes-access';
export { personData } from './person-data.server';
export { cancelOpenLeads, leadIdsOf } from './commands/cancel-open-leads';
