/** What business code does with the engine: machines, events, jobs, live messages, audit, the unit of work. */

export { audit } from './audit/audit';
export { loggedPerMonth } from './audit/months';
export { ownEntries } from './audit/own';
export { actedLately } from './audit/recent';
export { publish } from './events/publish';
export { type Subscription, subscribe } from './events/subscribe';
export { allowedEventsOf } from './machine/allowed-events';
export { eventStep } from './events/event-step';
export { defineMachine } from './machine/define-flow';
export { send, sendIfAccepted } from './machine/dispatch';
export { fireTimer } from './machine/fire-timer';
export { forgetInstances } from './machine/forget-instances';
export { lockAggregate } from './machine/lock-tree';
export { prepareStart, startMachine } from './machine/start';
export { type Job, type JobHandler, defineClockJob, defineJob, job } from './jobs/define-job';
export { enqueue } from './jobs/enqueue';
export { publishLive, forgetEventsOf } from './live/events';
export { leavePagesOf } from './live/hub';
export { forgetIdempotencyKeys, oncePerKey } from './unit-of-work/idempotency';
export { appendAtCommit, recordedBy } from './unit-of-work/unit-of-work';
export { isUniqueViolation, withTransaction } from './unit-of-work/transaction';
