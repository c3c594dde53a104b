import { withTransaction } from '#engine';
import { and, desc, eq, gte, lt, ne, sql, type SQL } from 'drizzle-orm';
import type { ActorOf, Side } from '#platform/base/actor';
import { requireRow } from '#platform/lists/find-row';
import { instantsOf } from '#platform/base/fields';
import type { Ctx, CtxOf, TxCtx } from '#platform/context';
import { readCursor, writeCursor } from '#platform/base/cursor';
import { minutes } from '#platform/base/duration';
import { isId } from '#platform/base/ids';
import type { Page, RequestOf } from '#platform/lists/list';
import {
  choose,
  chooseIds,
  findPage,
  type Listing,
  type Narrowing,
} from '#platform/lists/list-page';
import { type Queue, homeQueue } from '#platform/lists/queue-figures';
import type { NotificationRecord } from './contract';
import {
  type notificationList,
  type Preferences,
  type Unread,
  unreadCap,
  unreadOf,
} from './schemas';
import { idsIn, notice, notification, preference } from './tables.server';
import { isSwitchable, type Reader, type Topic, topicsFor } from './values';

export type NoticeRow = typeof notice.$inferSelect;

/** Rows of a page of the list. */
const pageSize = 20;

export const ownedBy = ({ kind, id }: ActorOf<'patient' | 'clinic'>): SQL =>
  and(eq(notice.readerId, id), eq(notice.readerType, kind))!;

/**
 * A page of the in-app notifications of the acting person, newest first.
 *
 * @throws AppError `invalid_cursor`
 */
export async function ownNoticeRows(
  ctx: CtxOf<Side>,
  { cursor }: { cursor?: string } = {},
): Promise<{ rows: NoticeRow[]; nextCursor: string | null }> {
  const after = cursor ? readCursor(cursor) : null;
  const found = await ctx.db
    .select()
    .from(notice)
    .where(
      and(
        ownedBy(ctx.actor),
        after
          ? sql`(${notice.createdAt}, ${notice.id}) < (${after.at}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(notice.createdAt), desc(notice.id))
    .limit(pageSize + 1);
  const rows = found.slice(0, pageSize);
  const last = rows.at(-1);
  const nextCursor =
    found.length > pageSize && last ? writeCursor({ at: last.createdAt, id: last.id }) : null;
  return { rows, nextCursor };
}

/** How many in-app notifications of each of them are unread, in their order; one statement, which counts no further than the cap. */
export async function unreadNotices(
  ctx: Ctx,
  readers: ReadonlyArray<{ readonly kind: Reader; readonly id: string }>,
): Promise<Unread[]> {
  const { rows } = await ctx.db.execute<{ found: number }>(sql`
    select (select count(*)::int from (
      select from notifications.notice n
      where n.reader_id = r.id and n.reader_type = r.type and n.read_at is null
      limit ${sql.raw(String(unreadCap))}) c) as found
    from unnest(${sql.param(readers.map(({ kind }) => kind))}::text[],
      ${sql.param(readers.map(({ id }) => id))}::uuid[]) with ordinality as r(type, id, n) order by r.n`);
  return rows.map(({ found }) => unreadOf(found));
}

/** Everything the acting person may be notified of, and how: both ways where nothing was said. */
export async function ownPreferences(ctx: CtxOf<Side>): Promise<Preferences> {
  const { kind: type, id } = ctx.actor;
  const rows = await ctx.db
    .select({ topic: preference.topic, email: preference.email, product: preference.product })
    .from(preference)
    .where(and(eq(preference.readerId, id), eq(preference.readerType, type)));
  return topicsFor(type).map((topic) => {
    const locked = !isSwitchable(topic);
    const said = locked ? undefined : rows.find((row) => row.topic === topic);
    return { kind: topic, email: said?.email ?? true, product: said?.product ?? true, locked };
  });
}

/** Whether somebody is to have mails about a topic, as they prefer at this moment. */
export async function wantsMail(
  ctx: Ctx,
  { reader, topic }: { reader: { type: Reader; id: string }; topic: Topic },
): Promise<boolean> {
  if (!isSwitchable(topic)) return true;
  const [said] = await ctx.db
    .select({ email: preference.email })
    .from(preference)
    .where(
      and(
        eq(preference.readerId, reader.id),
        eq(preference.readerType, reader.type),
        eq(preference.topic, topic),
      ),
    );
  return said?.email ?? true;
}

export type NotificationRow = typeof notification.$inferSelect;

/** One round of sending: a job of an earlier one finds nothing to do. */
export interface Round {
  readonly notificationId: string;
  readonly resend: number;
}

const ofRound = ({ notificationId, resend }: Round) =>
  and(eq(notification.id, notificationId), eq(notification.resends, resend));

/** Null when there is nothing to send: sent, dropped, of an earlier round, or unknown. */
export async function findUnsent(ctx: Ctx, round: Round): Promise<NotificationRow | null> {
  const [row] = await ctx.db
    .select()
    .from(notification)
    .where(and(ofRound(round), sql`${notification.status} in ('queued', 'failed')`));
  return row ?? null;
}

/** What follows within it about the same thing, of the same kind, to the same recipient, is joined. */
export const burst = minutes(10);

/** The time of rules at this very statement: that of {@link sqlNow} stands still while a transaction waits for a lock. */
export const clockNow = sql`(platform.now() + (clock_timestamp() - now()))`;

type Budget = Pick<NotificationRow, 'kind' | 'recipientType' | 'recipientId' | 'thing'>;

/** Until the transaction ends nothing else is decided about mails of a kind about a thing to a recipient. */
export async function lockBudget(ctx: TxCtx, budget: Budget): Promise<void> {
  const { kind, recipientType, recipientId, thing } = budget;
  const name = `mail:${kind}:${recipientType}:${recipientId}:${thing}`;
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

/**
 * Ids of the news that a mail stands for, oldest first: its own, and of what joined it while it waited. What is about to
 * join it is waited for; once it is due nothing joins it any more.
 */
export async function joinedNews(
  ctx: Ctx,
  row: NotificationRow,
): Promise<ReadonlyArray<NotificationRow['params']>> {
  const { id, kind, recipientType, recipientId, thing, params } = row;
  const waited = row.dueAt !== null && row.dueAt > row.createdAt;
  if (thing === null || !waited) return [params];
  return withTransaction(ctx, async (tx) => {
    await lockBudget(tx, row);
    const joined = await tx.db
      .select({ params: notification.params })
      .from(notification)
      .where(
        and(
          eq(notification.recipientId, recipientId),
          eq(notification.recipientType, recipientType),
          eq(notification.thing, thing),
          eq(notification.kind, kind),
          ne(notification.id, id),
          sql`${notification.dueAt} = (select due_at from notifications.notification where id = ${id})`,
        ),
      )
      .orderBy(notification.createdAt, notification.id);
    return [params, ...joined.map((one) => one.params)];
  });
}

/** Who was notified of what; null for an unknown one. */
export async function findNotification(
  ctx: Ctx,
  { notificationId }: { notificationId: string },
): Promise<Pick<NotificationRow, 'kind' | 'recipientType' | 'recipientId'> | null> {
  const { kind, recipientType, recipientId } = notification;
  const [row] = await ctx.db
    .select({ kind, recipientType, recipientId })
    .from(notification)
    .where(eq(notification.id, notificationId));
  return row ?? null;
}

/** Writes how a round goes on; one that was sent stays sent. */
export const updateRound = (
  ctx: Ctx,
  round: Round,
  change: Partial<Record<keyof NotificationRow, unknown>>,
) =>
  ctx.db
    .update(notification)
    .set(change as Partial<NotificationRow>)
    .where(and(ofRound(round), ne(notification.status, 'sent')));

export const oneMoreAttempt = sql<number>`${notification.attempts} + 1`;

/** States from which staff may have a notification sent again. */
export const resendable = ['failed', 'sent'] as const satisfies Array<NotificationRow['status']>;

const allowedEventsOf = ({ status }: Pick<NotificationRow, 'status'>): string[] =>
  (resendable as readonly string[]).includes(status) ? ['resend'] : [];

type Request = RequestOf<typeof notificationList>;

const { createdAt, sentAt, failedAt, kind, status, recipientType, recipientId } = notification;

const listing: Listing<Request['sort']['field']> = {
  table: notification,
  id: notification.id,
  own: createdAt,
  columns: { createdAt, sentAt, failedAt, kind, status },
  partitions: [
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
  where ${idsIn(notification.params)} @> jsonb_build_array(${id.toLowerCase()}::text)))`;

const narrowing = ({ filter: { q, from, to, ...filter } }: Request): Narrowing => ({
  choices: [
    chooseIds(notification.id, filter.id),
    chooseIds(recipientId, filter.recipientId),
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
  ctx: CtxOf<'staff'>,
  request: Request,
): Promise<Page<NotificationRecord>> {
  return findPage(listing, request, narrowing(request)).list(ctx, notification, (rows) =>
    rows.map(toRecord),
  );
}

/** @throws AppError `not_found` */
export async function readNotification(
  ctx: CtxOf<'staff'>,
  { notificationId }: { notificationId: string },
): Promise<NotificationRecord> {
  const row = await requireRow(ctx, notification, notificationId);
  return toRecord(row);
}

const toRecord = ({
  key: _key,
  thing: _thing,
  dueAt: _dueAt,
  params: facts,
  ...row
}: NotificationRow): NotificationRecord => ({
  ...row,
  facts,
  ...instantsOf(row, ['createdAt', 'sentAt', 'failedAt']),
  allowedEvents: allowedEventsOf(row),
});

// In the words of its index.
const isFailed = sql`${notification.status} = 'failed'`;

export const failedRows: Queue = {
  id: 'notifications',
  table: notification,
  where: isFailed,
  first: notification.failedAt,
};

/** Messages that could not be sent and wait for somebody to send them again, oldest first. */
export const failedQueue = (ctx: CtxOf<'staff'>) =>
  homeQueue(ctx, failedRows, { id: notification.id, label: notification.kind });
