export * from './calls';
export { archiveDto, type ArchiveDto } from './dto';
export { leavingFacts } from './facts';
export type { AccountKind } from './status';
