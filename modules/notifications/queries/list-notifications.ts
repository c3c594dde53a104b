import { and, eq, getTableColumns, gte, lt, sql, type SQL } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/errors';
import { isId } from '#platform/ids';
import type { Page, RequestOf } from '#platform/list';
import { choose, chooseIds, findPage, type Listing, type Narrowing } from '#platform/list-page';
import { allowedEventsOf } from '../allowed-events';
import type { NotificationRecord } from '../contract';
import type { NotificationRow } from '../repo.server';
import type { notificationList } from '../console-lists';
import type { recipientTypes } from '../states';
import { factIds, notification } from '../tables.server';

type Request = RequestOf<typeof notificationList>;

const { createdAt, sentAt, failedAt, kind, status, recipientType, recipientId } = notification;

const listing: Listing<Request['sort']['field']> = {
  table: notification,
  id: notification.id,
  own: createdAt,
  columns: { createdAt, sentAt, failedAt, kind, status },
  lanes: [
    { column: recipientId, chosen: 'few' },
    { column: status, sorts: [sentAt, failedAt] },
    { column: kind, within: status, sorts: [sentAt, failedAt] },
    { column: status, within: kind },
  ],
};

/** Named one by one: nothing has so many messages that they would have to be counted. */
const about = (id: string): SQL => sql`${notification.id} = any(array(
  select ${notification.id} from ${notification}
  where ${factIds(notification.facts)} @> jsonb_build_array(${id.toLowerCase()}::text)))`;

/** Whom a message goes to follows from its kind: the kinds that there are of a recipient, one step in the index for each. */
async function kindsTo(ctx: Ctx, to: (typeof recipientTypes)[number]): Promise<string[]> {
  const next = (more: SQL) => sql`(select ${kind} from ${notification}
    where ${recipientType} = ${to} and ${more} order by ${kind} limit 1)`;
  const { rows } = await ctx.db.execute<{ value: string }>(sql`
    with recursive step(value) as (
      ${next(sql`true`)}
      union all
      select ${next(sql`${kind} > step.value`)} from step where step.value is not null
    ) select value from step where value is not null`);
  return rows.map(({ value }) => value);
}

const narrowing = (
  { filter: { q, from, to, ...filter } }: Request,
  kinds: readonly string[] | undefined,
): Narrowing => ({
  choices: [
    choose(kind, kinds),
    chooseIds(notification.id, filter.id),
    chooseIds(recipientId, filter.recipientId === undefined ? undefined : [filter.recipientId]),
    choose(status, filter.status),
    choose(kind, filter.kind),
    q && !isId(q) ? { column: kind, words: q } : undefined,
  ],
  either: q && isId(q) ? [{ column: recipientId, values: [q] }, about(q)] : undefined,
  where: and(
    // All that the kinds leave, so no index is to be looked into for it.
    filter.recipientType && sql`${recipientType} || '' = ${filter.recipientType}`,
    from ? gte(createdAt, sql`${from}::timestamptz`) : undefined,
    to ? lt(createdAt, sql`${to}::timestamptz`) : undefined,
  ),
});

/** A page of what was sent, and what was not. No address and no words. */
export async function listNotifications(
  ctx: Ctx<ActorOf<'staff'>>,
  request: Request,
): Promise<Page<NotificationRecord>> {
  const { recipientType: to } = request.filter;
  const kinds = to && (await kindsTo(ctx, to));
  const page = findPage(listing, request, narrowing(request, kinds));
  const rows = await ctx.db
    .select(getTableColumns(notification))
    .from(notification)
    .innerJoin(page.keys, page.isOn)
    .orderBy(page.order);
  return page.answer(ctx, rows.map(toRecord));
}

/** @throws AppError `not_found` */
export async function readNotification(
  ctx: Ctx<ActorOf<'staff'>>,
  { notificationId }: { notificationId: string },
): Promise<NotificationRecord> {
  const [row] = isId(notificationId)
    ? await ctx.db.select().from(notification).where(eq(notification.id, notificationId))
    : [];
  if (!row) throw new AppError('not_found');
  return toRecord(row);
}

const toRecord = ({ key: _key, ...row }: NotificationRow): NotificationRecord => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  sentAt: row.sentAt?.toISOString() ?? null,
  failedAt: row.failedAt?.toISOString() ?? null,
  allowedEvents: allowedEventsOf(row),
});
