import { getTableColumns } from 'drizzle-orm';
import type { RequestFacts } from '#contracts/consultation';
import type { TxCtx } from '#platform/context';
import { tell, type RowKind } from '#platform/journal';
import { standingOf } from './shelf';
import { listing } from './tables.server';
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
const where = 'p.term, p.shelf, p.priority, p.budget, p.published_at';

/** Rows whose terms are as before stay untouched. */
const storeListingsSql = `
  with given as (
    select * from jsonb_to_recordset($1::jsonb) as t(id uuid, ${typed}, terms text[], shelf smallint,
      "priorityCode" smallint, "budgetCode" smallint)),
  listed as (
    insert into exchange.listing (id, ${stored})
    select id, ${given} from given
    on conflict (id) do update set (${stored}) = (select ${renewed})),
  wanted as materialized (
    select id, unnest(terms) as term, shelf, "priorityCode" as priority, "budgetCode" as budget,
      "publishedAt" as published_at from given),
  there as materialized (
    select p.ctid as place, p.id, ${where} from exchange.posting p join given g on g.id = p.id),
  dropped as (
    delete from exchange.posting where ctid in (select place from there p where not exists (
      select from wanted w where w.id = p.id
        and (w.term, w.shelf, w.priority, w.budget, w.published_at) = (${where}))))
  insert into exchange.posting (id, term, shelf, priority, budget, published_at)
  select id, term, shelf, priority, budget, published_at from wanted w where not exists (
    select from there p where w.id = p.id
      and (w.term, w.shelf, w.priority, w.budget, w.published_at) = (${where}))`;

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
    const { shelf, priority, budget } = standingOf(one);
    return { ...one, terms: termsOf(one), shelf, priorityCode: priority, budgetCode: budget };
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
