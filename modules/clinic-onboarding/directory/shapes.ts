import { z } from 'zod';
import { specialtySchema } from '#contracts/consultation';
import { cleanText } from '#platform/text/text';
import { directorySorts, documentKinds, experiences } from '../status';

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
