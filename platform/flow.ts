export { defineFlow } from './flow/define-flow';
export { dispatch } from './flow/dispatch';
export { readFlow } from './flow/read';
export { startFlow } from './flow/start';
export type { Change } from './flow/types';
export { secondsSinceHeartbeat, startHeartbeat } from './flow/heartbeat';
export { sweepTimers } from './flow/sweep-timers';
export { listAlerts, listInstances, listPendingTimers, readHistory } from './flow/inspect';
export { replayFlow } from './flow/replay';
