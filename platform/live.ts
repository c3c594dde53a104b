export { announce, forgetOldEvents } from './live/events';
export { streamsOf, type Access, type AccessOf } from './live/hub';
export { openLiveStream } from './live/open';
export type { Listener } from './live/stream';
