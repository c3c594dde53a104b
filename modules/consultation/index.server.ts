export { addPhoto } from './commands/add-photo';
export { claimPhotos } from './commands/claim-photos';
export { clearDraft } from './commands/clear-draft';
export { discardDraft } from './commands/discard-draft';
export { keepDetails } from './commands/keep-details';
export { lockDraft } from './commands/lock-draft';
export { putDraft } from './commands/put-draft';
export { refillDraft } from './commands/refill-draft';
export { removePhoto } from './commands/remove-photo';
export { saveStep, visitStep, type StepAnswer } from './commands/save-step';
export { takeBackPhotos } from './commands/take-back-photos';
export { sweepPhotosHandler, sweepPhotosJob } from './jobs/sweep-photos-job';
export { openPhoto } from './queries/open-photo';
export { openPhotoAsStaff } from './queries/open-photo-as-staff';
export { photoSeenWithAnotherPerson } from './queries/photo-seen-with-another-person';
export { photosOfLead } from './queries/photos-of-lead';
export { readDraft } from './queries/read-draft';
export { submittedFromDraft } from './queries/submitted-from-draft';
export { openPhotoAsClinic } from './sight/open-photo-as-clinic';
export type { MaySee } from './sight/clinic-sight';
export {
  photosForClinic,
  photoViewsOf,
  type PhotoForClinic,
  type PhotoViews,
} from './sight/photo-views';
export { removeCopies } from './sight/remove-copies';
export { setPhotoSight } from './sight/set-photo-sight';
