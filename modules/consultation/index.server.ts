export {
  addPhoto,
  removePhoto,
  sweepPhotosHandler,
  sweepPhotosJob,
} from './commands/photos.server';
export {
  chooseClinic,
  claimPhotos,
  clearDraft,
  discardDraft,
  dropClinic,
  keepDetails,
  lockDraft,
  putDraft,
  refillDraft,
  saveStep,
  sharePhotosOfCheckIn,
  type StepAnswer,
  takeBackPhotos,
  visitStep,
} from './commands/drafts.server';
export {
  openPhoto,
  openPhotoAsStaff,
  photoSeenWithAnotherPerson,
  photosOfCheckIns,
  photoTraits,
  photosOfLead,
  readDraft,
  submittedFromDraft,
  viewOfLoosePhoto,
} from './queries.server';
export {
  carryPhotoAccess,
  heldCopies,
  type MaySee,
  openPhotoAsClinic,
  photosForClinic,
  photoViewsOf,
  removeCopies,
  removeCopiesOf,
  setPhotoAccess,
} from './photo-access.server';
export { erasePhotosOfLeads, personData, viewersOf } from './privacy.server';
