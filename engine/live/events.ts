import { eq, sql } from 'drizzle-orm';
import { type Duration, inSeconds, seconds } from '#platform/base/duration';
import type { Ctx, TxCtx, RowKind } from '#platform/context';
import type { ConnectionPool } from '#platform/database/db';
import { appendAtCommit } from '../unit-of-work/unit-of-work';
import { giveNotice } from '../unit-of-work/notices';
import { event } from './tables.server';

/** A hint to open pages that something they show has changed: ids and words, never content. */
interface LiveEvent {
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
export async function publishLive(
  ctx: TxCtx,
  topic: string,
  { type, data }: LiveEvent,
): Promise<void> {
  await appendAtCommit(ctx, eventRows, { principal: topic, type, data });
  giveNotice(ctx, { channel: eventChannel, payload: topic });
}

/** An event as it is sent: its data with its word, as JSON. */
export interface PublishedEvent {
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

/** Ids of one partition, as `live.begin_events` has it. */
const partition = 1_000_000_000;

/**
 * Whatever is to come has a greater id than this: nobody had the table when the present partition began, so what was under
 * way then is written, and whoever reads sees it. No partition before it has news.
 */
const settledNow = `(select last_value / ${partition} * ${partition} from live.event_id_seq)`;

interface EventFound {
  readonly n: string | null;
  readonly id: string;
  readonly type: string;
  readonly data: object;
}

/** What follows each of the places, oldest first, and up to where nothing more will come; one statement for all. */
export async function eventsAfter(
  { pool }: Pick<ConnectionPool, 'pool'>,
  places: readonly Place[],
): Promise<{ pages: PublishedEvent[][]; settled: number }> {
  const afters = places.map(({ after }) => after);
  // The least of them is named beside them: the planner leaves out partitions by that, and by a row's own it cannot.
  const { rows } = await pool.query<{ settled: string } & Partial<EventFound>>(
    `select s.settled, f.* from (select ${settledNow} as settled) s left join (
       select p.n, e.id, e.type, e.data
       from unnest($1::text[], $2::bigint[]) with ordinality as p(topic, after, n)
       cross join lateral (
         select id, type, data from live.event
         where principal = p.topic and id > p.after and id > $3::bigint order by id limit ${pageSize}) e) f on true
     order by f.n, f.id`,
    [places.map(({ topic }) => topic), afters, Math.min(...afters)],
  );
  const pages: PublishedEvent[][] = places.map(() => []);
  for (const { n, id, type, data } of rows)
    if (n) pages[Number(n) - 1]!.push({ id: Number(id), json: JSON.stringify({ ...data, type }) });
  return { pages, settled: Number(rows[0]!.settled) };
}

/** The newest event of each topic, `settled` where there is none after that; one statement for all. */
export async function newestOf(
  { pool }: Pick<ConnectionPool, 'pool'>,
  topics: readonly string[],
  settled: number,
): Promise<{ newest: number[]; settled: number }> {
  const { rows } = await pool.query<{ id: string; settled: string }>(
    `select coalesce((select max(id) from live.event where principal = t.topic and id > $2::bigint), $2) as id,
       ${settledNow} as settled
     from unnest($1::text[]) with ordinality as t(topic, n) order by t.n`,
    [topics, settled],
  );
  return { newest: rows.map(({ id }) => Number(id)), settled: Number(rows[0]!.settled) };
}

/** A page may not have read what a transaction published that was under way when the page was asked for. */
const underWay = seconds(1);

/**
 * Where each topic was so long ago: its last event by then. No partition before the last two is asked, which hold at least an
 * hour; the last begins at `settled`. One statement for all.
 */
export async function placesAt(
  { pool }: Pick<ConnectionPool, 'pool'>,
  asked: ReadonlyArray<{ readonly topic: string; readonly ago: Duration }>,
  settled: number,
): Promise<number[]> {
  const floor = Math.max(settled - partition, 0);
  const { rows } = await pool.query<{ id: string }>(
    `select coalesce((select max(id) from live.event
        where principal = t.topic and id > $3::bigint and at < platform.now() - make_interval(secs => t.ago)), $3) as id
     from unnest($1::text[], $2::float8[]) with ordinality as t(topic, ago, n) order by t.n`,
    [
      asked.map(({ topic }) => topic),
      asked.map(({ ago }) => inSeconds(ago) + inSeconds(underWay)),
      floor,
    ],
  );
  return rows.map(({ id }) => Number(id));
}

/**
 * Removes events that no page will ask for any more, a partition at a time, and begins another one; returns how many
 * partitions with events are gone. Safe from two workers at once.
 */
export async function forgetOldEvents(ctx: Ctx): Promise<number> {
  const { rows } = await ctx.db.execute<{ gone: number }>(sql`select live.turn_events() as gone`);
  return rows[0]!.gone;
}

/** Removes what was sent to a person's open pages; safe to repeat. */
export async function forgetEventsOf(ctx: Ctx, topic: string): Promise<void> {
  await ctx.db.delete(event).where(eq(event.principal, topic));
}
