export { announce } from './live/announce';
export { openLiveStream, type LiveStreamOptions } from './live/open-stream';
export { forgetOldEvents } from './live/forget-old';
export type { LiveEvent, LiveMessage } from './live/types';
