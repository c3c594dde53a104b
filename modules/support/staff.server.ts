import { desc, eq, sql } from 'drizzle-orm';
import { audit, withTransaction } from '#engine';
import { sqlNow } from '#platform/time/clock';
import { requireRow } from '#platform/lists/find-row';
import { instantsOf, pick } from '#platform/base/fields';
import type { CtxOf, TxCtx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { newId } from '#platform/base/ids';
import type { Page, RequestOf } from '#platform/lists/list';
import {
  choose,
  chooseIds,
  findPage,
  idIn,
  type Listing,
  type Narrowing,
} from '#platform/lists/list-page';
import { contains } from '#platform/lists/list-query';
import { type Queue, homeQueue } from '#platform/lists/queue-figures';
import { anyTicket, type TicketRow } from './queries.server';
import type {
  CannedFields,
  cannedList,
  CannedRecord,
  TicketDetailRecord,
  ticketList,
  TicketRecord,
} from './schemas';
import { cannedAnswer, ticket, ticketMessage } from './tables.server';
import { mostCanned, type TicketStatus } from './values';

type TicketRequest = RequestOf<typeof ticketList>;

/** A record but for what other modules know. */
type ListedTicket = Omit<TicketRecord, 'clinicName'>;
type TicketForStaff = Omit<TicketDetailRecord, 'clinicName' | 'contact'>;

const ticketListing: Listing<TicketRequest['sort']['field']> = {
  table: ticket,
  id: ticket.id,
  own: ticket.createdAt,
  columns: { createdAt: ticket.createdAt, dueAt: ticket.dueAt },
  partitions: [
    { column: ticket.ownerId, chosen: 'few' },
    { column: ticket.status, sorts: [ticket.dueAt] },
    { column: ticket.assigneeId, sorts: [ticket.dueAt], chosen: 'many' },
  ],
};

const narrowing = ({
  filter: { id, status, queue, assigneeId, ownerId, q },
}: TicketRequest): Narrowing => ({
  choices: [
    chooseIds(ticket.id, id),
    chooseIds(ticket.ownerId, ownerId),
    choose(ticket.status, queue ? ['open'] : status),
    chooseIds(ticket.assigneeId, assigneeId),
  ],
  either: idIn([ticket.id, ticket.ownerId], q),
});

/** A page of tickets: no word of what was written. */
export async function listTicketsForStaff(
  ctx: CtxOf<'staff'>,
  request: TicketRequest,
): Promise<Page<ListedTicket>> {
  return findPage(ticketListing, request, narrowing(request)).list(ctx, ticket, (rows) =>
    rows.map(toListed),
  );
}

/** Nobody reads on; a thread that long is written about on the phone. */
const mostMessages = 200;

/** One ticket with what was written. @throws AppError `not_found` */
export async function ticketForStaff(ctx: CtxOf<'staff'>, id: string): Promise<TicketForStaff> {
  const row = await anyTicket(ctx, id);
  const messages = await ctx.db
    .select()
    .from(ticketMessage)
    .where(eq(ticketMessage.ticketId, row.id))
    .orderBy(desc(ticketMessage.createdAt), desc(ticketMessage.id))
    .limit(mostMessages);
  return {
    ...toListed(row),
    subject: row.subject,
    locale: row.locale,
    messages: messages.reverse().map(({ id: messageId, from, staffId, text, ...when }) => ({
      ...{ id: messageId, from, staffId, text },
      ...instantsOf(when, ['createdAt', 'readAt']),
    })),
  };
}

/** As {@link ticketForStaff}, for somebody who looks; logged before it is answered. @throws AppError `not_found` */
export async function readTicketForStaff(ctx: CtxOf<'staff'>, id: string): Promise<TicketForStaff> {
  const found = await ticketForStaff(ctx, id);
  await audit(ctx, { action: 'support.ticket-read', object: { type: 'ticket', id } });
  return found;
}

/**
 * How a visitor is reached, for a typed reason; logged (security 83).
 *
 * @throws AppError `not_found`, `event_refused` for the ticket of an account
 */
export const revealVisitor = (
  ctx: CtxOf<'staff'>,
  { ticketId, reason }: { ticketId: string; reason: string },
): Promise<NonNullable<TicketDetailRecord['contact']>> =>
  withTransaction(ctx, async (tx) => {
    const { id, name, email } = await anyTicket(tx, ticketId);
    if (email === null) throw new AppError('event_refused');
    const object = { type: 'ticket', id };
    await audit(tx, {
      action: 'support.contact-revealed',
      object,
      details: { breakGlass: true },
      reason,
    });
    return { name: name ?? '', email, phoneNumber: null };
  });

const waits = eq(ticket.status, 'open');

export const ticketRows: Queue = {
  id: 'tickets',
  table: ticket,
  where: waits,
  first: ticket.dueAt,
  isLate: sql`${ticket.dueAt} < ${sqlNow}`,
};

/** Tickets that wait for an answer, what is due first on top. */
export const ticketQueue = (ctx: CtxOf<'staff'>) =>
  homeQueue(ctx, ticketRows, { id: ticket.id, label: ticket.owner, isPromised: true });

/** What the machine takes, and what is changed beside it. */
const events: Record<TicketStatus, readonly string[]> = {
  open: ['answer', 'assign', 'set-priority', 'close'],
  answered: ['answer', 'assign', 'set-priority', 'close', 'reopen'],
  closed: ['answer', 'assign', 'set-priority', 'reopen'],
};

const toListed = (row: TicketRow): ListedTicket => ({
  ...pick(row, ['id', 'kind', 'owner', 'ownerId', 'status', 'priority', 'assigneeId']),
  ...instantsOf(row, ['createdAt', 'lastMessageAt']),
  lastFrom: row.lastFrom,
  ...instantsOf(row, ['dueAt', 'escalatedAt']),
  closedBy: row.closedBy,
  // What a clinic says of itself staff see on its own page.
  allowedEvents: [...events[row.status], ...(row.owner === 'clinic' ? [] : ['reveal'])],
});

type CannedRequest = RequestOf<typeof cannedList>;

const cannedListing: Listing<CannedRequest['sort']['field']> = {
  table: cannedAnswer,
  id: cannedAnswer.id,
  own: cannedAnswer.createdAt,
  columns: { name: cannedAnswer.name, createdAt: cannedAnswer.createdAt },
  partitions: [],
};

/** A page of what staff keep to answer with; there are few. */
export async function listCanned(
  ctx: CtxOf<'staff'>,
  request: CannedRequest,
): Promise<Page<CannedRecord>> {
  const { id, q } = request.filter;
  return findPage(cannedListing, request, {
    choices: [chooseIds(cannedAnswer.id, id)],
    where: q === undefined ? undefined : contains(cannedAnswer.name, q),
  }).list(ctx, cannedAnswer, (rows) => rows.map(toRecord));
}

/** @throws AppError `not_found` */
export async function readCanned(ctx: CtxOf<'staff'>, id: string): Promise<CannedRecord> {
  return toRecord(await find(ctx, id));
}

/** Keeps an answer to be used again. @throws AppError `too_many_canned` */
export const addCanned = (ctx: CtxOf<'staff'>, fields: CannedFields): Promise<string> =>
  withTransaction(ctx, async (tx) => {
    // One after the other, so that nobody keeps more than there may be.
    await tx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended('support.canned', 0))`);
    const kept = await tx.db.$count(cannedAnswer);
    if (kept >= mostCanned) throw new AppError('too_many_canned');
    const id = newId();
    const { name, texts } = fields;
    const written = { updatedBy: ctx.actor.id, createdAt: sqlNow, updatedAt: sqlNow };
    await tx.db.insert(cannedAnswer).values({ id, name, texts: textsOf(texts), ...written });
    await note(tx, 'support.canned-added', id);
    return id;
  });

/** Says something else in it from now on. @throws AppError `not_found` */
export const changeCanned = (
  ctx: CtxOf<'staff'>,
  { id, name, texts }: CannedFields & { id: string },
): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    await find(tx, id);
    await tx.db
      .update(cannedAnswer)
      .set({ name, texts: textsOf(texts), updatedBy: ctx.actor.id, updatedAt: sqlNow })
      .where(eq(cannedAnswer.id, id));
    await note(tx, 'support.canned-changed', id);
  });

/** Answers as it last was. @throws AppError `not_found` */
export const removeCanned = (ctx: CtxOf<'staff'>, { id }: { id: string }): Promise<CannedRecord> =>
  withTransaction(ctx, async (tx) => {
    const row = await find(tx, id);
    await tx.db.delete(cannedAnswer).where(eq(cannedAnswer.id, row.id));
    await note(tx, 'support.canned-removed', row.id);
    return { ...toRecord(row), allowedEvents: [] };
  });

async function find(ctx: CtxOf<'staff'>, id: string): Promise<typeof cannedAnswer.$inferSelect> {
  return requireRow(ctx, cannedAnswer, id);
}

const note = (tx: TxCtx, action: string, id: string): Promise<void> =>
  audit(tx, { action, object: { type: 'canned-answer', id } });

/** Languages without a text are left out. */
const textsOf = (texts: CannedFields['texts']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );

const toRecord = (row: typeof cannedAnswer.$inferSelect): CannedRecord => ({
  id: row.id,
  name: row.name,
  texts: row.texts,
  updatedBy: row.updatedBy,
  updatedAt: row.updatedAt.toISOString(),
  allowedEvents: ['change', 'remove'],
});
