export { cascade } from './flow/cascade';
export { defineFlow } from './flow/define-flow';
export { alertQueue } from './flow/alert-queue';
export { allowedEventsOf } from './flow/allowed-events';
export { dispatch, dispatchIfOpen } from './flow/dispatch';
export { alertForStaff, listAlertsForStaff, listInstancesForStaff } from './flow/list-for-staff';
export { readInstanceForStaff } from './flow/read-for-staff';
export {
  /** @public What the first module with children begins its transactions with. */
  lockTrees,
} from './flow/lock-tree';
export type { Registry } from './flow/registry';
export { startFlow } from './flow/start';
export { timersOf } from './flow/fire-timer';
export type { Change, Migration, Past } from './flow/types';
export { secondsSinceHeartbeat, startHeartbeat } from './flow/heartbeat';
export { forgetEnded } from './flow/forget-ended';
export { sweepTimers } from './flow/sweep-timers';
