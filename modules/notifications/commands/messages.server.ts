import type { Side } from '#platform/base/actor';
import { and, type Column, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { audit, withTransaction, defineJob, enqueue, publishLive } from '#engine';
import { sqlNow } from '#platform/time/clock';
import type { Ctx, CtxOf, TxCtx } from '#platform/context';
import { days, type Duration, hours, inSeconds, minutes } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { isId, newId } from '#platform/base/ids';
import { consumeRateLimit, returnPoint } from '#platform/limits/rate-limit';
import { readSetting } from '#platform/settings/settings';
import { deleteInSteps } from '#platform/privacy/person-data';
import {
  burst,
  clockNow,
  hasDigests,
  lockBudget,
  mostInBurst,
  oneMoreAttempt,
  ownedBy,
  resendable,
  type Round,
  updateRound,
} from '../queries.server';
import type { markReadSchema } from '../schemas';
import { textBudgets } from '../rules';
import { notice, notification } from '../tables.server';
import { digestMail, noticesChanged, type Reader, type RecipientType, type Topic } from '../values';

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
  /** Never part of a digest. */
  readonly alone?: boolean;
}

/**
 * Records that the recipient gets a mail, and enqueues it: both within the open transaction, so nothing is sent for one
 * that rolls back. The same event, kind and recipient, also fifty times at once, is one notification. With a `thing` the
 * first mail goes at once; what follows within ten minutes is part of one more mail at their end, which has the params of
 * the newest (`joinedNews`). Of an account, four mails with a `thing` are due within any ten minutes: what is more is part of
 * a digest (`digestNews`), which goes ten minutes after the first that is in it.
 */
export async function queueNotification(ctx: TxCtx, wish: NewNotification): Promise<void> {
  const { recipient, thing = null, first } = wish;
  const slot = thing === null ? atOnce : await slotOf(ctx, { ...wish, thing });
  const id = await addRow(ctx, { ...wish, thing }, slot);
  if (id === null || slot.part === 'joined' || slot.part === 'digest') return;
  const begins = slot.part === 'new digest';
  const digest = { kind: digestMail, recipient, eventId: id, thing: recipient.id };
  const mailId = begins ? await addRow(ctx, digest, { ...slot, part: null }) : id;
  if (mailId === null) return;
  const payload = { notificationId: mailId, resend: 0 };
  await enqueue(ctx, sendEmailJob, payload, { startAfter: slot.wait, first });
}

/** The id of the row; null where there is one of the same event, kind and recipient. */
async function addRow(
  ctx: TxCtx,
  { kind, recipient, eventId, params = {}, thing }: NewNotification,
  { part, dueAt }: Slot,
): Promise<string | null> {
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
      status: part === null ? 'queued' : 'dropped',
      lastError: part === 'new digest' ? 'digest' : part,
      createdAt: sqlNow,
      thing,
      dueAt: dueAt === null ? sqlNow : sql`${dueAt}::timestamptz`,
    })
    .onConflictDoNothing({ target: notification.key })
    .returning({ id: notification.id });
  return added?.id ?? null;
}

/**
 * Sends one text message. Never the queue of codes, nor its workers: what is sent here waits behind nothing that a person
 * needs to sign in, and holds nothing of it up.
 */
export const sendTextJob = defineJob({
  name: 'notifications.send-text',
  payload: z.strictObject({ notificationId: z.uuid(), resend: z.int().min(0) }),
  retry: { limit: 4, delay: minutes(1), backoff: true },
  expiresAfter: minutes(1),
  rate: { perSecond: 5, least: 1, burst: 5 },
});

export interface NewText {
  /** Dotted word of what happened. */
  readonly kind: string;
  readonly reader: { readonly type: Reader; readonly id: string };
  /** The patient, or the member of the clinic's team, whose number it goes to. */
  readonly personId: string;
  readonly eventId: string;
  readonly params: Readonly<Record<string, string>>;
  /** When the quiet hours of the person end; null where it is not quiet for them. */
  readonly notBefore: Date | null;
}

/**
 * Records that a person gets a text message and enqueues it, within the open transaction; the same event, kind and person is
 * one. Above the budget of the person or of the product (`notifications.text-budgets`) it is recorded as dropped.
 */
export async function queueText(ctx: TxCtx, wish: NewText): Promise<void> {
  const { kind, reader, personId, eventId, params, notBefore } = wish;
  const due = sql<string>`greatest(platform.now(), ${notBefore?.toISOString() ?? null}::timestamptz)`;
  const [added] = await ctx.db
    .insert(notification)
    .values({
      id: newId(),
      key: `${kind}:${eventId}:sms:${personId}`,
      kind,
      channel: 'sms',
      recipientType: reader.type,
      recipientId: reader.id,
      params: { ...params, personId },
      status: 'queued',
      createdAt: sqlNow,
      dueAt: due,
    })
    .onConflictDoNothing({ target: notification.key })
    .returning({
      id: notification.id,
      wait: sql<number>`(extract(epoch from ${notification.dueAt} - platform.now()) * 1000)::float8`,
    });
  if (!added) return;
  const round = { notificationId: added.id, resend: 0 };
  if (await isWithinBudget(ctx, personId))
    await enqueue(ctx, sendTextJob, round, { startAfter: Math.max(0, added.wait) as Duration });
  else await markDropped(ctx, round, 'budget');
}

/** The point of all people first: transactions that take both wait for each other in one order. */
async function isWithinBudget(ctx: TxCtx, personId: string): Promise<boolean> {
  const { perPersonDay, perHour } = await readSetting(ctx, textBudgets);
  const all = { name: 'notifications.texts-per-hour', limit: perHour, window: hours(1) };
  const own = { name: 'notifications.texts-per-person-day', limit: perPersonDay, window: days(1) };
  const point = newId();
  if (!(await consumeRateLimit(ctx, all, 'all', point)).allowed) {
    ctx.log.warn({ perHour }, 'notifications.texts-limited');
    return false;
  }
  const { allowed } = await consumeRateLimit(ctx, own, personId);
  if (!allowed) await returnPoint(ctx, all, 'all', point);
  return allowed;
}

interface Slot {
  /** Of which other mail it is part: of one about the same thing that waits, of a digest that waits, or of one that begins. */
  readonly part: 'joined' | 'digest' | 'new digest' | null;
  /** Null for now. */
  readonly dueAt: string | null;
  readonly wait?: Duration;
}

const atOnce: Slot = { part: null, dueAt: null };

/**
 * Where a mail has its place in the budget. Until the transaction ends no other one decides about the same budget, and a
 * mail that is due is not composed: what joins it is in it.
 */
async function slotOf(ctx: TxCtx, wish: NewNotification & { thing: string }): Promise<Slot> {
  const { kind, recipient, thing } = wish;
  const { type: recipientType, id: recipientId } = recipient;
  await lockBudget(ctx, { kind, recipientType, recipientId, thing });
  const found = await dueAbout(ctx, wish);
  const { waiting, digest, next } = found;
  if (waiting !== null) return { part: 'joined', dueAt: waiting };
  const mayWait = hasDigests(recipientType) && !wish.alone;
  if (mayWait && digest !== null) return { part: 'digest', dueAt: digest };
  if (mayWait && found.near >= mostInBurst)
    return { part: 'new digest', dueAt: found.later, wait: found.laterIn as Duration };
  return next === null ? atOnce : { part: null, dueAt: next, wait: found.nextIn as Duration };
}

interface DueAbout {
  /** When the mail about the same thing goes that waits; null where none does. */
  readonly waiting: string | null;
  /** When the digest goes that waits; null where none does. */
  readonly digest: string | null;
  /** When the next mail about the same thing may go, and in how many ms; null for now. */
  readonly next: string | null;
  readonly nextIn: number;
  /** How many mails are due less than a burst before or after that: counted no further than a burst may have. */
  readonly near: number;
  /** When a digest goes that begins now, and in how many ms. */
  readonly later: string;
  readonly laterIn: number;
}

/**
 * What is due about now to a recipient, in one statement. News that is in a digest counts as a mail about its thing; the digest
 * itself is none of the mails that are counted.
 */
async function dueAbout(
  ctx: TxCtx,
  { kind, recipient: { type, id }, thing }: NewNotification & { thing: string },
): Promise<DueAbout> {
  const length = sql`make_interval(secs => ${inSeconds(burst)})`;
  const inMs = (at: SQL) =>
    sql`greatest(0, ceil(extract(epoch from ${at} - platform.now()) * 1000))::float8`;
  const { rows } = await ctx.db.execute<DueAbout & Record<string, unknown>>(sql`
    with clock as materialized (select ${clockNow} as now),
    last as materialized (
      select n.due_at, n.status = 'queued' and n.due_at > n.created_at and n.due_at > (select now from clock) as waits
      from notifications.notification n
      where n.recipient_id = ${id}::uuid and n.recipient_type = ${type} and n.thing = ${thing}::uuid
        and n.kind = ${kind} and n.due_at > (select now from clock) - ${length}
        and (n.status <> 'dropped' or n.last_error = 'digest')
      order by n.due_at desc limit 1),
    slot as materialized (
      select next, coalesce(next, platform.now()) as at, now + ${length} as later
      from clock left join (select due_at + ${length} as next from last) l on true),
    digest as (
      select n.due_at from notifications.notification n
      where n.recipient_id = ${id}::uuid and n.recipient_type = ${type} and n.thing = ${id}::uuid
        and n.kind = ${digestMail} and n.due_at > (select now from clock) and n.status = 'queued'
      limit 1),
    near as (
      select from notifications.notification n
      where n.recipient_id = ${id}::uuid and n.recipient_type = ${type} and n.thing is not null
        and n.status <> 'dropped' and n.kind <> ${digestMail}
        and n.due_at > (select at - ${length} from slot) and n.due_at < (select at + ${length} from slot)
      limit ${mostInBurst})
    select (select due_at::text from last where waits) as waiting, (select due_at::text from digest) as digest,
      next::text, ${inMs(sql`next`)} as "nextIn", (select count(*)::int from near) as near,
      later::text, ${inMs(sql`later`)} as "laterIn"
    from slot`);
  return rows[0]!;
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

/** It has no reader any more, they do not want it, or it is one too many: `code` says so. */
export async function markDropped(
  ctx: Ctx,
  round: Round,
  code: 'not_wanted' | 'budget' | null = null,
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
      .returning({ resend: notification.resends, channel: notification.channel });
    if (!again) {
      const [known] = await tx.db.select({ id: notification.id }).from(notification).where(mine);
      throw new AppError(known ? 'event_refused' : 'not_found');
    }
    const job = again.channel === 'sms' ? sendTextJob : sendEmailJob;
    await enqueue(tx, job, { notificationId, resend: again.resend });
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
