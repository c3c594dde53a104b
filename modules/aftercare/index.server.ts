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
export type { Handover, HandoverWords, Money, TreatingClinic } from './handover/content';
export { type HandoverDocument, handoverDocument } from './handover/document';
export { handoverBundle } from './handover/fhir.server';
export { canSet } from './handover/pdf.server';
export { drawHandoverTask, madePdf } from './handover/task';
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
