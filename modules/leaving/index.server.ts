/** The door: archives of one's own data, and the end of accounts. */
export {
  archiveMade,
  archiveToMake,
  askArchive,
  ownArchive,
  removeArchive,
  takeArchive,
} from './commands/archives';
export { sweepArchives } from './commands/sweep-archives';
export { beginErasure, erasureToDo, isClosed, nothingLeft } from './commands/erasures';
export {
  countHolds,
  heldIds,
  heldSince,
  liftHold,
  mayBeHeld,
  placeHold,
  waitForHold,
  type HoldAct,
} from './commands/holds';
export { listErasures, recordErasure } from './erasure-list';
export { archiveFlow, erasureFlow } from './flows.server';
export { eraseJob, makeArchiveJob, removeArchiveJob } from './jobs';
export { personData } from './person-data.server';
export { latestArchive } from './repo.server';
