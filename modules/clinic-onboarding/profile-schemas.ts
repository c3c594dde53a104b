import { z } from 'zod';
import { specialtySchema } from '#contracts/consultation';
import { nameText } from '#contracts/identity';
import { currencies } from '#contracts/offers';
import { outcomeFiguresDto } from '#contracts/outcomes';
import { defineCall } from '#platform/base/call';
import { cleanText } from '#platform/text/text';
import { lineText, multilineText } from '#platform/text/text-schemas';
import { clinicDetailsSchema } from './schemas';
import {
  directorySorts,
  documentKinds,
  experiences,
  languages,
  maxDoctors,
  pictureSizes,
  type verifiedPoints,
} from './values';

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

const instant = z.iso.datetime();

const verified = z.array(
  z.strictObject({
    /** By which kind of document. */
    kind: z.enum(documentKinds),
    checkedAt: instant,
    /** The last day; null: it has no end date. */
    until: z.iso.date().nullable(),
  }),
);

const listed = {
  _id: z.uuid(),
  /** The last part of its public address. */
  slug: z.string(),
  clinicName: z.string(),
  city: z.string(),
  country: z.string(),
  specialties: z.array(specialtySchema),
  experience: z.enum(experiences),
  /** What stands verified now; what has ended is left out. */
  verified,
  /** For `GET /clinic-pictures/{id}`; null without one. */
  picture: z.uuid().nullable(),
};

/** An approved clinic in the directory. Never an e-mail address or a phone. */
export const listedClinic = z.strictObject(listed);
export type ListedClinic = z.output<typeof listedClinic>;

/** An approved clinic as everybody sees it. */
export const publicClinic = z.strictObject({
  ...listed,
  /** Null where the clinic shows its city alone. */
  address: z.string().nullable(),
  doctorName: z.string(),
  /** As `picture`, of the doctor in charge. */
  doctorPicture: z.uuid().nullable(),
  description: z.string(),
  /** As the clinic says; not verified. */
  doctors: z.array(
    z.strictObject({
      ...{ name: z.string(), field: z.string(), years: z.int() },
      picture: z.uuid().nullable(),
    }),
  ),
  /** ISO 639-1. */
  languages: z.array(z.string()),
  /** Of its rooms and the house. */
  pictures: z.array(z.strictObject({ id: z.uuid(), width: z.int(), height: z.int() })),
  registeredAt: instant,
});
export type PublicClinic = z.output<typeof publicClinic>;

const words = z.string().max(100).transform(cleanText).optional();

/** How the directory is searched and put in order; what is empty narrows nothing. */
export const directoryQuery = z.strictObject({
  /** Part of the name of a clinic or of its doctor. */
  q: words,
  specialty: specialtySchema.optional(),
  /** The city's name, in either case and with or without Turkish letters. */
  city: words,
  sort: z.enum(directorySorts).default('shown'),
  cursor: z.string().max(200).optional(),
});
export type DirectoryQuery = z.input<typeof directoryQuery>;

/** Each with its sample; null while that is too small to say anything. */
const shown = {
  rating: z.strictObject({ average: z.number(), count: z.int() }).nullable(),
  priceKept: z.strictObject({ kept: z.int(), of: z.int() }).nullable(),
  /** Of treatments with another price than the accepted one, those that an assumption of the offer foresaw. */
  priceForeseen: z.strictObject({ foreseen: z.int(), of: z.int() }).nullable(),
  answerTime: z.strictObject({ medianMinutes: z.int(), sample: z.int() }).nullable(),
  /** The same of requests whose patients asked the clinic by name. */
  askedAnswerTime: z.strictObject({ medianMinutes: z.int(), sample: z.int() }).nullable(),
};

export const findClinicsCall = defineCall({
  id: 'clinic-onboarding.find-clinics',
  route: 'GET /clinics',
  summary:
    'Approved clinics, those with pictures and ratings first unless asked otherwise, with what was verified of them',
  audience: 'public',
  query: directoryQuery,
  data: z.strictObject({
    clinics: z.array(listedClinic.extend(shown)),
    nextCursor: z.string().nullable(),
  }),
  failures: ['invalid_cursor'],
});

export const readClinicCall = defineCall({
  id: 'clinic-onboarding.read-clinic',
  route: 'GET /clinics/{slug}',
  summary: 'An approved clinic by its public address, also by one that it had before',
  audience: 'public',
  params: z.strictObject({ slug: z.string() }),
  data: z.strictObject({
    clinic: publicClinic.extend({
      ...shown,
      /** After how many of its treatments it gave an aftercare plan; null below five. */
      aftercare: z.strictObject({ plans: z.int(), treatments: z.int() }).nullable(),
      outcomes: outcomeFiguresDto,
    }),
  }),
  failures: ['not_found'],
});

const size = z.enum(pictureSizes).default('full');

export const readClinicPictureCall = defineCall({
  id: 'clinic-onboarding.read-picture',
  route: 'GET /clinic-pictures/{id}',
  summary: 'The bytes of a picture of an approved clinic',
  audience: 'public',
  // Not z.uuid(): an id that cannot exist answers like one that does not.
  params: z.strictObject({ id: z.string() }),
  query: z.strictObject({ size }),
  failures: ['not_found'],
});

export const readClinicPictureAsStaffCall = defineCall({
  id: 'clinic-onboarding.read-picture-as-staff',
  route: 'GET /admin/clinics/{id}/pictures/{pictureId}',
  summary: 'The bytes of a picture of a clinic, shown or not',
  audience: 'staff',
  params: z.strictObject({ id: z.string(), pictureId: z.string() }),
  query: z.strictObject({ size }),
  failures: ['not_found'],
});
