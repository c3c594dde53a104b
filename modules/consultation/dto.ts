import { z } from 'zod';
import { draftFieldsSchema, stepSchema } from './draft-fields';

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
