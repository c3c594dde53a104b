export { applicationFlow } from './application.flow.server';
export { addNote } from './commands/add-note';
export { changeDetails } from './commands/change-details';
export {
  approveApplication,
  reinstateClinic,
  rejectApplication,
  suspendClinic,
} from './commands/decide-application';
export { documentsChanged } from './commands/documents-changed';
export { registerClinic } from './commands/register-clinic';
export { resubmit } from './commands/resubmit';
export { acceptDocument, askDocumentAgain, rejectDocument } from './commands/review-document';
export { clinicContact, documentKindOf } from './queries/clinic-contact';
export { clinicById } from './queries/clinic-by-id';
export { ownApplication, ownClinic } from './queries/own-application';
export { registeredClinic } from './queries/registered-clinic';
export { reviewCalendar, reviewWindows } from './settings';
export { listClinics } from './staff/list-clinics';
export { listDocuments } from './staff/list-documents';
export { clinicForStaff, readClinicForStaff } from './staff/read-clinic';
