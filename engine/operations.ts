/** What the worker, the commands of the operator and the console use: workers, sweeps, inspection, the chain of the audit log. */

export { type ChainEnd, type ChainFault, verifyAuditChain } from './audit/chain';
export { listAudit } from './audit/list';
export { pruneStep } from './audit/prune';
export { type ReasonFault, eraseReasons, verifyReasons } from './audit/reasons';
export { alertQueue, alertRows } from './machine/alert-queue';
export { clockFaults } from './machine/clock-faults';
export { timersOf } from './machine/fire-timer';
export { forgetEnded } from './machine/forget-ended';
export { startHeartbeat } from './machine/heartbeat';
export { alertForStaff, listAlertsForStaff, listInstancesForStaff } from './machine/list-for-staff';
export { readInstanceForStaff } from './machine/read-for-staff';
export { type Registry } from './machine/registry';
export { sweepTimers } from './machine/sweep-timers';
export { migrateJobs } from './jobs/migrate-jobs';
export { dismissAlert, retryDeadLetter } from './jobs/retry-dead-letter';
export { startWorkers } from './jobs/start-workers';
export { syncQueues } from './jobs/sync-queues';
export { forgetOldEvents } from './live/events';
export {
  type StreamLimit,
  noteRefusedStream,
  readerKinds,
  refusedStreamsOf,
  streamLimits,
} from './live/figures';
export { type Access, type AccessOf, openStreamsOf } from './live/hub';
export { openLiveStream } from './live/open';
export { type Listener } from './live/stream';
export { openRestored, overdueClocks } from './open-restored';
export { type Envelope, eventsQueue, readEnvelope, timerQueue } from './queue/envelope';
export { readingsOf } from './readings';
