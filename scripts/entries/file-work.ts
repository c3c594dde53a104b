import { serveFileWork } from '#platform/files/file-work/serve.server';
import { drawHandoverHandler } from '../../modules/aftercare/handover/draw-handler.server';
import { readAttachmentHandler } from '../../modules/attachments/read-attachment-handler.server';
import {
  readDocumentHandler,
  readPictureHandler,
} from '../../modules/clinic-onboarding/read-files-handler.server';
import {
  markPhotoHandler,
  readPhotoHandler,
} from '../../modules/consultation/read-photo-handler.server';

/**
 * The process that takes files of strangers apart, one for each process of ours that is given any. It knows the handlers
 * and what they need, and neither the modules nor their settings.
 */
serveFileWork([
  readPhotoHandler,
  markPhotoHandler,
  readDocumentHandler,
  readAttachmentHandler,
  readPictureHandler,
  drawHandoverHandler,
]);
