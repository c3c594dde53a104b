import { z } from 'zod';
import { emailSchema } from './email-schema';
import { lineText } from '#platform/text/text-schemas';
import { nameText } from './name-text';

// Messages are keys of messages/en/auth.json.
export const nameContactMessage = 'auth.error.name_contact';
const line = (missing: string) => ({
  ...{ max: 100, missing, contact: nameContactMessage },
  tooLong: 'auth.error.name_too_long',
  unfit: 'auth.error.name_unfit',
});
const first = line('auth.error.first_name_missing');
const last = line('auth.error.last_name_missing');

export const firstNameSchema = nameText(first);
export const lastNameSchema = nameText(last);
export const profileSchema = z.strictObject({
  firstName: firstNameSchema,
  lastName: lastNameSchema,
  email: emailSchema,
});
/** Of somebody who has a name: the one that is there may stay, a new one is looked at where it is stored. */
export const profileChangeSchema = profileSchema.extend({
  firstName: lineText(first),
  lastName: lineText(last),
});
export type Profile = z.infer<typeof profileSchema>;
