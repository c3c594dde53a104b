export type { Fact, Subscription } from './events/types';
export { publish } from './events/publish';
export { subscribe } from './events/subscribe';
