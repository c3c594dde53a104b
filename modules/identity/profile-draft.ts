import { z } from 'zod';
import { cleanText } from '#platform/text/text';

const typed = z
  .string()
  .max(1_000)
  .optional()
  .transform((text) => cleanText(text ?? ''));

/** The form of the profile as it stands, finished or not. */
export const profileDraftSchema = z.object({ firstName: typed, lastName: typed, email: typed });
export type ProfileDraft = z.output<typeof profileDraftSchema>;
