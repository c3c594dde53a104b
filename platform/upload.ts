export {
  apiUploadBytes,
  formUploadBytes,
  maxFileBytes,
  readUpload,
} from './upload/read-upload.server';
