export {
  allowBranch,
  type ClinicTraits,
  explainFinding,
  filledUntil,
  forgetGone,
  forgetPhotosOf,
  lookAtClinic,
  lookAtPhotos,
  noteFilled,
  type PhotoTraits,
  requireExplained,
} from './commands.server';
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
