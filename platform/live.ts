export { announce } from './live/announce';
export { openLiveStream } from './live/open-stream';
export { forgetOldEvents } from './live/forget-old';
