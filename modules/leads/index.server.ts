export { admitSubmission } from './commands/admit-submission';
export { cancelLead } from './commands/cancel-lead';
export { keepWaiting } from './commands/keep-waiting';
export { approveLead, rejectLead } from './commands/review-lead';
export { submitLead } from './commands/submit-lead';
export { leadFlow } from './lead.flow.server';
export { reachOf, type MatchingProfile, type Reach } from './matching.server';
export { countLeads } from './queries/count-leads';
export { heldLeads } from './queries/held-leads';
export { leadDates } from './queries/lead-dates';
export {
  countsForClinic,
  leadsForClinic,
  matchingPatients,
  type MatchingLead,
} from './queries/leads-for-clinic';
export { listLeads } from './queries/list-leads';
export { readLead } from './queries/read-lead';
export { recentActivity } from './queries/recent-activity';
export { listLeadsForStaff } from './staff/list-leads-for-staff';
export { leadForStaff, readLeadForStaff, readNotes } from './staff/read-lead-for-staff';
export { countLeadsOf } from './staff/count-leads-of';
export { leadBudgets, leadWindows, offerCap } from './settings';
export { leadCharts, screeningQueue } from './staff/screening-figures';
export { requireNotesAccess } from './staff/require-notes-access';
