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
export { acceptDocument, askDocumentAgain, rejectDocument, setEndDate } from './reviews.server';
export { acceptChange, askForChanges, refuseChange } from './points/points.server';
export {
  acceptPicture,
  addPicture,
  nameDoctor,
  openOwnPicture,
  openPictureAsStaff,
  openPublicPicture,
  refusePicture,
  removePicture,
} from './pictures/pictures.server';
export {
  offerCurrencyOf,
  ownClinicProfile,
  ownSections,
  saveBilling,
  saveDoctors,
  saveInfo,
  savePrivacy,
} from './profile/profile.server';
export {
  clinicNames,
  clinicsToRank,
  countListed,
  findClinics,
  listedCities,
  listedClinics,
  publicAddresses,
  publicClinicAt,
  publicNames,
  publicPlaces,
  type RankableClinic,
} from './directory/directory.server';
export {
  mayOffer,
  remindOfEndsHandler,
  remindOfEndsJob,
} from './verifications/verifications.server';
export {
  approvedProfiles,
  changedPointOf,
  clinicContact,
  clinicReach,
  clinicTowns,
  type ClinicReach,
  clinicUnderReview,
  documentKindOf,
  holdApproval,
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
} from './console/clinics.server';
export { reviewWindows } from './rules';
export { listDocuments } from './console/documents.server';
export {
  addDocument,
  dropDocuments,
  keepDocuments,
  removeDocument,
  scanDocumentJob,
  stashDocument,
  type StashedDocument,
} from './documents/commands.server';
export { scanDocumentHandler, watchScans } from './documents/scans.server';
export { sweepDocumentsHandler, sweepDocumentsJob } from './documents/sweep.server';
export { documentsOf, openDocument, openDocumentAsStaff } from './documents/queries.server';
export { attachClinic, detachClinic, personData } from './privacy.server';
