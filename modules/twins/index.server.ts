export {
  allowBranch,
  explainFinding,
  filledUntil,
  forgetGone,
  forgetPhotosOf,
  noteFilled,
  requireExplained,
} from './commands.server';
export { type ClinicTraits, lookAtClinic, lookAtPhotos, type PhotoTraits } from './marks.server';
export {
  findingForStaff,
  findingQueue,
  findingRows,
  listFindings,
  readFinding,
  readFoundPhoto,
  requirePhotoAccess,
} from './staff.server';
export { personData } from './privacy.server';
