export { defineCounter, defineHistogram } from './metrics/define';
export { openOps } from './metrics/open-ops';
export { watchNode, watchProcess } from './metrics/watch-process';
export { watchReadings, withinPatience, type Reading } from './metrics/watch-readings';
