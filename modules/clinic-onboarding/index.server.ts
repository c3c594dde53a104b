export { applicationFlow } from './projection.server';
export {
  addNote,
  approveApplication,
  changeDetails,
  forgetDrafts,
  registerClinic,
  reinstateClinic,
  rejectApplication,
  resubmit,
  saveDraft,
  setClinicEmail,
  suspendClinic,
} from './commands.server';
export {
  acceptDocument,
  askDocumentAgain,
  listDocuments,
  rejectDocument,
  setEndDate,
} from './reviews.server';
export { acceptChange, askForChanges, refuseChange } from './points.server';
export {
  acceptPicture,
  addPicture,
  measurePictures,
  nameDoctor,
  openOwnPicture,
  openPictureAsStaff,
  openPublicPicture,
  refusePicture,
  removePicture,
} from './pictures.server';
export {
  offerCurrencyOf,
  ownClinicProfile,
  ownSections,
  saveBilling,
  saveDoctors,
  saveInfo,
  savePrivacy,
} from './profile.server';
export {
  askableClinics,
  clinicNames,
  clinicsAt,
  clinicsToRank,
  countListed,
  findClinics,
  listedCities,
  listedClinics,
  ownPublicPage,
  publicAddresses,
  publicClinicAt,
  publicNames,
  publicPlaces,
  type RankableClinic,
} from './directory.server';
export { remindOfEndsHandler, remindOfEndsJob } from './reminders.server';
export { clinicIdsAfter, mayOffer, traitsOf } from './verifications.server';
export {
  approvedProfiles,
  changedPointOf,
  clinicContact,
  clinicReach,
  type ClinicReach,
  clinicTowns,
  clinicUnderReview,
  documentKindOf,
  holdApproval,
  legalOf,
  lockOfferingProfile,
  ownApplication,
  ownClinic,
  type OwnerCtx as DocumentOwnerCtx,
  ownProfile,
  readDraft,
  registeredClinic,
} from './queries.server';
export {
  applicationCharts,
  applicationQueue,
  applicationRows,
  clinicForStaff,
  decisionMonths,
  listClinics,
  medianReviewHours,
  readClinicForStaff,
} from './staff.server';
export { documentRequirements, reviewWindows } from './rules';
export {
  addDocument,
  documentsOf,
  dropDocuments,
  keepDocuments,
  openDocument,
  openDocumentAsStaff,
  removeDocument,
  scanDocumentJob,
  stashDocument,
  type StashedDocument,
} from './documents/documents.server';
export {
  scanDocumentHandler,
  sweepDocumentsHandler,
  sweepDocumentsJob,
  watchScans,
} from './documents/files.server';
export { attachClinic, detachClinic, personData } from './privacy.server';
