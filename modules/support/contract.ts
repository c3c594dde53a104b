export * from './calls';
export * from './canned-calls';
export * from './console-lists';
export * from './console-records';
export * from './dto';
export { answerFacts, ticketFacts } from './facts';
export * from './limits';
export { ticketChanged } from './live-words';
export * from './status';
