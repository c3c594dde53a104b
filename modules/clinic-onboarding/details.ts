import { z } from 'zod';
import { specialtySchema } from '#contracts/consultation';
import { emailSchema, nameText } from '#contracts/identity';
import { hasContactWords } from '#platform/text/contact-in-name';
import { lineText, multilineText } from '#platform/text/text-schemas';
import { defaultCountry } from './profile-choices';
import { experiences } from './status';

export const maxDescription = 4_000;

const unfit = 'onboarding.error.unfit';
const line = (missing: string, max = 150) =>
  lineText({ max, missing, tooLong: 'onboarding.error.too_long', unfit });

const schemed = /^([a-z][a-z0-9+.-]*:)?\/\//i;

/** People write 'www.example.com'; what names no scheme is meant as https. */
const withScheme = (text: string): string => (schemed.test(text) ? text : `https://${text}`);

const name = (missing: string, max = 150) =>
  nameText({
    max,
    missing,
    tooLong: 'onboarding.error.too_long',
    unfit,
    contact: 'auth.error.name_contact',
  });

/** Shown as a link to staff and patients, never fetched: web addresses only, without a name and password in them. */
const webAddress = z
  .url({
    protocol: /^https?$/,
    hostname: z.regexes.domain,
    error: 'onboarding.error.website',
  })
  .max(300, 'onboarding.error.website')
  .refine((text) => !/^https?:\/\/[^/?#]*@/i.test(text), 'onboarding.error.website');

/**
 * What a clinic says of itself (docs/product.md, Clinic onboarding). Strict: states, ids and dates are not among it.
 * In the order of the form, which is the order of the links in its summary of errors.
 */
export const clinicDetailsSchema = z.strictObject({
  clinicName: name('onboarding.error.clinic_name'),
  address: line('onboarding.error.address', 300).refine(
    (text) => !hasContactWords(text),
    'auth.error.name_contact',
  ),
  city: name('onboarding.error.city', 100),
  country: z
    .preprocess(
      (text) => (typeof text === 'string' && text.trim() === '' ? undefined : text),
      line('onboarding.error.country', 100).optional(),
    )
    .transform((text) => text ?? defaultCountry),
  email: emailSchema,
  website: z
    .string()
    .nullish()
    .transform((text) => (text?.trim() ? withScheme(text.trim()) : null))
    .pipe(webAddress.nullable()),
  doctorName: name('onboarding.error.doctor_name'),
  licenseNumber: line('onboarding.error.license_number', 100),
  experience: z.enum(experiences, 'onboarding.error.experience'),
  specialties: z
    .array(specialtySchema, 'onboarding.error.specialties')
    .min(1, 'onboarding.error.specialties')
    .transform((chosen) => [...new Set(chosen)]),
  description: multilineText(maxDescription, 'onboarding.error.description_too_long')
    .nullish()
    .transform((text) => text ?? ''),
});
export type ClinicDetails = z.output<typeof clinicDetailsSchema>;
