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
export { askForChanges } from './points/ask-for-changes';
export { acceptChange, refuseChange } from './points/decide-change';
export { addPicture } from './pictures/add-picture';
export { acceptPicture, refusePicture, removePicture } from './pictures/change-picture';
export { nameDoctor } from './pictures/name-doctor';
export { openOwnPicture, openPictureAsStaff, openPublicPicture } from './pictures/open-picture';
export { offerCurrencyOf } from './profile/offer-currency';
export { ownClinicProfile, ownSections } from './profile/own-profile-page';
export { saveBilling, saveDoctors, saveInfo, savePrivacy } from './profile/save-section';
export {
  clinicsToRank,
  findClinics,
  listedCities,
  listedClinics,
  publicClinicAt,
  type RankableClinic,
} from './directory/find-clinics';
export { publicAddresses } from './directory/public-addresses';
export { mayOffer } from './verifications/may-offer';
export { remindOfEndsHandler, remindOfEndsJob } from './verifications/remind-of-ends-job';
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
export { listClinics } from './console/list-clinics';
export { listDocuments } from './console/list-documents';
export { clinicForStaff, readClinicForStaff } from './console/read-clinic';
export { addDocument } from './documents/commands/add-document';
export { dropDocuments } from './documents/commands/drop-documents';
export { keepDocuments } from './documents/commands/keep-documents';
export { removeDocument } from './documents/commands/remove-document';
export { watchScans } from './documents/commands/watch-scans';
export { stashDocument, type StashedDocument } from './documents/commands/stash-document';
export { scanDocumentHandler } from './documents/commands/scan-document';
export { scanDocumentJob } from './documents/scan-document-job';
export { sweepDocumentsHandler, sweepDocumentsJob } from './documents/sweep-documents-job';
export type { OwnerCtx as DocumentOwnerCtx } from './owner';
export { clinicReach, type ClinicReach } from './queries/clinic-reach';
export { documentsOf } from './documents/queries/documents-of';
export { openDocument } from './documents/queries/open-document';
export { openDocumentAsStaff } from './documents/queries/open-document-as-staff';
export { saveDraft } from './commands/save-draft';
export { readDraft } from './queries/read-draft';
export {
  applicationCharts,
  applicationRows,
  applicationQueue,
  medianReviewHours,
} from './console/review-figures';
export { attachClinic, detachClinic } from './leaving/detach-clinic.server';
export { personData } from './leaving/person-data.server';
