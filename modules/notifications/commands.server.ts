import type { Side } from '#platform/base/actor';
import { and, type Column, desc, eq, inArray, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import { audit, withTransaction, defineJob, enqueue, publishLive } from '#engine';
import { sqlNow } from '#platform/time/clock';
import type { Ctx, CtxOf, TxCtx } from '#platform/context';
import { days, type Duration, inSeconds, minutes } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { isId, newId } from '#platform/base/ids';
import { deleteInSteps } from '#platform/privacy/person-data';
import {
  burst,
  clockNow,
  lockBudget,
  oneMoreAttempt,
  ownedBy,
  resendable,
  type Round,
  updateRound,
} from './queries.server';
import type { markReadSchema, PreferenceWish } from './schemas';
import { notice, notification, preference } from './tables.server';
import {
  isSwitchable,
  noticesChanged,
  type Reader,
  type RecipientType,
  type Topic,
  topicsFor,
} from './values';

/**
 * Sends one notification by e-mail. The waits double from a minute or two to an hour each, so that the last of
 * the 28 repeats comes about a day after the first try. `resend` counts what staff asked for: a job of an
 * earlier round does nothing.
 */
export const sendEmailJob = defineJob({
  name: 'notifications.send-email',
  payload: z.strictObject({ notificationId: z.uuid(), resend: z.int().min(0) }),
  retry: { limit: 28, delay: minutes(1), backoff: true },
  expiresAfter: minutes(2),
  // 50,000 at once are sent within 25 minutes by one worker while the database answers as usual.
  rate: { perSecond: 40, least: 5, burst: 20 },
});

export interface NewNotification {
  /** Dotted word of the template. */
  readonly kind: string;
  readonly recipient: { readonly type: RecipientType; readonly id: string };
  /** What happened: the id of the event's delivery, the same each time it is delivered. */
  readonly eventId: string;
  /** Ids that the template needs; nothing personal. */
  readonly params?: Readonly<Record<string, string>>;
  /** Id of what the mail is about, for its budget; null for a kind that is exempt. */
  readonly thing?: string | null;
  /** Its recipient waits for it: it is sent before other mails that wait. */
  readonly first?: boolean;
}

/**
 * Records that the recipient gets a mail, and enqueues it: both within the open transaction, so nothing is sent for one
 * that rolls back. The same event, kind and recipient, also fifty times at once, is one notification. With a `thing` the
 * first mail goes at once; what follows within ten minutes is part of one more mail at their end, which has the params of
 * the newest (`joinedNews`).
 */
export async function queueNotification(ctx: TxCtx, wish: NewNotification): Promise<void> {
  const { kind, recipient, eventId, params = {}, thing = null, first } = wish;
  const slot = thing === null ? atOnce : await slotOf(ctx, { ...wish, thing });
  const [added] = await ctx.db
    .insert(notification)
    .values({
      id: newId(),
      key: `${kind}:${eventId}:${recipient.type}:${recipient.id}`,
      kind,
      channel: 'email',
      recipientType: recipient.type,
      recipientId: recipient.id,
      params: { ...params },
      status: slot.joins ? 'dropped' : 'queued',
      lastError: slot.joins ? 'joined' : null,
      createdAt: sqlNow,
      thing,
      dueAt: slot.dueAt === null ? sqlNow : sql`${slot.dueAt}::timestamptz`,
    })
    .onConflictDoNothing({ target: notification.key })
    .returning({ id: notification.id });
  if (!added || slot.joins) return;
  const payload = { notificationId: added.id, resend: 0 };
  await enqueue(ctx, sendEmailJob, payload, { startAfter: slot.wait, first });
}

interface Slot {
  /** A mail that waits already has it within. */
  readonly joins: boolean;
  /** Null for now. */
  readonly dueAt: string | null;
  readonly wait?: Duration;
}

const atOnce: Slot = { joins: false, dueAt: null };

/**
 * Where a mail has its place in the budget. Until the transaction ends no other one decides about the same budget, and a
 * mail that is due is not composed: what joins it is in it.
 */
async function slotOf(ctx: TxCtx, wish: NewNotification & { thing: string }): Promise<Slot> {
  const { kind, recipient, thing } = wish;
  const { type: recipientType, id: recipientId } = recipient;
  await lockBudget(ctx, { kind, recipientType, recipientId, thing });
  const { dueAt, createdAt, status } = notification;
  const length = sql`make_interval(secs => ${inSeconds(burst)})`;
  const next = sql`${dueAt} + ${length}`;
  const [last] = await ctx.db
    .select({
      waits: sql<boolean>`${status} = 'queued' and ${dueAt} > ${createdAt} and ${dueAt} > ${clockNow}`,
      dueAt: sql<string>`${dueAt}::text`,
      next: sql<string>`(${next})::text`,
      wait: sql<number>`greatest(0, ceil(extract(epoch from ${next} - platform.now()) * 1000))::float8`,
    })
    .from(notification)
    .where(
      and(
        eq(notification.recipientId, recipient.id),
        eq(notification.recipientType, recipient.type),
        eq(notification.thing, thing),
        eq(notification.kind, kind),
        isNotNull(dueAt),
        ne(status, 'dropped'),
        sql`${dueAt} > ${clockNow} - ${length}`,
      ),
    )
    .orderBy(desc(dueAt))
    .limit(1);
  if (!last) return atOnce;
  if (last.waits) return { joins: true, dueAt: last.dueAt };
  return { joins: false, dueAt: last.next, wait: last.wait as Duration };
}

interface NewNotice {
  /** Dotted word of what happened. */
  readonly kind: string;
  /** What a reader may have switched off. */
  readonly topic: Topic;
  readonly reader: { readonly type: Reader; readonly id: string };
  /** The id of the event's delivery, the same each time it is delivered. */
  readonly eventId: string;
  /** Ids and codes that the words need; nothing personal. */
  readonly params?: Readonly<Record<string, string>>;
  /** Takes the place of the unread one of its kind about the same ids that came within ten minutes before it. */
  readonly joins?: boolean;
}

/**
 * Shows something to an account in the product, unless its owner switched that off, and informs their open pages. The same event,
 * kind and reader, also fifty times at once, is one notice.
 */
export async function postNotice(ctx: TxCtx, wish: NewNotice): Promise<void> {
  const { kind, topic, reader, eventId, params = {}, joins = false } = wish;
  const key = `${kind}:${eventId}:${reader.type}:${reader.id}`;
  const { rows } = await ctx.db.execute(sql`
    with joined as (
      delete from notifications.notice
      where ${joins} and reader_type = ${reader.type} and reader_id = ${reader.id}::uuid and kind = ${kind}
        and facts = ${JSON.stringify(params)}::jsonb and read_at is null and key <> ${key}
        and created_at > platform.now() - make_interval(secs => ${inSeconds(burst)}))
    insert into notifications.notice (id, key, kind, reader_type, reader_id, facts, created_at)
    select ${newId()}::uuid, ${key}, ${kind}, ${reader.type}, ${reader.id}::uuid,
      ${JSON.stringify(params)}::jsonb, platform.now()
    where not exists (
      select from notifications.preference p where p.reader_id = ${reader.id}::uuid
        and p.reader_type = ${reader.type} and p.topic = ${topic} and not p.product)
    on conflict (key) do nothing returning id`);
  if (rows.length > 0)
    await publishLive(ctx, `${reader.type}:${reader.id}`, { type: noticesChanged, data: {} });
}

/** The provider took the mail. */
export async function markSent(ctx: Ctx, round: Round): Promise<void> {
  await updateRound(ctx, round, {
    status: 'sent',
    sentAt: sqlNow,
    failedAt: null,
    lastError: null,
    attempts: oneMoreAttempt,
  });
}

/** One attempt failed and others follow; `code` says why and holds nothing personal. */
export async function noteAttempt(ctx: Ctx, round: Round, code: string): Promise<void> {
  await updateRound(ctx, round, { lastError: code, attempts: oneMoreAttempt });
}

/** Nothing more is tried until staff ask for it. `code` replaces the last attempt's when given. */
export async function markFailed(ctx: Ctx, round: Round, code?: string): Promise<void> {
  const why = code === undefined ? {} : { lastError: code, attempts: oneMoreAttempt };
  await updateRound(ctx, round, { status: 'failed', failedAt: sqlNow, ...why });
}

/** There is nobody to send it to any more, or they do not want it: `code` says so. */
export async function markDropped(
  ctx: Ctx,
  round: Round,
  code: 'not_wanted' | null = null,
): Promise<void> {
  await updateRound(ctx, round, { status: 'dropped', failedAt: null, lastError: code });
}

const isQueued = eq(notification.status, 'queued');

/** How many mails wait to be sent. */
export const countQueued = (ctx: Ctx): Promise<number> => ctx.db.$count(notification, isQueued);

/** Gives up all that wait: in a restored copy they are those that went out long ago. What they say stays to be read. */
export async function dropQueued(ctx: Ctx): Promise<void> {
  await ctx.db.update(notification).set({ status: 'dropped' }).where(isQueued);
}

/**
 * Sends a failed notification anew, or one that was sent once more: as another message to the provider, with
 * fresh tries. Of two at once the second is refused.
 *
 * @throws AppError `not_found`, `event_refused`
 */
export async function resendNotification(
  ctx: CtxOf<'staff'>,
  { notificationId }: { notificationId: string },
): Promise<void> {
  if (!isId(notificationId)) throw new AppError('not_found');
  await withTransaction(ctx, async (tx) => {
    const mine = eq(notification.id, notificationId);
    const [again] = await tx.db
      .update(notification)
      .set({
        status: 'queued',
        resends: sql`${notification.resends} + 1`,
        failedAt: null,
        sentAt: null,
        lastError: null,
      })
      .where(and(mine, inArray(notification.status, [...resendable])))
      .returning({ resend: notification.resends });
    if (!again) {
      const [known] = await tx.db.select({ id: notification.id }).from(notification).where(mine);
      throw new AppError(known ? 'event_refused' : 'not_found');
    }
    await enqueue(tx, sendEmailJob, { notificationId, resend: again.resend });
    await audit(tx, {
      action: 'notifications.resend',
      object: { type: 'notification', id: notificationId },
      details: { resend: again.resend },
    });
  });
}

/**
 * Marks notices of the acting person as read: the named ones, else all, none later than `upTo`. Those of others are
 * passed over like those that do not exist. Other open pages of the person are informed.
 */
export async function markNoticesRead(
  ctx: CtxOf<Side>,
  { ids, upTo }: z.output<typeof markReadSchema>,
): Promise<void> {
  const named = ids?.filter(isId);
  if (named?.length === 0) return;
  await withTransaction(ctx, async (tx) => {
    const read = await tx.db
      .update(notice)
      .set({ readAt: sqlNow })
      .where(
        and(
          ownedBy(ctx.actor),
          isNull(notice.readAt),
          named ? inArray(notice.id, named) : undefined,
          upTo ? sql`${notice.createdAt} <= ${upTo}::timestamptz` : undefined,
        ),
      )
      .returning({ id: notice.id });
    if (read.length === 0) return;
    await publishLive(tx, `${ctx.actor.kind}:${ctx.actor.id}`, { type: noticesChanged, data: {} });
  });
}

/**
 * What the acting person is notified of from now on; topics that are left out stay as they are.
 *
 * @throws AppError `validation_failed` for what cannot be switched off, for a topic that is not the person's, and for one
 *   that is named twice
 */
export async function setPreferences(
  ctx: CtxOf<Side>,
  { preferences }: { preferences: PreferenceWish },
): Promise<void> {
  const { kind: readerType, id: readerId } = ctx.actor;
  for (const { kind: topic, email, product } of preferences) {
    if (!topicsFor(readerType).includes(topic)) throw refused('notices.preferences.unknown');
    if (!isSwitchable(topic) && !(email && product)) throw refused('notices.preferences.locked');
  }
  if (new Set(preferences.map(({ kind }) => kind)).size < preferences.length)
    throw refused('notices.preferences.twice');
  const rows = preferences
    .filter(({ kind }) => isSwitchable(kind))
    .map(({ kind: topic, email, product }) => ({
      ...{ readerType, readerId, topic, email, product },
      changedAt: sqlNow,
    }));
  if (rows.length === 0) return;
  await ctx.db
    .insert(preference)
    .values(rows)
    .onConflictDoUpdate({
      target: [preference.readerId, preference.readerType, preference.topic],
      set: {
        email: sql`excluded.email`,
        product: sql`excluded.product`,
        changedAt: sql`excluded.changed_at`,
      },
    });
}

const refused = (message: string): AppError =>
  new AppError('validation_failed', { fields: { preferences: [message] } });

/** Ends mails about one topic, for whoever follows the link of such a mail; what is shown in the product stays. */
export async function endMailsAbout(
  ctx: Ctx,
  { reader, topic }: { reader: { type: Reader; id: string }; topic: Topic },
): Promise<void> {
  await ctx.db
    .insert(preference)
    .values({
      readerType: reader.type,
      readerId: reader.id,
      topic,
      email: false,
      product: true,
      changedAt: sqlNow,
    })
    .onConflictDoUpdate({
      target: [preference.readerId, preference.readerType, preference.topic],
      set: { email: false, changedAt: sql`excluded.changed_at` },
    });
}

/** How long rows are kept, as the privacy page says it: links in mails that end them work as long as the mail's row. */
export const keptFor = { notices: days(180), mails: days(400) } as const;

const isBefore = (column: Column, length: Duration) =>
  lt(column, sql`platform.now() - make_interval(secs => ${inSeconds(length)})`);

/** Removes old notices, and mails that were sent, dropped or given up long ago. Returns how many rows went. */
export async function forgetOldNotifications(ctx: Ctx): Promise<number> {
  const over = inArray(notification.status, ['sent', 'dropped', 'failed']);
  return (
    (await deleteInSteps(ctx, notice, isBefore(notice.createdAt, keptFor.notices))) +
    (await deleteInSteps(
      ctx,
      notification,
      and(isBefore(notification.createdAt, keptFor.mails), over)!,
    ))
  );
}
