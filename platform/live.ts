export { announce, forgetEventsOf, forgetOldEvents } from './live/events';
export { noteRefusedStream, readerKinds, refusedStreamsOf, streamLimits } from './live/figures';
export type { StreamLimit } from './live/figures';
export { openStreamsOf } from './live/hub';
export type { Access, AccessOf } from './live/hub';
export { openLiveStream } from './live/open';
export type { Listener } from './live/stream';
