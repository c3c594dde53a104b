import {
  ageBands,
  bodyAreas,
  type CatalogueList,
  categories,
  cities,
  fitsCategory,
  genders,
  type OpenField,
  openLists,
  photoSizes,
  photoSlots,
  specialties,
  subTreatments,
} from './catalogue';
import { z } from 'zod';
import { defineCall } from '#platform/base/call';
import { multilineText } from '#platform/text/text-schemas';
import { storableInt } from '#platform/base/whole-number';
import {
  steps,
  eachOpen,
  hasPatientInfo,
  maxAllergies,
  maxAsked,
  maxMedicalHistory,
  maxNotes,
  maxPhotos,
  type OpenChoices,
  photosPath,
} from './values';

/** The lists of the catalogue as the server reads them, with the message for a missing choice. */
export const categorySchema = z.enum(categories, 'consultation.error.category_missing');
export const subTreatmentSchema = z.enum(subTreatments, 'consultation.error.treatment_missing');
export const bodyAreaSchema = z.enum(bodyAreas, 'consultation.error.area_missing');
export const citySchema = z.enum(cities);
export const specialtySchema = z.enum(specialties);
export const ageBandSchema = z.enum(ageBands);
export const genderSchema = z.enum(genders);
export const photoSlotSchema = z.enum(photoSlots, 'consultation.error.slot');

export const openSchemas = eachOpen((field) => z.enum(openLists[field])) as unknown as {
  [F in OpenField]: z.ZodEnum<{ [V in (typeof openLists)[F][number]]: V }>;
};

/**
 * What a request says in choices of the catalogue, declared here once. What is asked, shown, recorded, selected or copied
 * of a request is made from it; a choice that was left open is null.
 */
export const requestDetails = {
  treatment: categorySchema,
  subTreatment: subTreatmentSchema,
  bodyArea: bodyAreaSchema,
  locations: z.array(citySchema),
  ...(eachOpen((field) => openSchemas[field].nullable()) as {
    [F in OpenField]: z.ZodNullable<(typeof openSchemas)[F]>;
  }),
};
export type DetailName = keyof typeof requestDetails;
export type RequestDetails = { [F in DetailName]: z.output<(typeof requestDetails)[F]> };

/** The list of the catalogue that a detail is chosen from. */
export const listOf: Readonly<Record<DetailName, CatalogueList>> = {
  treatment: 'category',
  subTreatment: 'sub-treatment',
  bodyArea: 'body-area',
  locations: 'city',
  ...(eachOpen((field) => field) as { [F in OpenField]: F }),
};

/** What is not there reads as left open: drafts and clients may be older than a detail. */
export const openChoicesShape = eachOpen((field) =>
  (requestDetails[field] as z.ZodType).default(null),
) as {
  [F in OpenField]: z.ZodDefault<(typeof requestDetails)[F]>;
};

const names = Object.keys(requestDetails) as DetailName[];

/** The details alone: of a row, of a form, of the columns of a table. */
export const detailsAmong = <R extends Record<DetailName, unknown>>(of: R): Pick<R, DetailName> =>
  Object.fromEntries(names.map((name) => [name, of[name]])) as Pick<R, DetailName>;

type Worded<V> = V extends readonly unknown[]
  ? z.ZodArray<z.ZodString>
  : null extends V
    ? z.ZodNullable<z.ZodString>
    : z.ZodString;

const worded = (schema: z.ZodType): z.ZodType => {
  if (schema instanceof z.ZodArray) return z.array(z.string());
  return schema instanceof z.ZodNullable ? z.string().nullable() : z.string();
};

/** The same details for readers who also see what is no longer on offer. */
export const wordedDetails = Object.fromEntries(
  names.map((name) => [name, worded(requestDetails[name])]),
) as { [F in DetailName]: Worded<RequestDetails[F]> };

const unique = <T>(list: T[]): T[] => [...new Set(list)];

/** A choice that may be left open: missing, null and empty all read as null. */
const open = <S extends z.ZodType>(choice: S) =>
  z
    .union([choice, z.literal('')])
    .nullish()
    .transform((value) => (value ? (value as z.output<S>) : null));

/** A list that may be left open: missing, null and empty all read as no entries. */
const openList = <S extends z.ZodType>(list: z.ZodArray<S>) =>
  z
    .union([list, z.literal('')])
    .nullish()
    .transform((entries) => unique<z.output<S>>(entries ? entries : []));

const openText = (max: number) =>
  multilineText(max, 'consultation.error.text_long')
    .nullish()
    .transform((text) => text ?? '');

export const patientInfoSchema = z.strictObject({
  ageBand: open(ageBandSchema),
  gender: open(genderSchema),
  medicalHistory: openText(maxMedicalHistory),
  allergies: openText(maxAllergies),
});
/** What a patient chose to say of themselves; shown to matching clinics and nobody else. */
export type PatientInfo = z.output<typeof patientInfoSchema>;

const openChoices = eachOpen((field) => open(openSchemas[field])) as {
  [F in OpenField]: z.ZodType<OpenChoices[F]>;
};

/**
 * What a treatment request says, in the API's words. `leads.submit` extends it with `phoneNumber`
 * (`leadFieldsSchema.safeExtend({…})` keeps the fit check).
 */
export const leadFieldsSchema = z
  .strictObject({
    treatment: categorySchema,
    subTreatment: subTreatmentSchema,
    bodyArea: bodyAreaSchema,
    description: openText(maxNotes),
    /** Ids as `POST /api/photos` gave them. */
    photos: openList(z.array(z.uuid()).max(maxPhotos)),
    locations: openList(z.array(citySchema)),
    ...openChoices,
    patientInfo: patientInfoSchema
      .nullish()
      .transform((info) => (info && hasPatientInfo(info) ? info : null)),
  })
  .superRefine((lead, check) => {
    for (const field of ['subTreatment', 'bodyArea'] as const) {
      if (!fitsCategory(lead.treatment, lead[field]))
        check.addIssue({
          code: 'custom',
          path: [field],
          message: `consultation.error.${field}-fit`,
        });
    }
  });
export type LeadFields = z.output<typeof leadFieldsSchema>;

/** The names of clinics' public pages in their addresses, each once; missing, null and empty all read as none. */
export const askedClinicsSchema = openList(
  z.array(z.string().max(100)).max(maxAsked, 'consultation.error.too-many-clinics'),
);

/** What can be chosen in the wizard; all that the browser may keep of a request. */
export const choicesSchema = z.strictObject({
  category: categorySchema.nullable(),
  subTreatment: subTreatmentSchema.nullable(),
  bodyArea: bodyAreaSchema.nullable(),
  locations: z.array(citySchema),
  ...openChoicesShape,
});
export type Choices = z.infer<typeof choicesSchema>;

const typed = z.string().max(40_000).optional();

export const stepSchema = z.literal(steps.map(({ number }) => number));

/** A draft's fields: the choices, and the free texts that are kept on the server only. */
export const draftFieldsSchema = choicesSchema.extend({
  notes: multilineText(maxNotes, 'consultation.error.text_long'),
  patientInfo: patientInfoSchema,
});
export type DraftFields = z.output<typeof draftFieldsSchema>;

/** Step 6 as it stands while somebody types, finished or not; bounded so that no form is too large to keep. */
export const typedDetailsSchema = z.object({
  ...eachOpen(() => typed),
  notes: typed,
  patientInfo: z
    .object({ ageBand: typed, gender: typed, medicalHistory: typed, allergies: typed })
    .optional(),
});
export type TypedDetails = z.output<typeof typedDetailsSchema>;

type DetailFields = Pick<DraftFields, OpenField | 'notes' | 'patientInfo'>;

/** Step 6 with what was typed, as far as it can be stored: what is not valid yet leaves its stored value alone. */
export function detailsWith(stored: DetailFields, typedNow: TypedDetails): DetailFields {
  const shape = draftFieldsSchema.shape;
  const info = patientInfoSchema.shape;
  const said = typedNow.patientInfo ?? {};
  const known = stored.patientInfo;
  return {
    ...(eachOpen((field) =>
      valid(shape[field], typedNow[field] || null, stored[field]),
    ) as OpenChoices),
    notes: valid(shape.notes, typedNow.notes ?? '', stored.notes),
    // Spread first: the order of the keys stays, and with it what counts as unchanged.
    patientInfo: {
      ...known,
      ageBand: valid(info.ageBand, said.ageBand, known.ageBand),
      gender: valid(info.gender, said.gender, known.gender),
      medicalHistory: valid(info.medicalHistory, said.medicalHistory, known.medicalHistory),
      allergies: valid(info.allergies, said.allergies, known.allergies),
    },
  };
}

function valid<S extends z.ZodType>(schema: S, value: unknown, stored: z.output<S>): z.output<S> {
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : stored;
}

/** A photo as its owner sees it; its bytes are at `/api/files/{id}`. */
export const photoDto = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  width: z.int(),
  height: z.int(),
  /** The view that it shows; null for a photo that was sent without one. */
  slot: photoSlotSchema.nullable(),
  /** Variance of the Laplacian and mean of the greys of a 512 px copy; null for a photo that was never measured. */
  score: z.strictObject({ sharpness: z.int(), light: z.int() }).nullable(),
});
export type PhotoDto = z.infer<typeof photoDto>;

/** A clinic that is to be asked with a request, as it was called when it was chosen. */
export const chosenClinicDto = z.strictObject({
  /** Of its public page. */
  slug: z.string(),
  clinicName: z.string(),
});
export type ChosenClinic = z.output<typeof chosenClinicDto>;

/** The open draft of a patient. */
export const draftDto = z.strictObject({
  id: z.uuid(),
  version: z.int(),
  step: stepSchema,
  fields: draftFieldsSchema,
  photos: z.array(photoDto),
  /** Clinics that the request is to ask, in the order in which they were chosen. */
  clinics: z.array(chosenClinicDto),
});
export type DraftDto = z.output<typeof draftDto>;

const clinicOfView = z.strictObject({ _id: z.uuid(), clinicName: z.string() });

/** How often and when last a clinic opened a photo of a request, in any size. */
export const photoViewDto = z.strictObject({
  clinic: clinicOfView,
  photoId: z.uuid(),
  times: z.int(),
  lastAt: z.iso.datetime(),
});

/** Who opened the photos of a request, latest first, and which clinics may not any more because the patient said so. */
export const photoViewsDto = z.strictObject({
  views: z.array(photoViewDto),
  withdrawn: z.array(z.strictObject({ clinic: clinicOfView, at: z.iso.datetime() })),
});
export type PhotoViewsDto = z.output<typeof photoViewsDto>;

// Not z.uuid(): an id that cannot exist answers like one that does not.
const fileParams = z.strictObject({ id: z.string() });

export const uploadPhotoCall = defineCall({
  id: 'consultation.upload-photo',
  route: `POST ${photosPath}`,
  summary: 'Upload photos (JPEG, PNG or WebP, up to 10 MB each, at most 10)',
  audience: 'patient',
  multipart: true,
  query: z.strictObject({
    /** Also puts them into the open draft of the wizard. */
    draft: z.literal('true').optional(),
    /** The view that these photos show. */
    slot: photoSlotSchema.optional(),
  }),
  body: z.strictObject({ photo: z.string() }),
  data: z.strictObject({
    /** The first, or only, photo; for `photos` of `POST /leads`. */
    id: z.uuid(),
    ids: z.array(z.uuid()),
  }),
  status: 201,
  limit: 'upload',
});

export const readFileCall = defineCall({
  id: 'consultation.read-file',
  route: 'GET /files/{id}',
  summary:
    'The bytes of a photo or a document of your own, or of a photo of a request that your clinic may see; documents have one size',
  audience: 'owner',
  params: fileParams,
  query: z.strictObject({ size: z.enum(photoSizes).default('full') }),
  failures: ['not_found', 'document_unchecked', 'busy'],
});

export const removeFileCall = defineCall({
  id: 'consultation.remove-file',
  route: 'DELETE /files/{id}',
  summary: 'Remove a photo that no request holds yet, or a document of an application that is open',
  audience: 'owner',
  params: fileParams,
  failures: ['not_found', 'event_refused'],
});

export const readPhotoAsStaffCall = defineCall({
  id: 'consultation.read-photo-as-staff',
  route: 'GET /admin/leads/{id}/photos/{photoId}',
  summary: 'The bytes of a photo of a request; each read is logged',
  audience: 'staff',
  params: z.strictObject({ id: z.string(), photoId: z.string() }),
  query: z.strictObject({ size: z.enum(photoSizes).default('full') }),
  failures: ['not_found'],
});

const draftAnswer = z.strictObject({ draft: draftDto.nullable() });

export const readDraftCall = defineCall({
  id: 'consultation.read-draft',
  route: 'GET /drafts/me',
  summary: 'Your open draft of a treatment request',
  audience: 'patient',
  data: draftAnswer,
});

export const putDraftCall = defineCall({
  id: 'consultation.put-draft',
  route: 'PUT /drafts/me',
  summary: 'Replace your draft; expectedVersion is 0 for a new one',
  audience: 'patient',
  body: z.strictObject({
    expectedVersion: storableInt(),
    step: stepSchema,
    fields: draftFieldsSchema,
  }),
  data: draftAnswer,
  failures: ['version_conflict'],
});

export const discardDraftCall = defineCall({
  id: 'consultation.discard-draft',
  route: 'DELETE /drafts/me',
  summary: 'Throw away your draft and its photos',
  audience: 'patient',
});

// Not z.uuid(): an id that cannot exist answers like one that does not.
const requestParams = z.strictObject({ id: z.string() });

export const photoViewsCall = defineCall({
  id: 'consultation.photo-views',
  route: 'GET /leads/{id}/photo-views',
  summary: 'Which clinic opened which photo of your request, how often and when last',
  audience: 'patient',
  params: requestParams,
  data: photoViewsDto,
  failures: ['not_found'],
});

export const photoAccessSchema = z.strictObject({
  clinicId: z.string(),
  /** Whether the clinic may see the photos of this request. */
  allowed: z.boolean(),
});

export const photoAccessCall = defineCall({
  id: 'consultation.photo-sight',
  route: 'POST /leads/{id}/photo-sight',
  summary: 'Take a clinic’s sight of the photos of your request, or give it back',
  audience: 'patient',
  params: requestParams,
  body: photoAccessSchema,
  data: photoViewsDto,
  failures: ['not_found'],
});
