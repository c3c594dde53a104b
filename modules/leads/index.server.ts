export {
  type Admission,
  precheckSubmission,
  approveLead,
  cancelLead,
  cancelOpenLeads,
  type EndedLead,
  endedLongAgo,
  forgetClosed,
  forgetPhotos,
  keepWaiting,
  leadIdsOf,
  openCities,
  rejectLead,
  sendLeadBack,
  submitLead,
} from './commands.server';
export { noteOfferActivity, ownActivity, recentActivity } from './activities.server';
export { leadFlow } from './projection.server';
export {
  countLeads,
  factsOfLeads,
  foremostLeads,
  heldLeads,
  latestLeadsFor,
  leadDates,
  leadForClinics,
  type LeadForClinics,
  listLeads,
  lockOpenLeads,
  presentLeads,
  publishedIdsAfter,
  publishedIdsSince,
  readLead,
  readLeadAlone,
  requireOwnLead,
  subTreatmentsOf,
} from './queries.server';
export {
  countLeadsOf,
  leadCharts,
  leadForStaff,
  listLeadsForStaff,
  readLeadForStaff,
  readNotes,
  requireNotesAccess,
  screeningQueue,
  screeningRows,
} from './staff.server';
export { leadBudgets, leadWindows, offerCap } from './rules';
export { personData } from './privacy.server';
