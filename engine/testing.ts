/** What only tests use. */

export { machineDiagram } from './machine/diagram';
export { fireArmedTimer } from './machine/fire-timer';
export { secondsSinceHeartbeat } from './machine/heartbeat';
export { type Plan, type StoredState, planStart, planStep } from './machine/plan';
export { parcelFlow } from './machine/sample/parcel.flow';
export {
  type AnyFlow,
  type FlowSample,
  type StoredVersion,
  fingerprintOf,
  lintFlow,
  readFlow,
  readHistory,
  replayFlow,
  runDueTimers,
  stepStored,
  storedVersionOf,
  unknownTimers,
  walkFlow,
} from './machine/testing';
export { reportDeadLetter } from './jobs/dead-letters';
export { runnablesOf } from './jobs/run-job';
export { enqueuedJobs, runJobs } from './jobs/testing';
export { hubOf, streamsOf } from './live/hub';
export { deadLetterQueue } from './queue/envelope';
export { insertJobs } from './queue/pg-boss';
