export { announce, forgetEventsOf, forgetOldEvents } from './live/events';
export type { Access, AccessOf } from './live/hub';
export { openLiveStream } from './live/open';
export type { Listener } from './live/stream';
