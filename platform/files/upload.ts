export {
  apiUploadBytes,
  formUploadBytes,
  readUpload,
  type UploadedFile,
} from './upload/read-upload.server';
export {
  keepIncomingSwept,
  receiveFile,
  withFile,
  type FileContent,
  type IncomingFile,
} from './upload/incoming.server';
