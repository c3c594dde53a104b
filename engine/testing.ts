/** What only tests use. */

export { machineDiagram } from './flow/diagram';
export { fireArmedTimer } from './flow/fire-timer';
export { secondsSinceHeartbeat } from './flow/heartbeat';
export { type Plan, type StoredState, planStart, planStep } from './flow/plan';
export { parcelFlow } from './flow/sample/parcel.flow';
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
} from './flow/testing';
export { reportDeadLetter } from './jobs/dead-letters';
export { runnablesOf } from './jobs/run-job';
export { enqueuedJobs, runJobs } from './jobs/testing';
export { hubOf, streamsOf } from './live/hub';
export { deadLetterQueue } from './queue/envelope';
export { insertJobs } from './queue/pg-boss';
