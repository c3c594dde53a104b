import { z } from 'zod';
import type { CatalogueList, OpenFact } from './catalogue';
import {
  bodyAreaSchema,
  categorySchema,
  citySchema,
  openSchemas,
  subTreatmentSchema,
} from './catalogue-schemas';
import { eachOpen } from './open-facts';

/**
 * What a request says in choices of the catalogue, declared here once. What is asked, shown, recorded, selected or copied
 * of a request is made from it; a choice that was left open is null.
 */
export const requestFacts = {
  treatment: categorySchema,
  subTreatment: subTreatmentSchema,
  bodyArea: bodyAreaSchema,
  locations: z.array(citySchema),
  ...(eachOpen((fact) => openSchemas[fact].nullable()) as {
    [F in OpenFact]: z.ZodNullable<(typeof openSchemas)[F]>;
  }),
};
export type FactName = keyof typeof requestFacts;
export type RequestFacts = { [F in FactName]: z.output<(typeof requestFacts)[F]> };

/** The list of the catalogue that a fact is chosen from. */
export const listOf: Readonly<Record<FactName, CatalogueList>> = {
  treatment: 'category',
  subTreatment: 'sub-treatment',
  bodyArea: 'body-area',
  locations: 'city',
  ...(eachOpen((fact) => fact) as { [F in OpenFact]: F }),
};

/** What is not there reads as left open: drafts and clients may be older than a fact. */
export const openChoicesShape = eachOpen((fact) =>
  (requestFacts[fact] as z.ZodType).default(null),
) as {
  [F in OpenFact]: z.ZodDefault<(typeof requestFacts)[F]>;
};

const names = Object.keys(requestFacts) as FactName[];

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
