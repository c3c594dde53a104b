/** What business code does with the engine: machines, events, jobs, live messages, audit, the unit of work. */

export { audit } from './audit/audit';
export { loggedPerMonth } from './audit/months';
export { ownEntries } from './audit/own';
export { actedLately } from './audit/recent';
export { publish } from './events/publish';
export { type Subscription, subscribe } from './events/subscribe';
export { allowedEventsOf } from './flow/allowed-events';
export { eventStep } from './flow/event-step';
export { defineMachine } from './flow/define-flow';
export { send, sendIfAccepted } from './flow/dispatch';
export { fireTimer } from './flow/fire-timer';
export { forgetInstances } from './flow/forget-instances';
export { lockAggregate } from './flow/lock-tree';
export { prepareStart, startMachine } from './flow/start';
export { type Job, type JobHandler, defineClockJob, defineJob, job } from './jobs/define-job';
export { enqueue } from './jobs/enqueue';
export { publishLive, forgetEventsOf } from './live/events';
export { forgetIdempotencyKeys, oncePerKey } from './unit-of-work/idempotency';
export { appendAtCommit, recordedBy } from './unit-of-work/journal';
export { isUniqueViolation, withTransaction } from './unit-of-work/transaction';
