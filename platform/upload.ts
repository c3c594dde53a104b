export {
  apiUploadBytes,
  formUploadBytes,
  maxFileBytes,
  maxFilesPerRequest,
  readUpload,
  type UploadedFile,
} from './upload/read-upload.server';
