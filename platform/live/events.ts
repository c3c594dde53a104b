import { eq, lt, sql } from 'drizzle-orm';
import type { Ctx, TxCtx } from '../context';
import type { Lane } from '../db';
import { tell, type RowKind } from '../journal';
import { giveNotice } from '../notices';
import { event } from './tables.server';

/** A hint to open pages that something they show has changed: ids and words, never content. */
export interface LiveEvent {
  /** Dotted word: `leads.status-changed`. */
  readonly type: string;
  readonly data: Record<string, string | number | null>;
}

/** The channel of LISTEN and NOTIFY; the payload is the topic that has something to read. */
export const eventChannel = 'live';

interface EventRow extends LiveEvent {
  readonly principal: string;
}

/**
 * Ids rise in the order of commits per topic: whoever writes to one holds its lock from here to the end of the
 * commit that follows at once, and takes its numbers under it. Several locks are taken in one order, last of all that
 * the transaction takes but those of the commit itself, so nobody who holds one waits for one who waits for it.
 */
const eventRows: RowKind<EventRow> = {
  name: 'live',
  write: (param) => `
  live_rows as materialized (
    select * from jsonb_to_recordset(${param}::jsonb) as t(n int, principal text, type text, data jsonb)),
  live_locks as materialized (
    select pg_advisory_xact_lock(lock) from (
      select distinct hashtextextended('live:' || principal, 0) as lock from live_rows order by lock) l),
  live as (
    insert into live.event (principal, type, data, at)
    select principal, type, data, platform.now()
    from (select count(*) as taken from live_locks) held, live_rows where held.taken > 0 order by n
    returning 1)`,
};

/**
 * Tells every open page that listens to `topic` when the transaction commits: one person's (`patient:<id>`,
 * `clinic:<id>`, `staff:<id>`), or one that many share (`staff`).
 */
export async function announce(
  ctx: TxCtx,
  topic: string,
  { type, data }: LiveEvent,
): Promise<void> {
  await tell(ctx, eventRows, { principal: topic, type, data });
  giveNotice(ctx, { channel: eventChannel, payload: topic });
}

/** An event as it is sent: its data with its word, as JSON. */
export interface Told {
  readonly id: number;
  readonly json: string;
}

/** Where somebody is in a topic. */
export interface Place {
  readonly topic: string;
  /** The last event that was read; ids rise in the order of commit within a topic only. */
  readonly after: number;
}

/** Most events that one reading brings of one place. */
export const pageSize = 200;

/** What follows each of the places, oldest first; one statement for all. */
export async function eventsAfter(
  { pool }: Pick<Lane, 'pool'>,
  places: readonly Place[],
): Promise<Told[][]> {
  const { rows } = await pool.query<{ n: string; id: string; type: string; data: object }>(
    `select p.n, e.id, e.type, e.data
     from unnest($1::text[], $2::bigint[]) with ordinality as p(topic, after, n)
     cross join lateral (
       select id, type, data from live.event
       where principal = p.topic and id > p.after order by id limit ${pageSize}) e
     order by p.n, e.id`,
    [places.map(({ topic }) => topic), places.map(({ after }) => after)],
  );
  const pages: Told[][] = places.map(() => []);
  for (const { n, id, type, data } of rows)
    pages[Number(n) - 1]!.push({ id: Number(id), json: JSON.stringify({ ...data, type }) });
  return pages;
}

/** The newest event of each topic, 0 without one; one statement for all. */
export async function newestOf(
  { pool }: Pick<Lane, 'pool'>,
  topics: readonly string[],
): Promise<number[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select coalesce((select max(id) from live.event where principal = t.topic), 0) as id
     from unnest($1::text[]) with ordinality as t(topic, n) order by t.n`,
    [topics],
  );
  return rows.map(({ id }) => Number(id));
}

/** Removes events that no page will ask for any more; returns how many. */
export async function forgetOldEvents(ctx: Ctx): Promise<number> {
  const gone = await ctx.db
    .delete(event)
    .where(lt(event.at, sql`platform.now() - interval '1 day'`))
    .returning({ id: event.id });
  return gone.length;
}

/** Removes what somebody's open pages were told; safe to repeat. */
export async function forgetEventsOf(ctx: Ctx, topic: string): Promise<void> {
  await ctx.db.delete(event).where(eq(event.principal, topic));
}
