import { z } from 'zod';
import {
  bodyAreaSchema,
  categorySchema,
  citySchema,
  fitsCategory,
  subTreatmentSchema,
  type OpenFact,
} from './catalogue';
import { hasPatientInfo, maxNotes, patientInfoSchema } from './lead-fields';
import {
  eachOpen,
  nothingStated,
  openChoicesShape,
  openFacts,
  type OpenChoices,
} from './request-facts';
import { multilineText } from '#platform/text';

/** What can be chosen in the wizard; all that the browser may keep of a request. */
export const choicesSchema = z.strictObject({
  category: categorySchema.nullable(),
  subTreatment: subTreatmentSchema.nullable(),
  bodyArea: bodyAreaSchema.nullable(),
  locations: z.array(citySchema),
  ...openChoicesShape,
});
export type Choices = z.infer<typeof choicesSchema>;

export const noChoices: Choices = {
  category: null,
  subTreatment: null,
  bodyArea: null,
  locations: [],
  ...nothingStated,
};

/** Choices without those that do not fit their category. */
export function fittingChoices(choices: Choices): Choices {
  const { category } = choices;
  const fits = (value: Choices['subTreatment'] | Choices['bodyArea']): boolean =>
    category !== null && value !== null && fitsCategory(category, value);
  return {
    ...choices,
    subTreatment: fits(choices.subTreatment) ? choices.subTreatment : null,
    bodyArea: fits(choices.bodyArea) ? choices.bodyArea : null,
  };
}

const typed = z.string().max(40_000).optional();

/** A draft's fields: the choices, and the free texts that are kept on the server only. */
export const draftFieldsSchema = choicesSchema.extend({
  notes: multilineText(maxNotes, 'consultation.error.text_long'),
  patientInfo: patientInfoSchema,
});
export type DraftFields = z.output<typeof draftFieldsSchema>;

export const emptyFields: DraftFields = {
  ...noChoices,
  notes: '',
  patientInfo: { ageBand: null, gender: null, medicalHistory: '', allergies: '' },
};

/** Nothing was chosen or typed yet. */
export const saysNothing = (fields: DraftFields): boolean => {
  const { category, locations, notes, patientInfo } = fields;
  const chosen = category ?? openFacts.find((fact) => fields[fact]);
  return !chosen && locations.length === 0 && notes === '' && !hasPatientInfo(patientInfo);
};

/** The choices among a draft's fields. */
export const choicesOf = ({ notes: _n, patientInfo: _p, ...choices }: DraftFields): Choices =>
  choices;

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
