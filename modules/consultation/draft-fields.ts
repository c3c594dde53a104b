import { z } from 'zod';
import {
  bodyAreaSchema,
  categorySchema,
  citySchema,
  subTreatmentSchema,
} from './catalogue-schemas';
import type { OpenFact } from './catalogue';
import { patientInfoSchema } from './lead-fields';
import { maxNotes } from './limits';
import { eachOpen, type OpenChoices } from './open-facts';
import { openChoicesShape } from './request-facts';
import { steps } from './steps';
import { multilineText } from '#platform/text-schemas';

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

type DetailFields = Pick<DraftFields, OpenFact | 'notes' | 'patientInfo'>;

/** Step 6 with what was typed, as far as it can be stored: what is not valid yet leaves its stored value alone. */
export function detailsWith(stored: DetailFields, typedNow: TypedDetails): DetailFields {
  const shape = draftFieldsSchema.shape;
  const info = patientInfoSchema.shape;
  const said = typedNow.patientInfo ?? {};
  const known = stored.patientInfo;
  return {
    ...(eachOpen((fact) =>
      valid(shape[fact], typedNow[fact] || null, stored[fact]),
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
