import type { Side } from '#platform/base/actor';
import { isAmong } from '#platform/base/columns.server';
import { and, desc, eq, isNull, lt, ne, not, or, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import {
  audit,
  withTransaction,
  publish,
  send,
  sendIfAccepted,
  startMachine,
  defineJob,
  enqueue,
  type JobHandler,
} from '#engine';
import { businessTimeAfter } from '#platform/time/business-time';
import { now, sqlNow } from '#platform/time/clock';
import type { Ctx, CtxOf, TxCtx, TxCtxOf } from '#platform/context';
import {
  after,
  days,
  type Duration,
  hours,
  inSeconds,
  milliseconds,
  minutes,
  seconds,
} from '#platform/base/duration';
import { AppError, isAppError } from '#platform/base/errors';
import { newId } from '#platform/base/ids';
import { type Rule, consumeRateLimits } from '#platform/limits/rate-limit';
import { readSetting } from '#platform/settings/settings';
import { teamCalendar } from '#platform/settings/team-calendar';
import { ticketFlow } from './projection.server';
import {
  addMessage,
  addUnread,
  anyTicket,
  lockTicket,
  ownedBy,
  ownTicket,
  notifyOwner,
  notifyTeam,
  type TicketRow,
} from './queries.server';
import { supportHours, ticketBudgets, ticketsKept, ticketWindows } from './rules';
import { answerEvents, type NewTicket, type VisitorTicket } from './schemas';
import { ticket, ticketMessage } from './tables.server';
import type { AnswerClocks } from './ticket.machine';
import type { TicketPriority } from './values';

/** How the clocks of a ticket run that begins to wait in this transaction: open hours only. */
async function answerClocks(ctx: TxCtx): Promise<AnswerClocks> {
  const { reminder, answer } = await readSetting(ctx, ticketWindows);
  const hours = {
    ...(await readSetting(ctx, teamCalendar)),
    ...(await readSetting(ctx, supportHours)),
  };
  const at = await now(ctx);
  const until = (length: Duration) => businessTimeAfter(hours, at, length).getTime() - at.getTime();
  return { reminder: until(reminder), answer: until(answer) };
}

/** @throws AppError `too_many_requests` */
async function take(ctx: TxCtx, rules: readonly Rule[], subject: string): Promise<void> {
  const taken = await consumeRateLimits(ctx, rules, subject);
  const refused = taken.filter(({ allowed }) => !allowed);
  const [first] = refused.map(({ retryAfterSeconds }) => retryAfterSeconds).sort((a, b) => b - a);
  if (first !== undefined) throw new AppError('too_many_requests', { retryAfterSeconds: first });
}

interface Written {
  readonly ticketId: string;
  /** The id that the message is to have. */
  readonly messageId: string;
  readonly text: string;
}

/**
 * The acting person writes again, within the caller's transaction. What was answered or closed waits for the team anew.
 *
 * @throws AppError `not_found`, `too_many_requests`
 */
export async function writeToTicket(
  ctx: TxCtxOf<Side>,
  { ticketId, messageId, text }: Written,
): Promise<void> {
  const { id } = await ownTicket(ctx, ticketId);
  const { messagesPerHour: limit } = await readSetting(ctx, ticketBudgets);
  const rule = { name: 'support.messages-per-hour', limit, window: hours(1) };
  await take(ctx, [rule], ctx.actor.id);
  const event = { type: 'support.write', clocks: await answerClocks(ctx) } as const;
  await send(ctx, ticketFlow, { id, event });
  await addMessage(ctx, { id: messageId, ticketId: id, from: 'owner', text });
}

type PartyTx = TxCtxOf<Side>;

/**
 * The acting person asks the team something, within the caller's transaction; the ticket has the id that it is given.
 *
 * @throws AppError `too_many_requests`
 */
export async function openTicket(
  ctx: PartyTx,
  { id, subject, message }: NewTicket & { id: string },
): Promise<void> {
  await spend(ctx);
  const { kind: owner, id: ownerId } = ctx.actor;
  await begin(ctx, { id, owner, ownerId, kind: 'message', subject }, message);
}

/**
 * The acting person begins to talk with the team, within the caller's transaction. A chat that is open already, say in
 * another tab, goes on with these words. Says which chat it is: the new one has the id that it is given.
 *
 * @throws AppError `too_many_requests`
 */
export async function openChat(
  ctx: PartyTx,
  { id, message }: { id: string; message: string },
): Promise<string> {
  const { kind: owner, id: ownerId } = ctx.actor;
  await ctx.db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`support-chat:${owner}:${ownerId}`}, 0))`,
  );
  const open = await currentChat(ctx);
  if (open) {
    await writeToTicket(ctx, { ticketId: open, messageId: id, text: message });
    return open;
  }
  await spend(ctx);
  await begin(ctx, { id, owner, ownerId, kind: 'chat', subject: '' }, message);
  return id;
}

/** The chat of the acting person that is not closed; null without one. */
export async function currentChat(ctx: CtxOf<Side>): Promise<string | null> {
  const [row] = await ctx.db
    .select({ id: ticket.id })
    .from(ticket)
    .where(and(ownedBy(ctx.actor), eq(ticket.kind, 'chat'), ne(ticket.status, 'closed')))
    .orderBy(desc(ticket.lastMessageAt), desc(ticket.id))
    .limit(1);
  return row?.id ?? null;
}

/**
 * Somebody without an account asks the team something, within the caller's transaction. `from` is where they write from.
 * Nothing is sent to the address but the answer that somebody of the team writes.
 *
 * @throws AppError `too_many_requests`
 */
export async function openVisitorTicket(
  ctx: TxCtx,
  { id, from, ...typed }: VisitorTicket & { id: string; from: string },
): Promise<void> {
  const { perAddressPerDay, perEmailPerDay } = await readSetting(ctx, ticketBudgets);
  const byAddress = { name: 'support.per-address-day', limit: perAddressPerDay, window: days(1) };
  const byEmail = { name: 'support.per-email-day', limit: perEmailPerDay, window: days(1) };
  await take(ctx, [byAddress], from);
  await take(ctx, [byEmail], typed.email.toLowerCase());
  const { message, ...visitor } = typed;
  const owner = { owner: 'visitor', ownerId: null, kind: 'message' } as const;
  await begin(ctx, { id, ...owner, ...visitor }, message);
}

async function spend(ctx: PartyTx): Promise<void> {
  const { ticketsPerDay, messagesPerHour } = await readSetting(ctx, ticketBudgets);
  await take(
    ctx,
    [
      { name: 'support.tickets-per-day', limit: ticketsPerDay, window: days(1) },
      { name: 'support.messages-per-hour', limit: messagesPerHour, window: hours(1) },
    ],
    ctx.actor.id,
  );
}

type New = Pick<TicketRow, 'id' | 'owner' | 'ownerId' | 'kind' | 'subject'> &
  Partial<Pick<TicketRow, 'email' | 'name'>>;

async function begin(ctx: TxCtx, row: New, text: string): Promise<void> {
  const { id, owner, ownerId } = row;
  const at = await now(ctx);
  const clocks = await answerClocks(ctx);
  await ctx.db.insert(ticket).values({
    ...row,
    locale: ctx.locale,
    status: 'open',
    dueAt: after(at, milliseconds(clocks.answer)),
    createdAt: at,
    lastMessageAt: at,
    lastFrom: 'owner',
  });
  await addMessage(ctx, { id: newId(), ticketId: id, from: 'owner', text });
  const { closing } = await readSetting(ctx, ticketWindows);
  const input = { ticketId: id, owner, ownerId, clocks, closing };
  await startMachine(ctx, ticketFlow, { id, input });
}

/** Enqueued with each answer to somebody with an account, for a moment later. */
export const notifyOfAnswerJob = defineJob({
  name: 'support.tell-answer',
  payload: z.strictObject({ ticketId: z.uuid(), messageId: z.uuid() }),
  retry: { limit: 10, delay: seconds(10), backoff: true },
  expiresAfter: minutes(2),
});

/** Tells of answers that nobody has looked at, once per burst; nothing when somebody has, and nothing the second time. */
export const notifyOfAnswerHandler: JobHandler<typeof notifyOfAnswerJob.payload> = (ctx, job) =>
  withTransaction(ctx, async (tx) => {
    const { ticketId, messageId } = job.payload;
    const [row] = await tx.db.select().from(ticket).where(eq(ticket.id, ticketId)).for('update');
    if (!row || row.unreadFrom !== messageId) return;
    const { owner, ownerId } = row;
    if (owner === 'visitor' || ownerId === null) return;
    // The burst goes on under another name: a repeat of this job does not know it.
    await tx.db.update(ticket).set({ unreadFrom: newId() }).where(eq(ticket.id, ticketId));
    await publish(tx, answerEvents['support.unread'], { ticketId, owner, ownerId });
  });

/** How long its owner has to look at the open page before the answer is announced elsewhere. */
const patience = { message: seconds(5), chat: minutes(2) } as const;

/**
 * Staff answer. Who has an account is notified that there is something to read; a visitor gets the answer by mail.
 *
 * @throws AppError `not_found`, `event_refused` for one that was erased meanwhile
 */
export async function answerTicket(
  ctx: CtxOf<'staff'>,
  { ticketId, text }: { ticketId: string; text: string },
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const { id, owner, kind } = await anyTicket(tx, ticketId);
    const messageId = newId();
    const { closing } = await readSetting(tx, ticketWindows);
    const event = { type: 'support.answer', messageId, closing } as const;
    await send(tx, ticketFlow, { id, event });
    const staffId = ctx.actor.id;
    await addMessage(tx, { id: messageId, ticketId: id, from: 'staff', staffId, text });
    if (owner === 'visitor') return;
    await addUnread(tx, { id, messageId });
    const burst = { ticketId: id, messageId };
    await enqueue(tx, notifyOfAnswerJob, burst, { key: messageId, startAfter: patience[kind] });
  });
}

interface Which {
  readonly ticketId: string;
}

/** Nothing is left to say. @throws AppError `not_found`, `event_refused` for one that is closed */
export const closeTicket = (ctx: CtxOf<'staff'>, { ticketId }: Which): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    const { id } = await anyTicket(tx, ticketId);
    await send(tx, ticketFlow, { id, event: { type: 'support.close' } });
  });

/** It waits for the team again, with its clocks. @throws AppError `not_found`, `event_refused` for one that waits */
export const reopenTicket = (ctx: CtxOf<'staff'>, { ticketId }: Which): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    const { id } = await anyTicket(tx, ticketId);
    const event = { type: 'support.reopen', clocks: await answerClocks(tx) } as const;
    await send(tx, ticketFlow, { id, event });
  });

/** Somebody of staff takes care of it; null: nobody. Whether they exist the caller found out. @throws AppError `not_found` */
export const assignTicket = (
  ctx: CtxOf<'staff'>,
  { ticketId, staffId }: Which & { staffId: string | null },
): Promise<void> =>
  change(ctx, ticketId, {
    set: { assigneeId: staffId },
    action: 'support.assign',
    details: { staffId },
  });

/** @throws AppError `not_found`, `event_refused` where it has it already */
export const setTicketPriority = (
  ctx: CtxOf<'staff'>,
  { ticketId, priority }: Which & { priority: TicketPriority },
): Promise<void> =>
  change(ctx, ticketId, {
    set: { priority },
    action: 'support.set-priority',
    details: { priority },
  });

function change(
  ctx: CtxOf<'staff'>,
  ticketId: string,
  {
    set,
    action,
    details,
  }: {
    set: Partial<Pick<typeof ticket.$inferSelect, 'assigneeId' | 'priority'>>;
    action: string;
    details: Record<string, string | null>;
  },
): Promise<void> {
  return withTransaction(ctx, async (tx) => {
    const before = await lockTicket(tx, ticketId);
    const isSame = Object.entries(set).every(
      ([key, value]) => before[key as keyof typeof set] === value,
    );
    if (isSame) throw new AppError('event_refused');
    await tx.db.update(ticket).set(set).where(eq(ticket.id, before.id));
    await audit(tx, { action, object: { type: 'ticket', id: before.id }, details });
    await notifyTeam(tx);
  });
}

interface Seen {
  readonly ticketId: string;
  /** The last message that was shown; without it all that is there counts as seen. */
  readonly upTo?: string;
}

/**
 * The acting person has seen the answers down to the last one that was shown; what came in since stays unread. Changes
 * nothing where there is nothing new.
 *
 * @throws AppError `not_found`, also for a message of another ticket
 */
export async function markTicketRead(ctx: CtxOf<Side>, { ticketId, upTo }: Seen): Promise<void> {
  const found = await ownTicket(ctx, ticketId);
  if (found.unread === 0) return;
  await withTransaction(ctx, async (tx) => {
    // Whoever answers holds the row from the message on: either all of an answer is there, or nothing of it.
    const { id } = await lockTicket(tx, found.id);
    const last = upTo === undefined ? undefined : await shownUntil(tx, id, upTo);
    await tx.db
      .update(ticketMessage)
      .set({ readAt: sqlNow })
      .where(and(isUnreadOf(id), last));
    await tx.db
      .update(ticket)
      .set(await burstOf(tx, id))
      .where(eq(ticket.id, id));
    await notifyOwner(tx, found);
  });
}

const isUnreadOf = (ticketId: string): SQL =>
  and(
    eq(ticketMessage.ticketId, ticketId),
    eq(ticketMessage.from, 'staff'),
    isNull(ticketMessage.readAt),
  )!;

async function shownUntil(tx: TxCtx, ticketId: string, messageId: string): Promise<SQL> {
  const [row] = await tx.db
    .select({ at: ticketMessage.createdAt })
    .from(ticketMessage)
    .where(and(eq(ticketMessage.id, messageId), eq(ticketMessage.ticketId, ticketId)));
  if (!row) throw new AppError('not_found');
  return sql`${ticketMessage.createdAt} <= ${row.at.toISOString()}::timestamptz`;
}

/** How many answers of a ticket are unread, and the first of them. */
async function burstOf(
  tx: TxCtx,
  ticketId: string,
): Promise<Pick<TicketRow, 'unread' | 'unreadFrom'>> {
  const [row] = await tx.db
    .select({
      unread: sql<number>`count(*)::int`,
      unreadFrom: sql<
        string | null
      >`(array_agg(${ticketMessage.id} order by ${ticketMessage.createdAt}))[1]`,
    })
    .from(ticketMessage)
    .where(isUnreadOf(ticketId));
  return row!;
}

const atOnce = 100;

const closedBefore = (length: Duration): SQL =>
  and(
    eq(ticket.status, 'closed'),
    lt(ticket.closedAt, sql`platform.now() - make_interval(secs => ${inSeconds(length)})`),
  )!;

const isOld = or(
  and(eq(ticket.owner, 'visitor'), closedBefore(ticketsKept.visitor)),
  closedBefore(ticketsKept.account),
)!;

/**
 * Removes tickets that were closed long ago, with all that was written, one at a time, but for those of the accounts that
 * are `held`; returns how many went.
 */
export async function forgetTickets(
  ctx: Ctx,
  { held }: { held: readonly string[] },
): Promise<number> {
  const goes = and(isOld, or(isNull(ticket.ownerId), not(isAmong(ticket.ownerId, held))))!;
  for (let gone = 0; ;) {
    const rows = await ctx.db.select({ id: ticket.id }).from(ticket).where(goes).limit(atOnce);
    for (const { id } of rows) gone += await forgetTicket(ctx, id);
    if (rows.length < atOnce) return gone;
  }
}

const forgetTicket = (ctx: Ctx, id: string): Promise<number> =>
  withTransaction(ctx, async (tx) => {
    // Under the flow's lock: nobody writes to it any more, and whoever just did has opened it again.
    await sendIfAccepted(tx, ticketFlow, { id, event: { type: 'support.erase' } });
    const [old] = await tx.db
      .select({ id: ticket.id })
      .from(ticket)
      .where(and(eq(ticket.id, id), isOld));
    if (!old) throw new AppError('event_refused');
    await tx.db.delete(ticketMessage).where(eq(ticketMessage.ticketId, id));
    await tx.db.delete(ticket).where(eq(ticket.id, id));
    return 1;
  }).catch((error: unknown) => {
    if (isAppError(error) && error.code === 'event_refused') return 0;
    throw error;
  });
