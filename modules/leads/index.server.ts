export { cancelLead } from './commands/cancel-lead';
export { keepWaiting } from './commands/keep-waiting';
export { approveLead, rejectLead } from './commands/review-lead';
export { submitLead, type Submission } from './commands/submit-lead';
export { leadFlow } from './lead.flow.server';
export { countLeads } from './queries/count-leads';
export { listLeads } from './queries/list-leads';
export { readLead } from './queries/read-lead';
export { recentActivity } from './queries/recent-activity';
