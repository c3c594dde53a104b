export {
  endSharesOfDeal,
  endSharesOfPatient,
  endSharesOfRequest,
  forgetShares,
  makeShare,
  openShare,
  recordLook,
  removeNote,
  revokeShare,
  writeNote,
} from './commands.server';
export { shareFlow } from './projection.server';
export { type OpenedShare, ownShares, shareOfBrowser, type Subject } from './queries.server';
export { personData } from './privacy.server';
