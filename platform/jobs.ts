export { defineJob, job, type Job, type JobHandler } from './jobs/define-job';
export { enqueue } from './jobs/enqueue';
export { migrateJobs } from './jobs/migrate-jobs';
export { syncQueues } from './jobs/sync-queues';
export { startWorkers, type Workers } from './jobs/start-workers';
export { dismissAlert, retryDeadLetter } from './jobs/retry-dead-letter';
