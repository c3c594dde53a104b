export * from './calls';
export type { ArchiveDto } from './dto';
export { leavingFacts } from './facts';
export type { AccountKind } from './status';
