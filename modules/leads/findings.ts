import { z } from 'zod';

/** What the automatic checks can find in a request; each keeps it from being published without a person. */
export const findingCodes = [
  'contact-data',
  'link',
  'duplicate-request',
  'photo-seen-elsewhere',
  'too-many-requests',
] as const;
export const findingSchema = z.enum(findingCodes);
export type FindingCode = z.infer<typeof findingSchema>;
