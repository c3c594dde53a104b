import { z } from 'zod';
import {
  bodyAreaSchema,
  budgetSchema,
  categorySchema,
  citySchema,
  subTreatmentSchema,
  timelineSchema,
} from './catalogue';

/**
 * What a request says in choices of the catalogue, declared here once. What is shown, recorded, selected or copied of a
 * request is made from it; a choice that was left open is null.
 */
export const requestFacts = {
  treatment: categorySchema,
  subTreatment: subTreatmentSchema,
  bodyArea: bodyAreaSchema,
  locations: z.array(citySchema),
  budget: budgetSchema.nullable(),
  timeline: timelineSchema.nullable(),
};
export type FactName = keyof typeof requestFacts;
export type RequestFacts = { [F in FactName]: z.output<(typeof requestFacts)[F]> };

const names = Object.keys(requestFacts) as FactName[];

/** Those choices of one value that a patient may leave open; each is called as its list in the catalogue. */
export const openFacts = ['budget', 'timeline'] as const satisfies ReadonlyArray<
  { [F in FactName]: null extends RequestFacts[F] ? F : never }[FactName]
>;

/** The facts alone: of a row, of a form, of the columns of a table. */
export const factsAmong = <R extends Record<FactName, unknown>>(of: R): Pick<R, FactName> =>
  Object.fromEntries(names.map((name) => [name, of[name]])) as Pick<R, FactName>;

type Worded<V> = V extends readonly unknown[]
  ? z.ZodArray<z.ZodString>
  : null extends V
    ? z.ZodNullable<z.ZodString>
    : z.ZodString;

const worded = (schema: z.ZodType): z.ZodType => {
  if (schema instanceof z.ZodArray) return z.array(z.string());
  return schema instanceof z.ZodNullable ? z.string().nullable() : z.string();
};

/** The same facts for readers who also see what is no longer on offer. */
export const wordedFacts = Object.fromEntries(
  names.map((name) => [name, worded(requestFacts[name])]),
) as { [F in FactName]: Worded<RequestFacts[F]> };
