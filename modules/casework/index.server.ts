export {
  forgetNotesAbout,
  forgetOldCases,
  giveCaseBack,
  giveCaseOn,
  leaveCase,
  lookAtCase,
  markNoticesRead,
  removeView,
  saveView,
  setKeys,
  sweepCases,
  takeCase,
  writeNote,
} from './commands.server';
export { claimsOf, ownDesk, readCase } from './queries.server';
export { personData } from './privacy.server';
