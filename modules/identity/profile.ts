import { z } from 'zod';
import { emailSchema } from './email-schema';
import { nameText } from './name-text';

// Messages are keys of messages/en/auth.json.
const line = (max: number, missing: string, tooLong: string, unfit: string) =>
  nameText({ max, missing, tooLong, unfit, contact: 'auth.error.name_contact' });

export const firstNameSchema = line(
  100,
  'auth.error.first_name_missing',
  'auth.error.name_too_long',
  'auth.error.name_unfit',
);
export const lastNameSchema = line(
  100,
  'auth.error.last_name_missing',
  'auth.error.name_too_long',
  'auth.error.name_unfit',
);
export const profileSchema = z.strictObject({
  firstName: firstNameSchema,
  lastName: lastNameSchema,
  email: emailSchema,
});
export type Profile = z.infer<typeof profileSchema>;
