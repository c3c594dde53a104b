export * from './schemas';
export { type AccountKind, confirmWord } from './values';
