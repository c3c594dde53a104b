import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { personIdOf, type Side } from '#platform/base/actor';
import { AppError } from '#platform/base/errors';
import type { Ctx, CtxOf, Services } from '#platform/context';
import type { Reading } from '#platform/metrics/metrics';
import type { BrowserDto, EndpointDto, TryDto, WebhooksDto } from './schemas';
import { attempt, delivery, receiver } from './tables.server';
import { shownTries } from './values';

/** That it is an endpoint of the acting clinic. */
export const isOwnEndpoint = ({ actor }: CtxOf<'clinic'>, id: string) =>
  and(eq(receiver.id, id), eq(receiver.clinicId, actor.id));

const columns = {
  _id: receiver.id,
  // An endpoint has one, by the table's own rule.
  url: sql<string>`${receiver.url}`,
  events: receiver.events,
  state: receiver.state,
  offBecause: receiver.offBecause,
  createdAt: receiver.createdAt,
  previousUntil:
    sql<Date | null>`case when ${receiver.previousUntil} > platform.now() then ${receiver.previousUntil} end`.mapWith(
      receiver.previousUntil,
    ),
  waiting: sql<number>`(select count(*)::int from (select from webhooks.delivery d
    where d.receiver_id = ${receiver.id} and d.state = 'waiting' limit 1000) w)`,
};

type Row = Omit<EndpointDto, 'createdAt' | 'previousUntil'> & {
  readonly createdAt: Date;
  readonly previousUntil: Date | null;
};

const toEndpoint = ({ createdAt, previousUntil, ...row }: Row): EndpointDto => ({
  ...row,
  createdAt: createdAt.toISOString(),
  previousUntil: previousUntil?.toISOString() ?? null,
});

/** One endpoint of the acting clinic. @throws AppError `not_found` */
export async function endpointOf(ctx: CtxOf<'clinic'>, id: string): Promise<EndpointDto> {
  const [row] = await ctx.db.select(columns).from(receiver).where(isOwnEndpoint(ctx, id));
  if (!row) throw new AppError('not_found');
  return toEndpoint(row);
}

/** Endpoints of the acting clinic, in the order in which they were added, and the last tries to deliver to them. */
export async function ownWebhooks(ctx: CtxOf<'clinic'>): Promise<WebhooksDto> {
  const { id: clinicId } = ctx.actor;
  const endpoints = await ctx.db
    .select(columns)
    .from(receiver)
    .where(eq(receiver.clinicId, clinicId))
    .orderBy(asc(receiver.createdAt), asc(receiver.id));
  const tries = endpoints.length === 0 ? [] : await lastTries(ctx, clinicId);
  const { COURIER_CIPHER_KEYS } = ctx.services.env;
  return {
    available: COURIER_CIPHER_KEYS !== undefined,
    endpoints: endpoints.map(toEndpoint),
    tries,
  };
}

async function lastTries(ctx: Ctx, clinicId: string): Promise<TryDto[]> {
  const last = await ctx.db
    .select()
    .from(attempt)
    .where(eq(attempt.clinicId, clinicId))
    .orderBy(desc(attempt.id))
    .limit(shownTries);
  const ids = [...new Set(last.map(({ deliveryId }) => deliveryId))];
  const found = ids.length === 0 ? [] : await deliveriesOf(ctx, clinicId, ids);
  const byId = new Map(found.map((row) => [row.id, row]));
  return last.flatMap(({ at, deliveryId, status, failure, took }) => {
    const of = byId.get(deliveryId);
    if (!of) return [];
    const { receiverId: endpointId, type, state } = of;
    return [
      { ...{ at: at.toISOString(), deliveryId, endpointId }, type, status, failure, took, state },
    ];
  });
}

const deliveriesOf = ({ db }: Ctx, clinicId: string, ids: readonly string[]) =>
  db
    .select({
      id: delivery.id,
      receiverId: delivery.receiverId,
      type: delivery.type,
      state: delivery.state,
    })
    .from(delivery)
    .where(and(eq(delivery.clinicId, clinicId), inArray(delivery.id, [...ids])));

/** How far behind the courier is; endpoints that are slow hold their own deliveries up, too. By the index of what is due. */
export const courierReading = ({ database }: Pick<Services, 'database'>): Reading => ({
  numbers: {
    courier_oldest_due_seconds: {
      help: 'For how long the oldest due delivery has waited; 0 when none does',
    },
  },
  read: async () => {
    const { rows } = await database.pool.query<{ n: number }>(oldestDue);
    return { courier_oldest_due_seconds: rows[0]!.n };
  },
});

const oldestDue = {
  name: 'webhooks-oldest-due',
  text: `select coalesce(greatest(0, extract(epoch from platform.now() - (
    select d.due_at from webhooks.delivery d where d.state = 'waiting'
      and exists (select from webhooks.receiver r where r.id = d.receiver_id and r.state = 'on')
    order by d.due_at limit 1))), 0)::float8 as n`,
};

/** By which push services know this installation; null where it has no courier, or none that may push. */
export const pushKeyOf = ({ services }: Ctx): string | null => {
  const { COURIER_CIPHER_KEYS, PUSH_PUBLIC_KEY } = services.env;
  return COURIER_CIPHER_KEYS ? (PUSH_PUBLIC_KEY ?? null) : null;
};

const isOfPerson = ({ actor }: CtxOf<Side>) =>
  and(
    eq(receiver.readerType, actor.kind),
    eq(receiver.readerId, actor.id),
    eq(receiver.personId, personIdOf(actor)),
  );

/** That it is a browser of the acting person. */
export const isOwnBrowser = (ctx: CtxOf<Side>, id: string) =>
  and(eq(receiver.id, id), isOfPerson(ctx))!;

/** Browsers of the acting person, in the order in which they were added, each with its session. */
export async function ownBrowsers(
  ctx: CtxOf<Side>,
): Promise<Array<BrowserDto & { readonly sessionId: string }>> {
  const { id, maker, createdAt, sessionId } = receiver;
  const rows = await ctx.db
    .select({ id, maker, createdAt, sessionId })
    .from(receiver)
    .where(isOfPerson(ctx))
    .orderBy(asc(createdAt), asc(id));
  return rows.map((row) => ({
    _id: row.id,
    maker: row.maker!,
    createdAt: row.createdAt.toISOString(),
    isThis: row.sessionId === ctx.actor.sessionId,
    sessionId: row.sessionId!,
  }));
}

/** A browser that shows the news of an account while its session holds. */
export interface NotifiedBrowser {
  readonly id: string;
  readonly readerType: Side;
  /** The patient, or the member of the clinic's team. */
  readonly personId: string;
  readonly sessionId: string;
}

/** Browsers of an account, those of all its members; most have none. */
export async function browsersOf(
  ctx: Ctx,
  { type, id }: { readonly type: Side; readonly id: string },
): Promise<NotifiedBrowser[]> {
  const rows = await ctx.db
    .select({ id: receiver.id, personId: receiver.personId, sessionId: receiver.sessionId })
    .from(receiver)
    .where(and(eq(receiver.readerId, id), eq(receiver.readerType, type), eq(receiver.state, 'on')));
  return rows.map((row) => ({
    ...{ id: row.id, readerType: type },
    ...{ personId: row.personId!, sessionId: row.sessionId! },
  }));
}
