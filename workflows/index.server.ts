export { submitRequest, type RequestSource, type SubmittedRequest } from './submit-request';
