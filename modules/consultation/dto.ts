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
