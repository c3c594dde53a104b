export { submitRequest, type RequestSource, type SubmittedRequest } from './submit-request';
export { readWorkflow, settleJob, settleJobOf } from './staff/failed-jobs';
