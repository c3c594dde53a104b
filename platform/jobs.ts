export { createJobs } from './jobs/create-jobs';
export { defineJob, job } from './jobs/define-job';
export { enqueue } from './jobs/enqueue';
export { migrateJobs } from './jobs/migrate-jobs';
export type { Registry } from './jobs/registry';
export { syncQueues } from './jobs/sync-queues';
export type { JobHandler, Jobs } from './jobs/types';
export { startWorkers, type Workers } from './jobs/start-workers';
export { dismissAlert, retryDeadLetter } from './jobs/retry-dead-letter';
