export { applicationFlow } from './application.flow.server';
export { addNote } from './commands/add-note';
export { changeDetails } from './commands/change-details';
export {
  approveApplication,
  reinstateClinic,
  rejectApplication,
  suspendClinic,
} from './commands/decide-application';
export { forgetDrafts } from './commands/forget-drafts';
export { registerClinic } from './commands/register-clinic';
export { resubmit } from './commands/resubmit';
export { setClinicEmail } from './commands/set-email';
export { acceptDocument, askDocumentAgain, rejectDocument } from './commands/review-document';
export { setEndDate } from './commands/set-end-date';
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
  clinicsToRank,
  findClinics,
  listedCities,
  listedClinics,
  publicClinicAt,
  type RankableClinic,
} from './directory/find-clinics';
export { publicAddresses } from './directory/public-addresses';
export {
  mayOffer,
  remindOfEndsHandler,
  remindOfEndsJob,
} from './verifications/verifications.server';
export { approvedProfiles } from './queries/approved-profiles';
export { clinicNames, publicNames, publicPlaces } from './queries/clinic-names';
export { countListed } from './queries/count-approved';
export { decisionMonths } from './queries/decision-months';
export { holdApproval } from './queries/hold-approval';
export { lockOfferingProfile } from './queries/offering-profile';
export {
  changedPointOf,
  clinicContact,
  clinicUnderReview,
  documentKindOf,
} from './queries/clinic-contact';
export { ownApplication, ownClinic, ownProfile } from './queries/own-application';
export { registeredClinic } from './queries/registered-clinic';
export { reviewWindows } from './settings';
export {
  applicationCharts,
  applicationQueue,
  applicationRows,
  clinicForStaff,
  listClinics,
  medianReviewHours,
  readClinicForStaff,
} from './console/clinics.server';
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
export type { OwnerCtx as DocumentOwnerCtx } from './owner';
export { clinicReach, type ClinicReach } from './queries/clinic-reach';
export { documentsOf, openDocument, openDocumentAsStaff } from './documents/queries.server';
export { saveDraft } from './commands/save-draft';
export { readDraft } from './queries/read-draft';
export { attachClinic, detachClinic, personData } from './privacy.server';
