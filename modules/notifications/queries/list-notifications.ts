import { and, eq, gte, lt, or, sql, type AnyColumn, type SQL } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/errors';
import { isId } from '#platform/ids';
import type { Page, RequestOf } from '#platform/list';
import { anyOf, countOf, holds, idIn, orderOf } from '#platform/list-query';
import { allowedEventsOf } from '../allowed-events';
import type { NotificationRecord } from '../contract';
import type { NotificationRow } from '../repo.server';
import type { notificationList } from '../staff-lists';
import { factIds, notification } from '../tables.server';

type Request = RequestOf<typeof notificationList>;

const { createdAt, sentAt, failedAt, kind, status } = notification;
const columns = { id: notification.id, createdAt, sentAt, failedAt, kind, status } satisfies Record<
  Request['sort']['field'],
  AnyColumn
>;

const is = (column: AnyColumn, value: string | undefined): SQL | undefined =>
  value === undefined ? undefined : eq(column, value);

const words = (q: string | undefined): SQL | undefined =>
  q && isId(q)
    ? or(
        eq(notification.recipientId, q),
        sql`${factIds(notification.facts)} @> jsonb_build_array(${q.toLowerCase()}::text)`,
      )
    : holds([notification.kind], q);

const conditions = ({ filter }: Request): SQL | undefined =>
  and(
    idIn(notification.id, filter.id),
    anyOf(notification.status, filter.status),
    anyOf(notification.kind, filter.kind),
    is(notification.recipientType, filter.recipientType),
    is(notification.recipientId, filter.recipientId),
    filter.from ? gte(notification.createdAt, sql`${filter.from}::timestamptz`) : undefined,
    filter.to ? lt(notification.createdAt, sql`${filter.to}::timestamptz`) : undefined,
    words(filter.q),
  );

/** A page of what was sent, and what was not. No address and no words. */
export async function listNotifications(
  ctx: Ctx<ActorOf<'staff'>>,
  request: Request,
): Promise<Page<NotificationRecord>> {
  const where = conditions(request);
  const rows = await ctx.db
    .select()
    .from(notification)
    .where(where)
    .orderBy(...orderOf(columns, notification.id, request.sort))
    .limit(request.limit)
    .offset(request.offset);
  return { rows: rows.map(toRecord), total: await countOf(ctx, notification, where) };
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
