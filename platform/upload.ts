export {
  apiUploadBytes,
  formUploadBytes,
  maxFileBytes,
  readUpload,
  type UploadedFile,
} from './upload/read-upload.server';
