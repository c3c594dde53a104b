export * from './calls';
export { confirmWord } from './confirm-word';
export type { ArchiveDto } from './dto';
export { leavingFacts } from './facts';
export type { AccountKind } from './status';
