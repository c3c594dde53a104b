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
    { column: status, within: [recipientType], sorts: [sentAt, failedAt] },
    { column: recipientType, within: [status], sorts: [sentAt, failedAt] },
    { column: kind, within: [status, recipientType], sorts: [sentAt, failedAt] },
    { column: status, within: [kind, recipientType] },
  ],
};

/** Named one by one: nothing has so many messages that they would have to be counted. */
const about = (id: string): SQL => sql`${notification.id} = any(array(
  select ${notification.id} from ${notification}
  where ${factIds(notification.facts)} @> jsonb_build_array(${id.toLowerCase()}::text)))`;

const narrowing = ({ filter: { q, from, to, ...filter } }: Request): Narrowing => ({
  choices: [
    chooseIds(notification.id, filter.id),
    chooseIds(recipientId, filter.recipientId === undefined ? undefined : [filter.recipientId]),
    choose(status, filter.status),
    choose(kind, filter.kind),
    choose(recipientType, filter.recipientType && [filter.recipientType]),
    q && !isId(q) ? { column: kind, words: q } : undefined,
  ],
  either: q && isId(q) ? [{ column: recipientId, values: [q] }, about(q)] : undefined,
  where: and(
    from ? gte(createdAt, sql`${from}::timestamptz`) : undefined,
    to ? lt(createdAt, sql`${to}::timestamptz`) : undefined,
  ),
});

/** A page of what was sent, and what was not. No address and no words. */
export async function listNotifications(
  ctx: Ctx<ActorOf<'staff'>>,
  request: Request,
): Promise<Page<NotificationRecord>> {
  const page = findPage(listing, request, narrowing(request));
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

const toRecord = ({
  key: _key,
  thing: _thing,
  dueAt: _dueAt,
  ...row
}: NotificationRow): NotificationRecord => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  sentAt: row.sentAt?.toISOString() ?? null,
  failedAt: row.failedAt?.toISOString() ?? null,
  allowedEvents: allowedEventsOf(row),
});
