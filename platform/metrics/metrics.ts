export { defineCounter, defineHistogram } from './define';
export { openOps } from './open-ops';
export { watchNode, watchProcess } from './watch-process';
export { watchReadings, withinPatience, type Reading } from './watch-readings';
