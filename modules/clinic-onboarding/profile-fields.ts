import { z } from 'zod';
import { currencies } from '#contracts/offers';
import { nameText } from '#contracts/identity';
import { lineText, multilineText } from '#platform/text/text-schemas';
import { clinicDetailsSchema } from './schemas';
import { languages, maxDoctors, type verifiedPoints } from './values';

const unfit = 'onboarding.error.unfit';
const tooLong = 'onboarding.error.too_long';

/** Somebody who treats at the clinic, as the clinic says; nobody verifies it. */
export const doctorSchema = z.strictObject({
  name: nameText({
    max: 100,
    missing: 'onboarding.error.doctor_name',
    tooLong,
    unfit,
    contact: 'auth.error.name_contact',
  }),
  field: nameText({
    max: 100,
    missing: 'onboarding.error.doctor_field',
    tooLong,
    unfit,
    contact: 'auth.error.name_contact',
  }),
  /** Of practice. */
  years: z.coerce
    .number('onboarding.error.doctor_years')
    .pipe(
      z
        .int('onboarding.error.doctor_years')
        .min(0, 'onboarding.error.doctor_years')
        .max(70, 'onboarding.error.doctor_years'),
    ),
});
export type Doctor = z.output<typeof doctorSchema>;

const isBlank = (row: unknown): boolean =>
  !row || Object.values(row).every((value) => value === undefined || value === '');

/** Of what the form showed when it was opened: a save over something newer is refused. */
const version = z.string().min(1).max(100);

/** Rows left empty are no doctors. */
export const doctorsForm = z.strictObject({
  version,
  doctors: z
    .array(z.preprocess((row) => (isBlank(row) ? null : row), doctorSchema.nullable()))
    .max(maxDoctors, 'onboarding.error.doctors')
    .default([])
    .transform((rows) => rows.filter((row) => row !== null)),
});

const free = clinicDetailsSchema.pick({ website: true, experience: true, description: true });

/** What a clinic may say of itself at any time. */
export const clinicInfoForm = free.safeExtend({
  version,
  languages: z
    .array(z.enum(languages))
    .default([])
    .transform((chosen) => languages.filter((one) => chosen.includes(one))),
  currency: z.enum(currencies, 'error.invalid_value'),
});
export type ClinicInfo = Omit<z.output<typeof clinicInfoForm>, 'version'>;

/** The points that were verified, as a whole; what differs is asked for. */
export const verifiedPointsSchema = clinicDetailsSchema.pick({
  clinicName: true,
  address: true,
  city: true,
  country: true,
  doctorName: true,
  licenseNumber: true,
  specialties: true,
} satisfies Record<(typeof verifiedPoints)[number], true>);
export const verifiedPointsForm = verifiedPointsSchema.safeExtend({ version });
export type VerifiedPoints = z.output<typeof verifiedPointsSchema>;

const open = (max: number) =>
  multilineText(max, tooLong)
    .nullish()
    .transform((text) => text ?? '');

/** Whom invoices go to. A company without an address is none. */
export const billingForm = z.strictObject({
  version,
  company: lineText({ max: 150, missing: 'onboarding.error.company', tooLong, unfit }),
  taxNumber: open(50),
  address: open(500).refine((text) => text !== '', 'onboarding.error.billing_address'),
});
export type BillingDetails = Omit<z.output<typeof billingForm>, 'version'>;

const checked = z
  .literal('on')
  .optional()
  .transform((value) => value === 'on');

export const privacyForm = z.strictObject({ version, listed: checked, showsAddress: checked });
export type PrivacyChoices = Omit<z.output<typeof privacyForm>, 'version'>;
