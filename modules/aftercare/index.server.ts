export {
  agreeToCare,
  answerCheckIn,
  closeCheckIn,
  giveRecord,
  lockAnswered,
  markShared,
  offerCare,
  replyToCheckIn,
  stopAllCare,
  stopCare,
} from './commands.server';
export { eraseCareOf, personData } from './privacy.server';
export { careFlow, checkInFlow } from './projection.server';
export {
  leadsInAftercare,
  plansGivenBy,
  type PlansGiven,
  readCare,
  repairGiven,
} from './queries.server';
export { careWindows } from './rules';
export {
  checkInForStaff,
  checkInQueue,
  checkInRows,
  listCheckInsForStaff,
  readCheckInForStaff,
} from './staff.server';
