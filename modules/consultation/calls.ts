import { z } from 'zod';
import { defineCall } from '#platform/call';
import { storableInt } from '#platform/whole-number';
import { photoSizes, photosPath } from './addresses';
import { draftFieldsSchema, stepSchema } from './draft-fields';
import { draftDto, photoViewsDto } from './dto';

// Not z.uuid(): an id that cannot exist answers like one that does not.
const fileParams = z.strictObject({ id: z.string() });

export const uploadPhotoCall = defineCall({
  id: 'consultation.upload-photo',
  method: 'POST',
  path: photosPath,
  summary: 'Upload photos (JPEG, PNG or WebP, up to 10 MB each, at most 10)',
  audience: 'patient',
  multipart: true,
  query: z.strictObject({
    /** Also puts them into the open draft of the wizard. */
    draft: z.literal('true').optional(),
  }),
  body: z.strictObject({ photo: z.string() }),
  data: z.strictObject({
    /** The first, or only, photo; for `photos` of `POST /leads`. */
    id: z.uuid(),
    ids: z.array(z.uuid()),
  }),
  status: 201,
  limit: 'upload',
});

export const readFileCall = defineCall({
  id: 'consultation.read-file',
  method: 'GET',
  path: '/files/{id}',
  summary:
    'The bytes of a photo or a document of your own, or of a photo of a request that your clinic may see; documents have one size',
  audience: 'owner',
  params: fileParams,
  query: z.strictObject({ size: z.enum(photoSizes).default('full') }),
  failures: ['not_found', 'document_unchecked', 'busy'],
});

export const removeFileCall = defineCall({
  id: 'consultation.remove-file',
  method: 'DELETE',
  path: '/files/{id}',
  summary: 'Remove a photo that no request holds yet, or a document of an application that is open',
  audience: 'owner',
  params: fileParams,
  failures: ['not_found', 'event_refused'],
});

export const readPhotoAsStaffCall = defineCall({
  id: 'consultation.read-photo-as-staff',
  method: 'GET',
  path: '/admin/leads/{id}/photos/{photoId}',
  summary: 'The bytes of a photo of a request; each read is logged',
  audience: 'staff',
  params: z.strictObject({ id: z.string(), photoId: z.string() }),
  query: z.strictObject({ size: z.enum(photoSizes).default('full') }),
  failures: ['not_found'],
});

const draftAnswer = z.strictObject({ draft: draftDto.nullable() });

export const readDraftCall = defineCall({
  id: 'consultation.read-draft',
  method: 'GET',
  path: '/drafts/me',
  summary: 'Your open draft of a treatment request',
  audience: 'patient',
  data: draftAnswer,
});

export const putDraftCall = defineCall({
  id: 'consultation.put-draft',
  method: 'PUT',
  path: '/drafts/me',
  summary: 'Replace your draft; expectedVersion is 0 for a new one',
  audience: 'patient',
  body: z.strictObject({
    expectedVersion: storableInt(),
    step: stepSchema,
    fields: draftFieldsSchema,
  }),
  data: draftAnswer,
  failures: ['version_conflict'],
});

export const discardDraftCall = defineCall({
  id: 'consultation.discard-draft',
  method: 'DELETE',
  path: '/drafts/me',
  summary: 'Throw away your draft and its photos',
  audience: 'patient',
});

// Not z.uuid(): an id that cannot exist answers like one that does not.
const requestParams = z.strictObject({ id: z.string() });

export const photoViewsCall = defineCall({
  id: 'consultation.photo-views',
  method: 'GET',
  path: '/leads/{id}/photo-views',
  summary: 'Which clinic opened which photo of your request, how often and when last',
  audience: 'patient',
  params: requestParams,
  data: photoViewsDto,
  failures: ['not_found'],
});

export const photoSightSchema = z.strictObject({
  clinicId: z.string(),
  /** Whether the clinic may see the photos of this request. */
  allowed: z.boolean(),
});

export const photoSightCall = defineCall({
  id: 'consultation.photo-sight',
  method: 'POST',
  path: '/leads/{id}/photo-sight',
  summary: 'Take a clinic’s sight of the photos of your request, or give it back',
  audience: 'patient',
  params: requestParams,
  body: photoSightSchema,
  data: photoViewsDto,
  failures: ['not_found'],
});
