import {
  bodyAreas,
  categories,
  cities,
  fitsCategory,
  openLists,
  subTreatments,
  eachOpen,
  hasPatientInfo,
  nothingStated,
  openFields,
} from './values';
import type { Choices, DraftFields } from './schemas';

export const noChoices: Choices = {
  category: null,
  subTreatment: null,
  bodyArea: null,
  locations: [],
  ...nothingStated,
};

const isAmong = (list: readonly unknown[], value: unknown): boolean => list.includes(value);
const oneOf = (list: readonly unknown[]) => (value: unknown) =>
  value === null || isAmong(list, value);

const isChoice: Record<keyof Choices, (value: unknown) => boolean> = {
  category: oneOf(categories),
  subTreatment: oneOf(subTreatments),
  bodyArea: oneOf(bodyAreas),
  locations: (value) => Array.isArray(value) && value.every((city) => isAmong(cities, city)),
  ...eachOpen((field) => oneOf(openLists[field])),
};
const fields = Object.keys(isChoice) as Array<keyof Choices>;

/** What `choicesSchema` reads in choices that were kept outside the server, without a schema in the browser. Null: nothing. */
export function readChoices(kept: unknown): Choices | null {
  if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return null;
  if (Object.keys(kept).some((key) => !isAmong(fields, key))) return null;
  const given = Object.entries(kept).filter(([, value]) => value !== undefined);
  const read = { ...nothingStated, ...Object.fromEntries(given) } as Choices;
  return fields.every((field) => isChoice[field](read[field])) ? read : null;
}

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

export const emptyFields: DraftFields = {
  ...noChoices,
  notes: '',
  patientInfo: { ageBand: null, gender: null, medicalHistory: '', allergies: '' },
};

/** Nothing was chosen or typed yet. */
export const saysNothing = (fields: DraftFields): boolean => {
  const { category, locations, notes, patientInfo } = fields;
  const chosen = category ?? openFields.find((field) => fields[field]);
  return !chosen && locations.length === 0 && notes === '' && !hasPatientInfo(patientInfo);
};

/** Whether a draft holds anything that its patient would miss. */
export const hasBegun = (draft: { fields: DraftFields; photos: readonly unknown[] }): boolean =>
  draft.photos.length > 0 || !saysNothing(draft.fields);

/** The choices among a draft's fields. */
export const choicesOf = ({ notes: _n, patientInfo: _p, ...choices }: DraftFields): Choices =>
  choices;
