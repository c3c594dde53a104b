export { addAttachment } from './commands/add-attachment';
export { claimAttachments } from './commands/claim-attachments';
export { removeAttachment } from './commands/remove-attachment';
export { attachmentsById, sendableAttachments } from './queries/attachments-by-id';
export { offerOfAttachment, openAttachmentOf, openOwnAttachment } from './queries/open-attachment';
export { scanAttachmentHandler, scanAttachmentJob } from './scan-attachment-job';
export { sweepAttachmentsHandler, sweepAttachmentsJob } from './sweep-attachments-job';
export type { Owner as AttachmentOwner } from './owner';
export { eraseFilesOfOffers, eraseFilesOfTalks, personData } from './person-data.server';
