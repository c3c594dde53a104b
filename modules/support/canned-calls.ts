import { z } from 'zod';
import { defineCall } from '#platform/call';
import { lineText } from '#platform/text-schemas';
import { ticketText } from './calls';
import { cannedRecord } from './console-records';
import { maxCannedName } from './limits';

/** Languages in which an answer may be kept. */
export const cannedLocales = ['en', 'tr'] as const;
export type CannedLocale = (typeof cannedLocales)[number];

/** A canned answer as staff write it: English at least. */
export const cannedSchema = z.strictObject({
  name: lineText({
    max: maxCannedName,
    missing: 'support.error.canned_name_missing',
    tooLong: 'error.text_too_long',
    unfit: 'error.unfit_text',
  }),
  texts: z.strictObject({ en: ticketText, tr: ticketText.optional() }),
});
export type CannedFields = z.output<typeof cannedSchema>;

export const addCannedCall = defineCall({
  id: 'support.add-canned',
  method: 'POST',
  path: '/admin/answers',
  summary: 'Console: keep an answer to be used again',
  audience: 'staff',
  body: cannedSchema,
  data: z.strictObject({ record: cannedRecord }),
  status: 201,
  failures: ['too_many_canned'],
});
