import { ilike, or, sql, type Column, type SQL } from 'drizzle-orm';

const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Matches a text that holds these words, in either case. */
export const contains = (text: Column | SQL, words: string): SQL =>
  sql`${text} ilike ${`%${literal(words)}%`}`;

/** Matches rows that hold the words in one of the columns, for tables of which there are few rows. */
export const holds = (columns: readonly Column[], words: string | undefined): SQL | undefined =>
  words ? or(...columns.map((column) => contains(column, words))) : undefined;

/**
 * As {@link holds} for columns that have an index by groups of three letters: it knows shorter words only where a word
 * begins.
 */
export function holdsByIndex(columns: readonly Column[], words: string): SQL {
  const text = literal(words);
  const patterns = [...words].length >= 3 ? [`%${text}%`] : [`${text}%`, `% ${text}%`];
  return or(...columns.flatMap((one) => patterns.map((pattern) => ilike(one, unseen(pattern)))))!;
}

/** Matches texts as {@link holdsByIndex} does, and some more. */
export const mayHold = (text: SQL, words: string): SQL =>
  sql`${text} ilike ${unseen(`%${literal(words)}%`)}`;

/**
 * Plans are made without a look at it: with one the database reads the whole table for what is frequent, and plans anew
 * each time.
 */
const unseen = (text: string): SQL => sql`(select ${text}::text)`;

/** Matches rows of which a text begins with these words, in either case; for an index on `lower(…) text_pattern_ops`. */
export const beginsWith = (text: Column | SQL, words: string): SQL => {
  const first = words.toLowerCase();
  return sql`(lower(${text}) ~>=~ ${first} and lower(${text}) ~<~ ${`${first}\u{10ffff}`})`;
};
