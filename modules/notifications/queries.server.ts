import { withTransaction } from '#engine';
import { and, desc, eq, gte, lt, ne, sql, type SQL } from 'drizzle-orm';
import { type ActorOf, personIdOf, type Side } from '#platform/base/actor';
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
import { sqlNow } from '#platform/time/clock';
import type { NotificationRecord } from './contract';
import {
  type notificationList,
  type Preferences,
  type Unread,
  unreadCap,
  unreadOf,
} from './schemas';
import { quietUntil, type QuietHours } from './rules';
import {
  idsIn,
  notice,
  notification,
  personPreference,
  preference,
  quietHours,
} from './tables.server';
import {
  isSwitchable,
  isTexted,
  type Reader,
  type RecipientType,
  type Topic,
  topicsFor,
} from './values';

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

/**
 * Everything the acting person may be notified of, and how. Mail and the list in the product are the account's; browsers and
 * text messages are the person's own. Where nothing was said: every way, but no text message.
 */
export async function ownPreferences(ctx: CtxOf<Side>): Promise<Preferences> {
  const { kind: type, id } = ctx.actor;
  const own = { readerType: type, readerId: id, personId: personIdOf(ctx.actor) };
  const { rows } = await ctx.db.execute<Record<'email' | 'product' | 'push' | 'sms', boolean>>(sql`
    select coalesce(a.email, true) as email, coalesce(a.product, true) as product,
      coalesce(p.push, a.push, true) as push, coalesce(p.sms, false) as sms
    from unnest(${sql.param([...topicsFor(type)])}::text[]) with ordinality as t(topic, n)
    left join notifications.preference a
      on a.reader_id = ${own.readerId}::uuid and a.reader_type = ${own.readerType} and a.topic = t.topic
    left join notifications.person_preference p
      on p.reader_id = ${own.readerId}::uuid and p.reader_type = ${own.readerType}
        and p.person_id = ${own.personId}::uuid and p.topic = t.topic
    order by t.n`);
  return topicsFor(type).map((kind, n) => {
    const locked = !isSwitchable(kind);
    const { sms, ...said } = rows[n]!;
    const ways = locked ? { email: true, product: true, push: true } : said;
    return { kind, ...ways, sms: isTexted(type, kind) ? sms : null, locked };
  });
}

interface Wish {
  readonly reader: { readonly type: Reader; readonly id: string };
  readonly topic: Topic;
}

const isAbout = (
  table: typeof preference | typeof personPreference,
  { reader, topic }: Wish,
): SQL =>
  and(eq(table.readerId, reader.id), eq(table.readerType, reader.type), eq(table.topic, topic))!;

/** Whether an account is to have mails about a topic, as it prefers at this moment. */
export async function wantsMail(ctx: Ctx, wish: Wish): Promise<boolean> {
  if (!isSwitchable(wish.topic)) return true;
  const [said] = await ctx.db
    .select({ email: preference.email })
    .from(preference)
    .where(isAbout(preference, wish));
  return said?.email ?? true;
}

/** Which people of an account want a topic on their browsers: as each of them chose, else as the account says. */
export async function wantsPush(
  ctx: Ctx,
  wish: Wish,
): Promise<(person: { readonly personId: string }) => boolean> {
  if (!isSwitchable(wish.topic)) return () => true;
  const ofAccount = sql<string | null>`null::uuid`.as('person_id');
  const said = await ctx.db
    .select({ personId: ofAccount, push: sql<boolean | null>`${preference.push}` })
    .from(preference)
    .where(isAbout(preference, wish))
    .unionAll(
      ctx.db
        .select({ personId: personPreference.personId, push: personPreference.push })
        .from(personPreference)
        .where(isAbout(personPreference, wish)),
    );
  const pushOf = (personId: string | null) =>
    said.find((one) => one.personId === personId)?.push ?? null;
  return ({ personId }) => pushOf(personId) ?? pushOf(null) ?? true;
}

/** Ids of the people of an account who chose to be notified of a topic by text message. */
export async function wantTexts(ctx: Ctx, wish: Wish): Promise<string[]> {
  const rows = await ctx.db
    .select({ personId: personPreference.personId })
    .from(personPreference)
    .where(and(isAbout(personPreference, wish), eq(personPreference.sms, true)));
  return rows.map(({ personId }) => personId);
}

const quietOf = ({ actor }: CtxOf<Side>): SQL =>
  and(
    eq(quietHours.readerId, actor.id),
    eq(quietHours.readerType, actor.kind),
    eq(quietHours.personId, personIdOf(actor)),
  )!;

/** When the acting person's browsers show nothing; null where they always do. */
export async function ownQuietHours(ctx: CtxOf<Side>): Promise<QuietHours | null> {
  const { from, to, zone } = quietHours;
  const [row] = await ctx.db.select({ from, to, zone }).from(quietHours).where(quietOf(ctx));
  return row ?? null;
}

/** In which time zone (IANA) a patient's quiet hours are; null where there are none. For the worker. */
export async function quietZoneOf(
  ctx: Ctx,
  { type, id }: { readonly type: Extract<Reader, 'patient'>; readonly id: string },
): Promise<string | null> {
  const { zone, personId, readerId, readerType } = quietHours;
  const [row] = await ctx.db
    .select({ zone })
    .from(quietHours)
    .where(and(eq(readerId, id), eq(readerType, type), eq(personId, id)));
  return row?.zone ?? null;
}

/** Until when it is quiet for people of an account, by the id of each for whom it is quiet now. */
export async function quietAmong(
  ctx: Ctx,
  { type, id }: { readonly type: Reader; readonly id: string },
): Promise<ReadonlyMap<string, Date>> {
  const { personId, from, to, zone } = quietHours;
  const rows = await ctx.db
    .select({ personId, from, to, zone, now: sql<number>`extract(epoch from ${sqlNow}) * 1000` })
    .from(quietHours)
    .where(and(eq(quietHours.readerId, id), eq(quietHours.readerType, type)));
  return new Map(
    rows.flatMap(({ personId: person, now, ...hours }) => {
      const until = quietUntil(hours, new Date(Number(now)));
      return until ? [[person, until] as const] : [];
    }),
  );
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

/** Of the mails of a recipient, so many are due within any {@link burst}; what is more is part of a digest. */
export const mostInBurst = 4;

/** The time of rules at this very statement: that of {@link sqlNow} stands still while a transaction waits for a lock. */
export const clockNow = sql`(platform.now() + (clock_timestamp() - now()))`;

/** Who has digests: who has an account. Mails to staff and visitors stand for themselves. */
export const hasDigests = (recipient: RecipientType): recipient is Reader =>
  recipient === 'patient' || recipient === 'clinic';

type Budget = Pick<NotificationRow, 'kind' | 'recipientType' | 'recipientId' | 'thing'>;

/**
 * Until the transaction ends nothing else is decided about mails of a kind about a thing to a recipient; about none to one who
 * has digests.
 */
export async function lockBudget(ctx: TxCtx, budget: Budget): Promise<void> {
  const { kind, recipientType, recipientId, thing } = budget;
  const name = hasDigests(recipientType)
    ? `mail:${recipientType}:${recipientId}`
    : `mail:${kind}:${recipientType}:${recipientId}:${thing}`;
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

/** What is due with a mail of the same recipient, to the microsecond. */
const dueWith = ({ id, recipientType, recipientId }: MailOf): SQL =>
  and(
    eq(notification.recipientId, recipientId),
    eq(notification.recipientType, recipientType),
    sql`${notification.dueAt} = (select due_at from notifications.notification
      where id = ${id} and recipient_id = ${recipientId})`,
  )!;

type MailOf = Pick<NotificationRow, 'id' | 'recipientType' | 'recipientId'>;

/**
 * Ids of the news that a mail stands for, oldest first: its own, and of what joined it while it waited. What is about to
 * join it is waited for; once it is due nothing joins it any more.
 */
export async function joinedNews(
  ctx: Ctx,
  row: NotificationRow,
): Promise<ReadonlyArray<NotificationRow['params']>> {
  const { kind, thing, params } = row;
  const waited = row.dueAt !== null && row.dueAt > row.createdAt;
  if (thing === null || !waited) return [params];
  return withTransaction(ctx, async (tx) => {
    await lockBudget(tx, row);
    const joined = await tx.db
      .select({ params: notification.params })
      .from(notification)
      .where(
        and(
          dueWith(row),
          eq(notification.thing, thing),
          eq(notification.kind, kind),
          eq(notification.lastError, 'joined'),
        ),
      )
      .orderBy(notification.createdAt, notification.id);
    return [params, ...joined.map((one) => one.params)];
  });
}

const inDigest = (row: MailOf): SQL => and(dueWith(row), eq(notification.lastError, 'digest'))!;

/** News of one kind about one thing: the ids of the newest, and how often it came. */
export interface DigestNews extends Pick<NotificationRow, 'kind' | 'params'> {
  readonly times: number;
}

/** What a digest stands for, newest first. As of {@link joinedNews}, what is about to become part of it is waited for. */
export const digestNews = (ctx: Ctx, row: NotificationRow): Promise<DigestNews[]> =>
  withTransaction(ctx, async (tx) => {
    await lockBudget(tx, row);
    const { kind, thing, params, createdAt: at, id } = notification;
    const newest = tx.db
      .selectDistinctOn([kind, thing], {
        ...{ kind, params, at, id },
        times: sql<number>`(count(*) over (partition by ${kind}, ${thing}))::int`.as('times'),
      })
      .from(notification)
      .where(inDigest(row))
      .orderBy(kind, thing, desc(at), desc(id))
      .as('newest');
    return tx.db
      .select({ kind: newest.kind, params: newest.params, times: newest.times })
      .from(newest)
      .orderBy(desc(newest.at), desc(newest.id));
  });

/** The kinds of news that are in a digest, each once. */
export async function kindsInDigest(ctx: Ctx, row: MailOf): Promise<string[]> {
  const found = await ctx.db
    .selectDistinct({ kind: notification.kind })
    .from(notification)
    .where(inDigest(row))
    .orderBy(notification.kind);
  return found.map((one) => one.kind);
}

/** Who was notified of what; null for an unknown one. */
export async function findNotification(
  ctx: Ctx,
  { notificationId }: { notificationId: string },
): Promise<Pick<NotificationRow, 'id' | 'kind' | 'recipientType' | 'recipientId'> | null> {
  const { id, kind, recipientType, recipientId } = notification;
  const [row] = await ctx.db
    .select({ id, kind, recipientType, recipientId })
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
