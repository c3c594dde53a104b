import { getTableColumns } from 'drizzle-orm';
import type { RequestFacts } from '#contracts/consultation';
import type { TxCtx } from '#platform/context';
import { tell, type RowKind } from '#platform/journal';
import { narrowingNames } from './filters';
import { standingOf } from './shelf';
import { listing, posting } from './tables.server';
import { termsOf } from './terms';

/** The present state of a published request, in the words of whoever owns each part. */
export interface PresentListing extends RequestFacts {
  readonly id: string;
  readonly patientId: string;
  /** Abbreviated; null once the account is gone. */
  readonly patient: string | null;
  /** How many. */
  readonly photos: number;
  readonly widened: boolean;
  readonly publishedAt: Date;
  readonly offersCount: number;
}

// Whose offers they are is told by `noteOffers` only.
const { id: _key, offeredBy: _told, ...written } = getTableColumns(listing);
const fields = Object.entries(written);
const given = fields.map(([field]) => `"${field}"`).join(', ');
const typed = fields.map(([field, column]) => `"${field}" ${column.getSQLType()}`).join(', ');
const stored = fields.map(([, { name }]) => name).join(', ');
const renewed = fields.map(([, { name }]) => `excluded.${name}`).join(', ');

const standings = narrowingNames.map((name) => ({
  given: `"${name}Code"`,
  column: posting[name].name,
}));
const codes = standings.map(({ column }) => column).join(', ');
const givenCodes = standings.map(({ given, column }) => `${given} as ${column}`).join(', ');
const typedCodes = standings.map(({ given }) => `${given} smallint`).join(', ');
const placeIn = (row: string): string =>
  ['term', 'shelf', ...standings.map(({ column }) => column), 'published_at']
    .map((column) => `${row}.${column}`)
    .join(', ');

/** Rows whose terms are as before stay untouched. */
const storeListingsSql = `
  with given as (
    select * from jsonb_to_recordset($1::jsonb) as t(id uuid, ${typed}, terms text[], shelf smallint, ${typedCodes})),
  listed as (
    insert into exchange.listing (id, ${stored})
    select id, ${given} from given
    on conflict (id) do update set (${stored}) = (select ${renewed})),
  wanted as materialized (
    select id, unnest(terms) as term, shelf, ${givenCodes}, "publishedAt" as published_at from given),
  there as materialized (
    select p.ctid as place, p.id, ${placeIn('p')} from exchange.posting p join given g on g.id = p.id),
  dropped as (
    delete from exchange.posting where ctid in (select place from there p where not exists (
      select from wanted w where w.id = p.id and (${placeIn('w')}) = (${placeIn('p')}))))
  insert into exchange.posting (id, term, shelf, ${codes}, published_at)
  select id, term, shelf, ${codes}, published_at from wanted w where not exists (
    select from there p where w.id = p.id and (${placeIn('w')}) = (${placeIn('p')}))`;

/**
 * Writes listings as they are now. The caller holds the locks of their requests, so that nobody else writes them
 * meanwhile, and has read what it gives under them.
 */
export async function storeListings(
  { tx }: TxCtx,
  listings: readonly PresentListing[],
): Promise<void> {
  if (listings.length === 0) return;
  const rows = listings.map((one) => {
    const standing = standingOf(one);
    const coded = Object.fromEntries(narrowingNames.map((name) => [`${name}Code`, standing[name]]));
    return { ...one, terms: termsOf(one), shelf: standing.shelf, ...coded };
  });
  await tx.query({ text: storeListingsSql, values: [JSON.stringify(rows)] });
}

const withdrawn: RowKind<{ readonly id: string }> = {
  name: 'withdrawn_listings',
  write: (param) => `
  withdrawn_ids as (select id from jsonb_to_recordset(${param}::jsonb) as t(id uuid)),
  withdrawn_postings as (
    delete from exchange.posting where id in (select id from withdrawn_ids)),
  withdrawn_listings as (
    delete from exchange.listing where id in (select id from withdrawn_ids) returning 1)`,
};

/** Takes a request from the list, within the transaction that ends it; one that is not there stays so. */
export const withdrawListing = (ctx: TxCtx, id: string): Promise<void> =>
  tell(ctx, withdrawn, { id });
