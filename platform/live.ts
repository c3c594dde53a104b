export { announce, type LiveEvent } from './live/index';
