/** The door: archives of one's own data, and the end of accounts. */
export {
  archiveMade,
  archiveToMake,
  askArchive,
  ownArchive,
  removeArchive,
  takeArchive,
} from './commands.server';
export {
  beginErasure,
  countHolds,
  eraseJob,
  erasureToDo,
  heldIds,
  heldSince,
  type HoldAct,
  isClosed,
  liftHold,
  listErasures,
  makeArchiveJob,
  mayBeHeld,
  nothingLeft,
  placeHold,
  recordErasure,
  removeArchiveJob,
  sweepArchives,
  waitForHold,
} from './commands.server';
export { archiveFlow, erasureFlow } from './projection.server';
export { personData } from './privacy.server';
export { latestArchive } from './queries.server';
