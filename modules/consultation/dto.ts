import { z } from 'zod';
import { draftFieldsSchema } from './draft-fields';
import { stepSchema } from './steps';

/** A photo as its owner sees it; its bytes are at `/api/files/{id}`. */
export const photoDto = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  width: z.int(),
  height: z.int(),
});
export type PhotoDto = z.infer<typeof photoDto>;

/** The open draft of a patient. */
export const draftDto = z.strictObject({
  id: z.uuid(),
  version: z.int(),
  step: stepSchema,
  fields: draftFieldsSchema,
  photos: z.array(photoDto),
});
export type DraftDto = z.output<typeof draftDto>;

export const photoSizes = ['thumb', 'medium', 'full'] as const;

/** Where a photo's bytes are found. */
export const photoAddress = (id: string, size: (typeof photoSizes)[number]): string =>
  `/api/files/${id}?size=${size}`;

const clinicOfView = z.strictObject({ _id: z.uuid(), clinicName: z.string() });

/** How often and when last a clinic opened a photo of a request, in any size. */
export const photoViewDto = z.strictObject({
  clinic: clinicOfView,
  photoId: z.uuid(),
  times: z.int(),
  lastAt: z.iso.datetime(),
});

/** Who opened the photos of a request, latest first, and which clinics may not any more because the patient said so. */
export const photoViewsDto = z.strictObject({
  views: z.array(photoViewDto),
  withdrawn: z.array(z.strictObject({ clinic: clinicOfView, at: z.iso.datetime() })),
});
export type PhotoViewsDto = z.output<typeof photoViewsDto>;

/** Open pages of a patient are told by this word that a clinic opened a photo. */
export const photosViewed = 'consultation.photos-viewed';
/** Open pages of patient and clinic are told by this word that the clinic's sight of photos was taken or given back. */
export const photoSightChanged = 'consultation.photo-sight-changed';
