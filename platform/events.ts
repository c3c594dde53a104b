export type { DeclaredFact, FactOf } from './events/declare';
export type { Subscription } from './events/subscribe';
export { publish } from './events/publish';
export { subscribe } from './events/subscribe';
