import { z } from 'zod';
import {
  bodyAreaSchema,
  budgetSchema,
  categorySchema,
  citySchema,
  fitsCategory,
  subTreatmentSchema,
  timelineSchema,
} from './catalogue';
import { maxNotes, patientInfoSchema } from './lead-fields';
import { multilineText } from '#platform/text';

/** What can be chosen in the wizard; all that the browser may keep of a request. */
export const choicesSchema = z.strictObject({
  category: categorySchema.nullable(),
  subTreatment: subTreatmentSchema.nullable(),
  bodyArea: bodyAreaSchema.nullable(),
  locations: z.array(citySchema),
  budget: budgetSchema.nullable(),
  timeline: timelineSchema.nullable(),
});
export type Choices = z.infer<typeof choicesSchema>;

export const noChoices: Choices = {
  category: null,
  subTreatment: null,
  bodyArea: null,
  locations: [],
  budget: null,
  timeline: null,
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

/** The choices among a draft's fields. */
export const choicesOf = ({ notes: _n, patientInfo: _p, ...choices }: DraftFields): Choices =>
  choices;
