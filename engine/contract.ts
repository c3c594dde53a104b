/** What a browser may load too: how events are declared, and the clocks of machines. Pure. */

export { DeclaredEvent, type EventOf, defineEvents } from './events/declare';
export { instantOf, timeLeft } from './flow-clock';
export { type Change, type Migration, type Past } from './machine/types';
export { topicsChanged } from './live/words';
