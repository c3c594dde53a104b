export { defineFacts, type FactOf } from './events/declare';
