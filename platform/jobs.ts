export { createJobs } from './jobs/create-jobs';
export { defineJob, job, type RegisteredJob } from './jobs/define-job';
export { enqueue } from './jobs/enqueue';
export { migrateJobs } from './jobs/migrate-jobs';
export type { Registry, Schedule } from './jobs/registry';
export { syncQueues } from './jobs/sync-queues';
export type { Job, JobDefinition, JobHandler, Jobs } from './jobs/types';
export { startWorkers, type Workers } from './jobs/start-workers';
export { dismissAlert, retryDeadLetter } from './jobs/retry-dead-letter';
