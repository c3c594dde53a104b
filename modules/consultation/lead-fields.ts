import { z } from 'zod';
import { multilineText } from '#platform/text-schemas';
import {
  ageBandSchema,
  bodyAreaSchema,
  categorySchema,
  citySchema,
  genderSchema,
  openSchemas,
  subTreatmentSchema,
} from './catalogue-schemas';
import { fitsCategory, type OpenFact } from './catalogue';
import { maxAllergies, maxMedicalHistory, maxNotes, maxPhotos } from './limits';
import { eachOpen, type OpenChoices } from './open-facts';
import { hasPatientInfo } from './patient-info';

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

const openChoices = eachOpen((fact) => open(openSchemas[fact])) as {
  [F in OpenFact]: z.ZodType<OpenChoices[F]>;
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
