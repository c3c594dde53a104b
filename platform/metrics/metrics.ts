export { defineCounter, defineHistogram } from './define';
export { openOps, openOpsAt } from './open-ops';
export { watchNode, watchProcess } from './watch-process';
export { watchReadings, withinPatience, type Reading } from './watch-readings';
