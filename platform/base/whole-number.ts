import { z } from 'zod';

/** The largest number that an `integer` column and an `::int` of a statement hold. */
const largest = 2 ** 31 - 1;

/** A whole number that goes into a statement: a larger one would be an error of the database instead of a refusal. */
export const storableInt = () => z.int().min(0).max(largest);

/** What a budget allows at most: far more than anybody needs, and a number that statements take. */
export const mostAllowed = 1_000_000;
