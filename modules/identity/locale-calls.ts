import { z } from 'zod';
import { defineCall, partySchema } from '#platform/base/call';
import { locales } from '#platform/base/locale';

export const localeSchema = z.strictObject({ locale: z.enum(locales) });

export const chooseLocaleCall = defineCall({
  id: 'identity.choose-locale',
  method: 'PUT',
  path: '/account/locale',
  summary: 'Choose the language in which you read pages, mails and notifications',
  audience: 'party',
  query: z.strictObject({ as: partySchema.optional() }),
  body: localeSchema,
  data: localeSchema,
  failures: ['which_session'],
});
