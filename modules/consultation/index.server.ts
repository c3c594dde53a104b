export {
  addPhoto,
  claimPhotos,
  removePhoto,
  sweepPhotosHandler,
  sweepPhotosJob,
  takeBackPhotos,
} from './commands/photos.server';
export {
  clearDraft,
  discardDraft,
  keepDetails,
  lockDraft,
  putDraft,
  refillDraft,
  saveStep,
  type StepAnswer,
  visitStep,
} from './commands/drafts.server';
export {
  openPhoto,
  openPhotoAsStaff,
  photoSeenWithAnotherPerson,
  photosOfLead,
  readDraft,
  submittedFromDraft,
} from './queries.server';
export {
  carrySight,
  heldCopies,
  type MaySee,
  openPhotoAsClinic,
  photosForClinic,
  photoViewsOf,
  removeCopies,
  removeCopiesOf,
  setPhotoSight,
} from './sight.server';
export { erasePhotosOfLeads, personData, viewersOf } from './privacy.server';
