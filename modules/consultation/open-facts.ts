import { openLists, type OpenFact } from './catalogue';

export const openFacts = Object.keys(openLists) as OpenFact[];

/** Something for each choice that a patient may leave open. */
export const eachOpen = <T>(make: (fact: OpenFact) => T): Record<OpenFact, T> =>
  Object.fromEntries(openFacts.map((fact) => [fact, make(fact)])) as Record<OpenFact, T>;

export type OpenChoices = { [F in OpenFact]: (typeof openLists)[F][number] | null };

export const nothingStated = eachOpen(() => null) satisfies OpenChoices;

/** Of the facts of a request those that may be left open. */
export const openFactsAmong = <R extends Record<OpenFact, unknown>>(of: R): Pick<R, OpenFact> =>
  eachOpen((fact) => of[fact]) as Pick<R, OpenFact>;
