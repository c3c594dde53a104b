import { and, asc, isNotNull, lt, sql } from 'drizzle-orm';
import { appendAtCommit } from '#engine';
import { isAmong } from '#platform/base/columns.server';
import { inSeconds } from '#platform/base/duration';
import type { Ctx, RowKind, Services, TxCtx } from '#platform/context';
import { atOnceEach, claimLength, keptAfterEnd, type TryEnd, verdictOf } from '../rules';
import { delivery, receiver } from '../tables.server';
import { type CarriedId, carriedIds, publicNameOf, type PublicEventName } from '../values';

interface NewDelivery {
  readonly clinic: string;
  readonly type: PublicEventName;
  readonly thing: string;
  readonly ids: Partial<Record<CarriedId, string>>;
}

/** One for each endpoint of the clinic that is on and hears of it; most clinics have none. */
const deliveryRows: RowKind<NewDelivery> = {
  name: 'webhook_deliveries',
  write: (param) => `
  webhook_deliveries as (
    insert into webhooks.delivery (id, receiver_id, clinic_id, type, thing, ids, happened_at, state, tries, due_at)
    select gen_random_uuid(), r.id, e.clinic, e.type, e.thing, e.ids, platform.now(), 'waiting', 0, platform.now()
    from jsonb_to_recordset(${param}::jsonb) as e(n int, clinic uuid, type text, thing uuid, ids jsonb)
      join webhooks.receiver r on r.clinic_id = e.clinic and r.kind = 'webhook' and r.state = 'on' and e.type = any(r.events)
    order by e.n, r.created_at, r.id
    returning 1)`,
};

/**
 * Records an event for the endpoints of its clinic, as part of its transaction: written with it, or not at all. Ids alone
 * leave the product, and of them none of a patient.
 */
export async function recordForEndpoints(
  tx: TxCtx,
  event: { readonly type: string; readonly clinicId?: unknown },
): Promise<void> {
  const known = publicNameOf(event.type);
  if (!known) return;
  const { only } = known.event;
  const fields = event as unknown as Readonly<Record<string, string | null | undefined>>;
  if (only && fields[only.field] !== only.is) return;
  const ids = Object.fromEntries(
    carriedIds.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])),
  );
  const [thing] = Object.values(ids);
  const { clinicId: clinic } = fields;
  if (!clinic || !thing) throw new Error(`${event.type} names no clinic, or nothing of it`);
  await appendAtCommit(tx, deliveryRows, { clinic, type: known.name, thing, ids });
}

/** A delivery whose try has begun, with all that it takes. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly claim: string;
  readonly receiverId: string;
  readonly kind: 'webhook' | 'push';
  /** Null of a browser, whose address is sealed. */
  readonly url: string | null;
  readonly secretCipher: Buffer;
  /** Null once it signs no more. */
  readonly previousCipher: Buffer | null;
  readonly type: string;
  readonly ids: Readonly<Record<string, string>>;
  readonly happenedAt: Date;
  /** This one included. */
  readonly tries: number;
  /** When it began, by the true time: a receiver compares it with its own clock. */
  readonly at: Date;
}

type Database = Pick<Services, 'database'>;

/** Couriers claim one after the other, so that what each counts holds. */
const lock = 'select pg_advisory_xact_lock(hashtextextended($1, 0))';
const lockName = 'webhooks.claim';

/**
 * The next deliveries, those that are due longest first: of each thing the oldest that waits for a receiver, and two of
 * a receiver at most with those under way. Receivers are found by steps through the index: what it costs follows their
 * number, not that of what waits.
 */
const claimText = `
  with recursive waiting(receiver_id) as (
    (select receiver_id from webhooks.delivery where state = 'waiting' order by receiver_id limit 1)
    union all
    select (select d.receiver_id from webhooks.delivery d where d.state = 'waiting' and d.receiver_id > w.receiver_id
      order by d.receiver_id limit 1)
    from waiting w where w.receiver_id is not null),
  picked as (
    select d.id, d.due_at from waiting w
    join webhooks.receiver r on r.id = w.receiver_id and r.state = 'on' and r.kind = any($4::text[])
    cross join lateral (
      select d.id, d.due_at from webhooks.delivery d
      where d.receiver_id = w.receiver_id and d.state = 'waiting' and d.due_at <= platform.now()
        and (d.claim is null or d.claimed_until <= platform.now())
        and not exists (select from webhooks.delivery e where e.receiver_id = d.receiver_id and e.thing = d.thing
          and e.state = 'waiting' and e.seq < d.seq)
      order by d.due_at, d.seq
      limit greatest(0, ${atOnceEach} - (select count(*) from webhooks.delivery u
        where u.receiver_id = w.receiver_id and u.claim is not null and u.claimed_until > platform.now()))
    ) d
    where w.receiver_id <> all($3::uuid[])
    order by d.due_at limit $1)
  update webhooks.delivery d set claim = $2, claimed_until = platform.now() + interval '${inSeconds(claimLength)} s',
    tries = d.tries + 1
  from picked p, webhooks.receiver r where d.id = p.id and r.id = d.receiver_id
  returning d.id, d.claim, d.receiver_id as "receiverId", r.kind, r.url, r.secret_cipher as "secretCipher",
    case when r.previous_until > platform.now() then r.previous_cipher end as "previousCipher",
    d.type, d.ids, d.happened_at as "happenedAt", d.tries, clock_timestamp() as at`;

interface Claiming {
  readonly limit: number;
  readonly claim: string;
  /** Receivers that are left out this time. */
  readonly spared: readonly string[];
  /** Of receivers that this courier knows how to deliver to. */
  readonly kinds: readonly string[];
}

/**
 * Claims up to `limit` deliveries for the courier's tries, under `claim`. Works
 * with what the role of the courier may, and needs nothing else of the product.
 */
export async function claimDeliveries(
  { database }: Database,
  { limit, claim, spared, kinds }: Claiming,
): Promise<ClaimedDelivery[]> {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query(lock, [lockName]);
    const { rows } = await client.query<ClaimedDelivery>({
      name: 'webhooks-claim',
      text: claimText,
      values: [limit, claim, [...spared], [...kinds]],
    });
    await client.query('commit');
    return rows;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/** How a try of a claimed delivery ended. */
export interface EndedTry extends TryEnd {
  readonly delivery: Pick<ClaimedDelivery, 'id' | 'claim' | 'tries' | 'kind'>;
  /** Milliseconds. */
  readonly took: number;
}

/**
 * A try whose claim has lapsed is added to the list and marks nothing: another one has begun. Those to browsers are in no list. What follows in the order of
 * a thing is due no earlier than what it waits for.
 */
const recordText = `
  with ended as (
    select * from jsonb_to_recordset($1::jsonb)
      as t(id uuid, claim uuid, state text, pause float8, status smallint, failure text, took int)),
  tried as (
    insert into webhooks.attempt (delivery_id, clinic_id, at, status, failure, took)
    select d.id, d.clinic_id, platform.now(), t.status, t.failure, t.took
    from ended t join webhooks.delivery d on d.id = t.id where d.clinic_id is not null),
  marked as (
    update webhooks.delivery d set state = t.state, claim = null, claimed_until = null,
      due_at = case when t.pause is null then d.due_at else platform.now() + make_interval(secs => t.pause) end,
      ended_at = case when t.state = 'waiting' then null else platform.now() end
    from ended t where d.id = t.id and d.claim = t.claim and d.state = 'waiting'
    returning d.receiver_id, d.thing, d.seq, d.due_at, d.state)
  update webhooks.delivery d set due_at = m.due_at from marked m
  where m.state = 'waiting' and d.receiver_id = m.receiver_id and d.thing = m.thing and d.state = 'waiting'
    and d.seq > m.seq and d.due_at < m.due_at`;

/** Records how tries ended, and what becomes of their deliveries. */
export async function recordTries(
  { database }: Database,
  ended: readonly EndedTry[],
): Promise<void> {
  const rows = ended.map(({ delivery: { id, claim, tries, kind }, status, failure, took }) => ({
    ...{ id, claim, status, failure, took: Math.round(took) },
    ...verdictOf({ status, failure }, tries, kind),
  }));
  await database.pool.query({
    name: 'webhooks-record',
    text: recordText,
    values: [JSON.stringify(rows)],
  });
}

const perStep = 500;

/**
 * Removes deliveries that ended 30 days ago with their tries, secrets that sign no more, and what was left of endpoints
 * that are gone; returns how many rows went.
 */
export async function forgetWebhooks(ctx: Ctx): Promise<number> {
  const since = sql`platform.now() - make_interval(secs => ${inSeconds(keptAfterEnd)})`;
  await ctx.db
    .update(receiver)
    .set({ previousCipher: null, previousUntil: null })
    .where(lt(receiver.previousUntil, sql`platform.now()`));
  const old = () =>
    ctx.db
      .select({ id: delivery.id })
      .from(delivery)
      .where(and(isNotNull(delivery.endedAt), lt(delivery.endedAt, since)))
      .orderBy(asc(delivery.endedAt), asc(delivery.id))
      .limit(perStep);
  const orphans = () =>
    ctx.db
      .select({ id: delivery.id })
      .from(delivery)
      .where(
        and(
          sql`${delivery.state} = 'waiting' and ${delivery.dueAt} < platform.now() - interval '1 day'`,
          sql`not exists (select from webhooks.receiver r where r.id = ${delivery.receiverId})`,
        ),
      )
      .limit(perStep);
  let gone = 0;
  for (const next of [old, orphans]) gone += await removeAll(ctx, next);
  return gone + (await removeTries(ctx, since));
}

async function removeAll(ctx: Ctx, next: () => Promise<Array<{ id: string }>>): Promise<number> {
  for (let gone = 0; ;) {
    const ids = (await next()).map(({ id }) => id);
    if (ids.length > 0) await ctx.db.delete(delivery).where(isAmong(delivery.id, ids));
    gone += ids.length;
    if (ids.length < perStep) return gone;
  }
}

async function removeTries(ctx: Ctx, since: ReturnType<typeof sql>): Promise<number> {
  for (let gone = 0; ;) {
    const { rowCount } = await ctx.db.execute(
      sql`delete from webhooks.attempt where id = any(array(
        select id from webhooks.attempt where at < ${since} order by at limit ${perStep}))`,
    );
    gone += rowCount ?? 0;
    if ((rowCount ?? 0) < perStep) return gone;
  }
}
