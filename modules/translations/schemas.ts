import { z } from 'zod';
import { translatorNames } from '#platform/ports/translator';

/**
 * Whether what others wrote can be translated, and by whom: `agree` where the patient, who reads this, has not agreed to it yet;
 * null where there is no provider, and for others than the patient without the patient's consent.
 */
export const translatingDto = z
  .strictObject({ state: z.enum(['ready', 'agree']), by: z.enum(translatorNames) })
  .nullable();
export type TranslatingDto = z.output<typeof translatingDto>;

/** Who translated, and from which language: `from` is what the provider took it to be, null where it does not say. */
export const translatedByDto = z.strictObject({
  from: z.string().nullable(),
  by: z.enum(translatorNames),
});
export type TranslatedBy = z.output<typeof translatedByDto>;
