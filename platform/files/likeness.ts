import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';

/**
 * How rows with a `pictureHash` (16 hex digits) and `pictureColours` (54) are compared in the database
 * (docs/decisions/0065-twins.md). It decodes no picture: web processes load it.
 */

/** Four of the sixteen hexadecimal digits of a picture's hash; `n` counts from 1. */
export const quarterOf = (hash: SQLWrapper, n: 1 | 2 | 3 | 4): SQL =>
  sql`substr(${hash}, ${sql.raw(String(4 * n - 3))}, 4)`;

/** Bits of 64 in which two hashes of one picture differ at most; the indexed quarters find no more than three. */
export const sameWithin = 3;

/** Steps of 256 in which no field of two pictures of one scene differs by more: a tenth more light is within it. */
export const sameColourWithin = 28;

const bitsOf = (hash: SQLWrapper): SQL => sql`('x' || ${hash})::bit(64)`;

/** Bits of 64 in which two hashes differ. */
export const differingBits = (a: SQLWrapper, b: SQLWrapper): SQL<number> =>
  sql<number>`bit_count(${bitsOf(a)} # ${bitsOf(b)})::int`;

interface Compared {
  readonly hash: SQLWrapper;
  /** Null of a picture from before there were colours. */
  readonly colours: SQLWrapper;
}

const fieldOf = (hex: SQLWrapper): SQL => sql`get_byte(decode(${hex}, 'hex'), field)`;

/**
 * Whether two pictures whose hashes are the same within {@link sameWithin} show the same also where two people in one view
 * have outlines much alike: their colours agree. Without colours hardly a bit may differ.
 */
export const sameColours = (a: Compared, b: Compared): SQL => sql`case
  when ${a.colours} is null or ${b.colours} is null then ${differingBits(a.hash, b.hash)} <= 1
  else (select max(abs(${fieldOf(a.colours)} - ${fieldOf(b.colours)}))
    from generate_series(0, 26) field) <= ${sql.raw(String(sameColourWithin))} end`;
