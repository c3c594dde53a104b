export {
  addAttachment,
  claimAttachments,
  removeAttachment,
  scanAttachmentHandler,
  scanAttachmentJob,
  sweepAttachmentsHandler,
  sweepAttachmentsJob,
} from './commands.server';
export {
  attachmentsById,
  offerOfAttachment,
  openAttachmentOf,
  openOwnAttachment,
  sendableAttachments,
} from './queries.server';
export { eraseFilesOfOffers, eraseFilesOfTalks, personData } from './privacy.server';
