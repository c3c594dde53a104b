import { z } from 'zod';
import { lineText } from '#platform/text/text-schemas';

export const emailSchema = lineText({
  max: 254,
  missing: 'auth.error.email_missing',
  tooLong: 'auth.error.email_invalid',
  unfit: 'auth.error.email_invalid',
}).pipe(z.email('auth.error.email_invalid'));
