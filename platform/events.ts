export type { DeclaredFact, FactOf } from './events/declare';
export type { Subscription } from './events/types';
export { publish } from './events/publish';
export { subscribe } from './events/subscribe';
