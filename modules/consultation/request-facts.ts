import { z } from 'zod';
import {
  bodyAreaSchema,
  categorySchema,
  citySchema,
  openLists,
  subTreatmentSchema,
  type CatalogueList,
  type OpenFact,
} from './catalogue';

export const openFacts = Object.keys(openLists) as OpenFact[];

/** Something for each choice that a patient may leave open. */
export const eachOpen = <T>(make: (fact: OpenFact) => T): Record<OpenFact, T> =>
  Object.fromEntries(openFacts.map((fact) => [fact, make(fact)])) as Record<OpenFact, T>;

/**
 * What a request says in choices of the catalogue, declared here once. What is asked, shown, recorded, selected or copied
 * of a request is made from it; a choice that was left open is null.
 */
export const requestFacts = {
  treatment: categorySchema,
  subTreatment: subTreatmentSchema,
  bodyArea: bodyAreaSchema,
  locations: z.array(citySchema),
  ...(eachOpen((fact) => openLists[fact].nullable()) as {
    [F in OpenFact]: z.ZodNullable<(typeof openLists)[F]>;
  }),
};
export type FactName = keyof typeof requestFacts;
export type RequestFacts = { [F in FactName]: z.output<(typeof requestFacts)[F]> };
export type OpenChoices = Pick<RequestFacts, OpenFact>;

/** The list of the catalogue that a fact is chosen from. */
export const listOf: Readonly<Record<FactName, CatalogueList>> = {
  treatment: 'category',
  subTreatment: 'sub-treatment',
  bodyArea: 'body-area',
  locations: 'city',
  ...(eachOpen((fact) => fact) as { [F in OpenFact]: F }),
};

export const nothingStated = eachOpen(() => null) satisfies OpenChoices;

/** What is not there reads as left open: drafts and clients may be older than a fact. */
export const openChoicesShape = eachOpen((fact) =>
  (requestFacts[fact] as z.ZodType).default(null),
) as {
  [F in OpenFact]: z.ZodDefault<(typeof requestFacts)[F]>;
};

const names = Object.keys(requestFacts) as FactName[];

const among = <N extends FactName, R extends Record<N, unknown>>(
  wanted: readonly N[],
  of: R,
): Pick<R, N> => Object.fromEntries(wanted.map((name) => [name, of[name]])) as Pick<R, N>;

/** The facts alone: of a row, of a form, of the columns of a table. */
export const factsAmong = <R extends Record<FactName, unknown>>(of: R) => among(names, of);

/** Of the facts those that may be left open. */
export const openFactsAmong = <R extends Record<OpenFact, unknown>>(of: R) => among(openFacts, of);

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
