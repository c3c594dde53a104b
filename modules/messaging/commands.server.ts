import type { PhotoSlot } from '#contracts/consultation';
import { otherSide, type Side } from '#platform/base/actor';
import { and, desc, eq, isNull, lt, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { audit, withTransaction, publish, defineJob, enqueue, type JobHandler } from '#engine';
import { now, sqlNow } from '#platform/time/clock';
import type { Ctx, CtxOf, TxCtx, TxCtxOf } from '#platform/context';
import { days, hours, inSeconds, minutes, seconds } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import type { FormTurn } from '#platform/text/form-turn';
import { isId, newId } from '#platform/base/ids';
import { deleteInSteps } from '#platform/privacy/person-data';
import { requireRateLimit } from '#platform/limits/rate-limit';
import { countSetting, readSetting } from '#platform/settings/settings';
import {
  type Masked,
  maskedKinds,
  maskMessages,
  messagesReadTogether,
} from '#platform/masking/mask';
import {
  type ConversationRow,
  findConversation,
  lastAboutView,
  lockConversation,
  readsOwnOnly,
  sideOf,
  type Talk,
  notifyBoth,
  notifyTeam,
} from './queries.server';
import { type MessageFields, messagingEvents } from './schemas';
import {
  conversation,
  maskingReview,
  message,
  report,
  reported,
  typedMessage,
} from './tables.server';

/** Messages one person may send in an hour. One person plays many in the demo. */
export const messagesPerHour = countSetting('messaging.messages-per-hour', 200, 20_000);

/** Enqueued with the first unseen message of a burst, for ten minutes later. */
export const notifyOfUnreadJob = defineJob({
  name: 'messaging.tell-unread',
  payload: z.strictObject({
    offerId: z.uuid(),
    to: z.enum(['patient', 'clinic']),
    messageId: z.uuid(),
  }),
  retry: { limit: 10, delay: seconds(10), backoff: true },
  expiresAfter: minutes(2),
});

/** How long the other side has to look before it is notified by mail. */
const patience = minutes(10);

/** A burst of unseen messages begins with this one; its reader is notified of it unless they look in time. Once per message. */
const notifyOfBurst = (
  tx: TxCtx,
  burst: { offerId: string; to: Side; messageId: string },
): Promise<string> =>
  enqueue(tx, notifyOfUnreadJob, burst, { key: burst.messageId, startAfter: patience });

/** Tells of a burst that nobody has looked at; nothing when they have, and nothing the second time. */
export const notifyOfUnreadHandler: JobHandler<typeof notifyOfUnreadJob.payload> = (ctx, job) =>
  withTransaction(ctx, async (tx) => {
    const { offerId, to, messageId } = job.payload;
    const [row] = await tx.db
      .select()
      .from(conversation)
      .where(eq(conversation.id, offerId))
      .for('update');
    const from = to === 'patient' ? row?.patientUnreadFrom : row?.clinicUnreadFrom;
    if (!row || from !== messageId) return;
    // The burst goes on under another name: a repeat of this job does not know it.
    const unread =
      to === 'patient' ? { patientUnreadFrom: newId() } : { clinicUnreadFrom: newId() };
    await tx.db.update(conversation).set(unread).where(eq(conversation.id, offerId));
    const { leadId, patientId, clinicId } = row;
    await publish(tx, messagingEvents['messaging.unread'], {
      offerId,
      leadId,
      patientId,
      clinicId,
      to,
    });
  });

interface Sending {
  readonly messageId: string;
  readonly fields: MessageFields;
  /** Of the form that it was written in. */
  readonly turn: FormTurn | null;
  /** Of a message of a fixed form: the view that it asks for or adds. */
  readonly slot?: PhotoSlot | null;
}

/**
 * Stores what the acting person writes, within the caller's transaction, and what is to be masked in it and in what they
 * wrote before. What they had typed is sent and forgotten. A clinic that asks for a view again before it was added sends
 * nothing more.
 *
 * @throws AppError `conversation_blocked`, `too_many_requests`
 */
export async function sendMessage(
  ctx: TxCtxOf<Side>,
  talk: Talk,
  { messageId, fields, turn, slot = null }: Sending,
): Promise<void> {
  await takeTurn(ctx);
  const from = sideOf(ctx);
  const row = await lockConversation(ctx, talk);
  if (row.patientBlockedAt || row.clinicBlockedAt || row.staffBlockedAt)
    throw new AppError('conversation_blocked');
  if (slot && from === 'clinic' && (await lastAboutView(ctx, { ...talk, slot }))?.from === from)
    return;
  const own = await maskWithEarlier(ctx, { talk, from, text: fields.text });
  const createdAt = await momentAfter(ctx, row);
  await ctx.db.insert(message).values({
    id: messageId,
    conversationId: talk.offerId,
    from,
    memberId: ctx.actor.kind === 'clinic' ? ctx.actor.member.id : null,
    text: fields.text,
    masked: own.found.length > 0 ? own.text : null,
    found: own.found,
    attachments: [...fields.attachments],
    phrase: fields.phrase ?? null,
    slot,
    createdAt,
  });
  await noteUnread(ctx, row, { from, messageId, createdAt });
  // A sentence is sent beside what stands in the form.
  if (!fields.phrase) await forgetSent(ctx, talk, turn);
  await notifyBoth(ctx, talk);
}

async function takeTurn(ctx: TxCtxOf<Side>): Promise<void> {
  const limit = await readSetting(ctx, messagesPerHour);
  const rule = { name: 'messaging.sent-per-hour', limit, window: hours(1) };
  await requireRateLimit(ctx, rule, ctx.actor.id);
}

/** Messages keep their order also within a millisecond: ids are random. */
async function momentAfter(ctx: TxCtxOf<Side>, { lastMessageAt }: ConversationRow): Promise<Date> {
  const at = await now(ctx);
  return lastMessageAt && lastMessageAt >= at ? new Date(lastMessageAt.getTime() + 1) : at;
}

/**
 * Reads the new text with the last ones of its sender: a number may be split over them. Earlier parts are masked from now
 * on, and what was masked before stays masked.
 */
async function maskWithEarlier(
  ctx: TxCtxOf<Side>,
  { talk, from, text }: { talk: Talk; from: Side; text: string },
): Promise<Masked> {
  const rows = await ctx.db
    .select({
      id: message.id,
      // What the team released is read by itself, and never again for a part of something.
      text: sql<string>`case when ${message.review} = 'released' then '' else ${message.text} end`,
      masked: message.masked,
      found: message.found,
    })
    .from(message)
    .where(and(eq(message.conversationId, talk.offerId), eq(message.from, from)))
    .orderBy(desc(message.createdAt), desc(message.id))
    .limit(messagesReadTogether - 1);
  const earlier = rows.reverse();
  const read = maskMessages(
    [...earlier.map((row) => row.text), text],
    earlier.map((row) => row.masked),
  );
  for (const [at, row] of earlier.entries()) {
    const next = read[at]!;
    if (next.text === (row.masked ?? row.text)) continue;
    const found = maskedKinds.filter(
      (kind) => next.found.includes(kind) || row.found.includes(kind),
    );
    await ctx.db.update(message).set({ masked: next.text, found }).where(eq(message.id, row.id));
  }
  return read.at(-1)!;
}

async function noteUnread(
  ctx: TxCtxOf<Side>,
  row: ConversationRow,
  { from, messageId, createdAt }: { from: Side; messageId: string; createdAt: Date },
): Promise<void> {
  const last = { lastMessageAt: createdAt, lastFrom: from };
  const begins = from === 'patient' ? !row.clinicUnreadFrom : !row.patientUnreadFrom;
  const unread =
    from === 'patient'
      ? {
          clinicUnread: sql`${conversation.clinicUnread} + 1`,
          clinicUnreadFrom: row.clinicUnreadFrom ?? messageId,
        }
      : {
          patientUnread: sql`${conversation.patientUnread} + 1`,
          patientUnreadFrom: row.patientUnreadFrom ?? messageId,
        };
  await ctx.db
    .update(conversation)
    .set({ ...last, ...unread })
    .where(eq(conversation.id, row.id));
  if (!begins) return;
  const to = from === 'patient' ? 'clinic' : 'patient';
  await notifyOfBurst(ctx, { offerId: row.id, to, messageId });
}

const kept = days(30);

/** A form whose saves may still come leaves behind that its words were sent. */
async function forgetSent(ctx: CtxOf<Side>, talk: Talk, turn: FormTurn | null): Promise<void> {
  if (turn) return keepTyped(ctx, talk, { text: '', turn });
  const mine = and(eq(typedMessage.offerId, talk.offerId), eq(typedMessage.side, sideOf(ctx)));
  await ctx.db.delete(typedMessage).where(mine);
}

interface Typed {
  /** Empty: it was sent, or taken back. */
  readonly text: string;
  /** Null for a page without scripts. */
  readonly turn: FormTurn | null;
}

/**
 * Keeps what the acting person has typed and not sent. What the same form sent before changes nothing, however late it
 * comes: a save and the message itself may overtake each other. One statement.
 */
export async function keepTyped(
  ctx: CtxOf<Side>,
  { offerId }: Pick<Talk, 'offerId'>,
  { text, turn }: Typed,
): Promise<void> {
  const values = { text, writer: turn?.writer ?? null, turn: turn?.turn ?? 0, updatedAt: sqlNow };
  await ctx.db
    .insert(typedMessage)
    .values({ offerId, side: sideOf(ctx), ...values })
    .onConflictDoUpdate({
      target: [typedMessage.offerId, typedMessage.side],
      set: values,
      setWhere: turn
        ? sql`${typedMessage.writer} is distinct from ${turn.writer} or ${typedMessage.turn} < ${turn.turn}`
        : undefined,
    });
}

/** Forgets what its writer did not come back to for a month, some at a time; returns how many. */
export const forgetTyped = (ctx: Ctx): Promise<number> =>
  deleteInSteps(
    ctx,
    typedMessage,
    lt(typedMessage.updatedAt, sql`${sqlNow} - make_interval(secs => ${inSeconds(kept)})`),
  );

/**
 * The acting person has seen what the other side wrote, down to the last message that was shown (`upTo`, of either side);
 * what came in since stays unread, and a mail announces it as any other. Without it all that is there counts as seen.
 * Changes nothing where there is nothing new, and for who reads only their own words.
 *
 * @throws AppError `not_found` for a message of another conversation
 */
export async function markRead(
  ctx: CtxOf<Side>,
  talk: Talk,
  { upTo }: { upTo?: string } = {},
): Promise<void> {
  if (readsOwnOnly(ctx, talk)) return;
  const side = sideOf(ctx);
  const { offerId } = talk;
  const found = await findConversation(ctx, offerId);
  const unread = side === 'patient' ? found?.patientUnread : found?.clinicUnread;
  if (!unread) return;
  await withTransaction(ctx, async (tx) => {
    await lockConversation(tx, talk);
    const last = upTo === undefined ? undefined : await shownUntil(tx, offerId, upTo);
    const seen = await tx.db
      .update(message)
      .set({ readAt: sqlNow })
      .where(and(isUnreadOf(offerId, side), last))
      .returning({ id: message.id });
    const rest = last ? await restOf(tx, offerId, side) : { unread: 0, from: null };
    // A late notice: more than that was said to be seen before.
    if (seen.length === 0 && rest.from) return;
    await tx.db.update(conversation).set(marksOf(side, rest)).where(eq(conversation.id, offerId));
    if (rest.from) await notifyOfBurst(tx, { offerId, to: side, messageId: rest.from });
    await notifyBoth(tx, talk);
  });
}

const isUnreadOf = (offerId: string, side: Side): SQL =>
  and(
    eq(message.conversationId, offerId),
    eq(message.from, otherSide(side)),
    isNull(message.readAt),
  )!;

/** Of one conversation no two messages have the same moment. */
async function shownUntil(tx: TxCtx, offerId: string, messageId: string): Promise<SQL> {
  const [row] = await tx.db
    .select({ at: message.createdAt })
    .from(message)
    .where(and(eq(message.id, messageId), eq(message.conversationId, offerId)));
  if (!row) throw new AppError('not_found');
  return sql`${message.createdAt} <= ${row.at.toISOString()}::timestamptz`;
}

interface Rest {
  readonly unread: number;
  /** The first of them: its reader was not notified of it, because what was seen came before it. */
  readonly from: string | null;
}

async function restOf(tx: TxCtx, offerId: string, side: Side): Promise<Rest> {
  const [row] = await tx.db
    .select({
      unread: sql<number>`count(*)::int`,
      from: sql<string | null>`(array_agg(${message.id} order by ${message.createdAt}))[1]`,
    })
    .from(message)
    .where(isUnreadOf(offerId, side));
  return row!;
}

const marksOf = (side: Side, { unread, from }: Rest) =>
  side === 'patient'
    ? { patientUnread: unread, patientUnreadFrom: from }
    : { clinicUnread: unread, clinicUnreadFrom: from };

/** The acting person takes no more messages of the other side, and sends none; blocking twice is once. */
export async function blockConversation(ctx: CtxOf<Side>, talk: Talk): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const row = await lockConversation(tx, talk);
    const side = sideOf(ctx);
    if (side === 'patient' ? row.patientBlockedAt : row.clinicBlockedAt) return;
    await tx.db
      .update(conversation)
      .set(side === 'patient' ? { patientBlockedAt: sqlNow } : { clinicBlockedAt: sqlNow })
      .where(eq(conversation.id, talk.offerId));
    await audit(tx, {
      action: 'messaging.block',
      object: { type: 'conversation', id: talk.offerId },
    });
    await notifyBoth(tx, talk);
  });
}

/** Of one person in a day. */
const reportsPerDay = 20;

/**
 * Asks the team to look at a conversation, with a reason, and where it is so, at one message or file of it.
 *
 * @throws AppError `validation_failed` for a message of another conversation, `too_many_requests`
 */
export async function reportConversation(
  ctx: CtxOf<Side>,
  talk: Talk,
  about: { reason: string; messageId?: string; attachmentId?: string },
): Promise<void> {
  const rule = { name: 'messaging.reports-per-day', limit: reportsPerDay, window: days(1) };
  await requireRateLimit(ctx, rule, ctx.actor.id);
  await withTransaction(ctx, async (tx) => {
    await lockConversation(tx, talk);
    await requireSaidHere(tx, talk, about);
    const id = newId();
    const at = await now(tx);
    await tx.db
      .insert(report)
      .values({ id, conversationId: talk.offerId, by: sideOf(ctx), ...about, at });
    await noteReported(tx, talk, at);
    await publish(tx, messagingEvents['messaging.reported'], {
      offerId: talk.offerId,
      reportId: id,
    });
  });
}

/** The conversation waits for the team from its first open report on. */
async function noteReported(
  tx: TxCtxOf<Side>,
  { offerId: id, leadId, patientId, clinicId }: Talk,
  at: Date,
): Promise<void> {
  await tx.db
    .insert(reported)
    .values({ id, leadId, patientId, clinicId, reportedAt: at, waitingSince: at })
    .onConflictDoUpdate({
      target: reported.id,
      set: {
        reportedAt: at,
        waitingSince: sql`coalesce(${reported.waitingSince}, excluded.waiting_since)`,
        outcome: null,
      },
    });
  await notifyTeam(tx);
}

async function requireSaidHere(
  ctx: CtxOf<Side>,
  { offerId }: Talk,
  { messageId, attachmentId }: { messageId?: string; attachmentId?: string },
): Promise<void> {
  const refuse = (field: string) =>
    new AppError('validation_failed', { fields: { [field]: ['error.invalid_value'] } });
  const isHere = async (condition: ReturnType<typeof sql>) =>
    (
      await ctx.db
        .select({ id: message.id })
        .from(message)
        .where(and(eq(message.conversationId, offerId), condition))
        .limit(1)
    ).length > 0;
  if (messageId && !(await isHere(sql`${message.id} = ${messageId}`))) throw refuse('messageId');
  if (attachmentId && !(await isHere(sql`${attachmentId} = any(${message.attachments})`)))
    throw refuse('attachmentId');
}

/** Of one person in a day. */
const reviewsPerDay = 10;

/**
 * Releases one masked message of the acting person to the team, who decide whether it was masked rightly. A message is
 * reviewed once: asking again changes nothing.
 *
 * @throws AppError `not_found` for a message of others, of another conversation or with nothing masked in it;
 * `too_many_requests`
 */
export const askMaskingReview = (
  ctx: CtxOf<Side>,
  talk: Talk,
  { messageId }: { messageId: string },
): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    if (!isId(messageId) || talk.isOpen) throw new AppError('not_found');
    await lockConversation(tx, talk);
    const by = sideOf(ctx);
    const conversationId = talk.offerId;
    const [row] = await tx.db
      .select({ masked: message.masked, review: message.review })
      .from(message)
      .where(
        and(
          eq(message.id, messageId),
          eq(message.conversationId, conversationId),
          eq(message.from, by),
        ),
      );
    if (row?.review) return;
    if (!row || row.masked === null) throw new AppError('not_found');
    const rule = { name: 'messaging.reviews-per-day', limit: reviewsPerDay, window: days(1) };
    await requireRateLimit(tx, rule, ctx.actor.id);
    const at = await now(tx);
    await tx.db
      .insert(maskingReview)
      .values({ id: messageId, conversationId, by, askedAt: at, waitingSince: at });
    await tx.db.update(message).set({ review: 'waiting' }).where(eq(message.id, messageId));
    await audit(tx, {
      action: 'messaging.masking-review-asked',
      object: { type: 'message', id: messageId },
    });
    await notifyBoth(tx, talk);
    await notifyTeam(tx, 'masking-reviews');
  });
