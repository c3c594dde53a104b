import {
  and,
  asc,
  count,
  eq,
  getTableColumns,
  gt,
  isNull,
  lte,
  ne,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { RequestDetails } from '#contracts/consultation';
import { sqlNow } from '#platform/time/clock';
import type { Ctx, CtxOf, RowKind, TxCtx, TxCtxOf } from '#platform/context';
import { hours, inSeconds } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { withTransaction, publish, appendAtCommit } from '#engine';
import { isId, newId } from '#platform/base/ids';
import { readSignedId, signId } from '#platform/config/signed-id';
import { standingOf, termsOf } from './rules';
import {
  exchangeEvents,
  mostSavedFilters,
  type SavedFilter,
  savedQuery,
  type SavedQuery,
} from './schemas';
import { assignment, listing, posting, savedFilter } from './tables.server';
import { narrowingNames } from './values';

/** The present state of a published request, in the words of whoever owns each part. */
export interface PresentListing extends RequestDetails {
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

// Whose offers they are is recorded by `noteOffers` only, who is asked by `noteAsks`.
const { id: _key, offeredBy: _told, asked: _asked, ...written } = getTableColumns(listing);
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
  withdrawn_assignments as (
    delete from exchange.assignment where lead_id in (select id from withdrawn_ids)),
  withdrawn_postings as (
    delete from exchange.posting where id in (select id from withdrawn_ids)),
  withdrawn_listings as (
    delete from exchange.listing where id in (select id from withdrawn_ids) returning 1)`,
};

/** Takes a request from the list, within the transaction that ends it; one that is not there stays so. */
export const withdrawListing = (ctx: TxCtx, id: string): Promise<void> =>
  appendAtCommit(ctx, withdrawn, { id });

/**
 * Which clinics have a live offer for a request, as its offers stand now; within the transaction that changes them and
 * under the lock of the request. A request that is not listed has none to note.
 */
export async function noteOffers(
  ctx: TxCtx,
  { leadId, clinicIds }: { leadId: string; clinicIds: readonly string[] },
): Promise<void> {
  await ctx.db
    .update(listing)
    .set({ offeredBy: [...clinicIds], offersCount: clinicIds.length })
    .where(eq(listing.id, leadId));
}

/**
 * Which clinics are asked with a request and can still answer; within the transaction that changes it and under the lock of
 * the request. A request that is not listed has none to note.
 */
export async function noteAsks(
  ctx: TxCtx,
  { leadId, clinicIds }: { leadId: string; clinicIds: readonly string[] },
): Promise<void> {
  await ctx.db
    .update(listing)
    .set({ asked: [...clinicIds] })
    .where(eq(listing.id, leadId));
}

const { id, name, query, mails } = savedFilter;
const own = { id, name, query, mails };

/** The filters that the acting clinic keeps, by name. */
export async function savedFilters(ctx: CtxOf<'clinic'>): Promise<SavedFilter[]> {
  const rows = await ctx.db
    .select(own)
    .from(savedFilter)
    .where(eq(savedFilter.clinicId, ctx.actor.id))
    .orderBy(sql`lower(${name})`)
    .limit(mostSavedFilters);
  return rows.map(readable);
}

/** What a stored filter asks for; values that are no longer on offer ask for nothing. */
function readable(row: SavedFilter): SavedFilter {
  const known = Object.entries(row.query).filter(
    ([field, value]) => savedQuery.safeParse({ [field]: value }).success,
  );
  return { ...row, query: savedQuery.parse(Object.fromEntries(known)) };
}

/**
 * Keeps what a list is narrowed by under a name of the acting clinic's own; a filter of that name is given the new
 * meaning. Mails begin with what is published from now on.
 *
 * @throws AppError `too_many_filters`
 */
export const saveFilter = (
  ctx: CtxOf<'clinic'>,
  wish: { name: string; query: SavedQuery; mails: boolean },
): Promise<string> =>
  withTransaction(ctx, async (tx) => {
    const clinicId = ctx.actor.id;
    await lockFiltersOf(tx, clinicId);
    const named = and(
      eq(savedFilter.clinicId, clinicId),
      sql`lower(${name}) = lower(${wish.name})`,
    );
    const [known] = await tx.db
      .update(savedFilter)
      .set({ ...wish, toldUntil: sqlNow })
      .where(named)
      .returning({ id });
    if (known) return known.id;
    const [kept] = await tx.db
      .select({ n: count() })
      .from(savedFilter)
      .where(eq(savedFilter.clinicId, clinicId));
    if (kept!.n >= mostSavedFilters) throw new AppError('too_many_filters');
    const row = { ...wish, id: newId(), clinicId, createdAt: sqlNow, toldUntil: sqlNow };
    await tx.db.insert(savedFilter).values(row);
    return row.id;
  });

/** One after the other, so that nobody keeps more than there may be. */
const lockFiltersOf = (ctx: CtxOf<'clinic'>, clinicId: string): Promise<unknown> =>
  ctx.db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('exchange.filters:' || ${clinicId}, 0))`,
  );

/**
 * Gives a filter of the acting clinic another name, or begins and ends its mails. Mails that begin announce what is
 * published from then on.
 *
 * @throws AppError `not_found`; `filter_exists` where another one has that name
 */
export const changeFilter = (
  ctx: CtxOf<'clinic'>,
  wish: { filterId: string; name: string; mails: boolean },
): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    await lockFiltersOf(tx, ctx.actor.id);
    const kept = await savedFilters(tx);
    const filter = kept.find((one) => one.id === wish.filterId);
    if (!filter) throw new AppError('not_found');
    const same = (one: SavedFilter) => one.name.toLowerCase() === wish.name.toLowerCase();
    if (kept.some((one) => one !== filter && same(one))) throw new AppError('filter_exists');
    await tx.db
      .update(savedFilter)
      .set({
        name: wish.name,
        mails: wish.mails,
        ...(wish.mails && !filter.mails ? { toldUntil: sqlNow } : {}),
      })
      .where(eq(id, filter.id));
  });

/** Forgets a filter of the acting clinic. Throws `not_found`. */
export async function removeFilter(
  ctx: CtxOf<'clinic'>,
  { filterId }: { filterId: string },
): Promise<void> {
  if (!isId(filterId)) throw new AppError('not_found');
  const gone = await ctx.db
    .delete(savedFilter)
    .where(and(eq(id, filterId), eq(savedFilter.clinicId, ctx.actor.id)))
    .returning({ id });
  if (gone.length === 0) throw new AppError('not_found');
}

const purpose = 'exchange.saved-filter';

function filterOf(ctx: Ctx, token: string): string {
  const id = readSignedId(ctx.services.env, purpose, token);
  if (!id) throw new AppError('invalid_link');
  return id;
}

/** For the worker: what the mail of a filter says and carries; null once its mails have ended or it is gone. */
export async function filterForMail(
  ctx: Ctx,
  { filterId, clinicId }: { filterId: string; clinicId: string },
): Promise<(Pick<SavedFilter, 'name' | 'query'> & { endToken: string }) | null> {
  const { id, name, query } = savedFilter;
  const [row] = await ctx.db
    .select({ name, query })
    .from(savedFilter)
    .where(and(eq(id, filterId), eq(savedFilter.clinicId, clinicId), eq(savedFilter.mails, true)));
  return row ? { ...row, endToken: signId(ctx.services.env, purpose, filterId) } : null;
}

/**
 * Whether the mails of the filter that a link names still come; its name is not shown. Throws `invalid_link` for a
 * link that we did not make.
 */
export async function filterMails(ctx: Ctx, { token }: { token: string }): Promise<boolean> {
  const [row] = await ctx.db
    .select({ mails: savedFilter.mails })
    .from(savedFilter)
    .where(eq(savedFilter.id, filterOf(ctx, token)));
  return row?.mails ?? false;
}

/** Ends the mails of a filter by the link of one of them, whoever is signed in; more than once is as once. */
export async function endFilterMails(ctx: Ctx, { token }: { token: string }): Promise<void> {
  await ctx.db
    .update(savedFilter)
    .set({ mails: false })
    .where(eq(savedFilter.id, filterOf(ctx, token)));
}

/** One mail in this time is enough for whoever is to look. */
const between = hours(1);

const isDue: SQL = and(
  eq(savedFilter.mails, true),
  or(
    isNull(savedFilter.toldAt),
    lte(savedFilter.toldAt, sql`${sqlNow} - make_interval(secs => ${inSeconds(between)})`),
  ),
)!;

/** A saved filter whose clinic may be notified now. */
export interface DueFilter {
  readonly id: string;
  readonly clinicId: string;
  /** Null where it asks for something that is no longer on offer: it finds nothing. */
  readonly query: SavedQuery | null;
  readonly toldUntil: Date;
}

/** The next filters after one (null: from the first) of which a mail may go out now, in the order of their ids. */
export async function dueFiltersAfter(
  ctx: Ctx,
  after: string | null,
  limit: number,
): Promise<DueFilter[]> {
  const { id, clinicId, query, toldUntil } = savedFilter;
  const rows = await ctx.db
    .select({ id, clinicId, query, toldUntil })
    .from(savedFilter)
    .where(and(isDue, after === null ? undefined : gt(id, after)))
    .orderBy(asc(id))
    .limit(limit);
  return rows.map((row) => ({ ...row, query: savedQuery.safeParse(row.query).data ?? null }));
}

/**
 * Says that a filter has found what was published `until` then; nothing where somebody said so within the hour, or its
 * mails were ended.
 */
export const publishMatches = (
  ctx: Ctx,
  { filter, until }: { filter: DueFilter; until: Date },
): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    const { id: filterId, clinicId } = filter;
    const updated = await tx.db
      .update(savedFilter)
      .set({ toldUntil: until, toldAt: sqlNow })
      .where(and(eq(savedFilter.id, filterId), isDue))
      .returning({ id: savedFilter.id });
    if (updated.length > 0)
      await publish(tx, exchangeEvents['exchange.filter-matched'], { clinicId, filterId });
  });

/**
 * Says who of the acting clinic's team looks after a request that the clinic sees, within the caller's transaction; null for
 * no member. Whether that member is there, the caller has asked.
 */
export async function giveRequest(
  ctx: TxCtxOf<'clinic'>,
  { leadId, memberId }: { leadId: string; memberId: string | null },
): Promise<void> {
  const clinicId = ctx.actor.id;
  const own = and(eq(assignment.clinicId, clinicId), eq(assignment.leadId, leadId))!;
  if (memberId === null) return void (await ctx.db.delete(assignment).where(own));
  const changed = await ctx.db
    .insert(assignment)
    .values({ clinicId, leadId, memberId, givenAt: sqlNow })
    .onConflictDoUpdate({
      target: [assignment.clinicId, assignment.leadId],
      set: { memberId, givenAt: sqlNow },
      setWhere: ne(assignment.memberId, memberId),
    })
    .returning({ memberId: assignment.memberId });
  if (changed.length > 0)
    await publish(ctx, exchangeEvents['exchange.request-given'], { clinicId, leadId, memberId });
}

/** A member who is gone looks after no request. */
export const takeBackRequests = async (
  ctx: TxCtx,
  { memberId }: { memberId: string },
): Promise<void> => void (await ctx.db.delete(assignment).where(eq(assignment.memberId, memberId)));
