import { z } from 'zod';
import { defineCall } from '#platform/base/call';
import { documentDto } from '../dto';
import { documentKinds } from '../status';
import { documentsPath } from './paths';

const kind = z.enum(documentKinds);

export const uploadDocumentsCall = defineCall({
  id: 'clinic-onboarding.upload-documents',
  method: 'POST',
  path: '/clinic/auth/upload-documents',
  summary:
    'Upload documents of one kind (PDF, JPEG, PNG, DOC or DOCX, up to 10 MB each, at most 10)',
  audience: 'phone-verified-clinic',
  multipart: true,
  body: z.strictObject({ phoneNumber: z.string(), kind, documents: z.string() }),
  data: z.strictObject({
    /** Those of this request, as they are stored. */
    documents: z.array(documentDto),
  }),
  status: 201,
  failures: ['event_refused'],
  idempotent: true,
  limit: 'upload',
});

export const uploadDocumentCall = defineCall({
  id: 'clinic-onboarding.upload-document',
  method: 'POST',
  path: documentsPath,
  summary: 'Upload one document (PDF, JPEG, PNG, DOC or DOCX, up to 10 MB)',
  audience: 'phone-verified-clinic',
  multipart: true,
  body: z.strictObject({ kind, document: z.string() }),
  data: z.strictObject({ id: z.uuid() }),
  status: 201,
  failures: ['event_refused'],
  idempotent: true,
  limit: 'upload',
});

export const readDocumentCall = defineCall({
  id: 'clinic-onboarding.read-document',
  method: 'GET',
  path: '/admin/documents/{id}/file',
  summary: 'The bytes of a document of a clinic; each read is logged',
  audience: 'staff',
  // Not z.uuid(): an id that cannot exist answers like one that does not.
  params: z.strictObject({ id: z.string() }),
  failures: ['not_found'],
});
