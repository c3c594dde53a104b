import { isAmong } from '#platform/base/columns.server';
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { PhotoSlot } from '#contracts/consultation';
import type { ActorOf, Side } from '#platform/base/actor';
import { instantsOf, pick } from '#platform/base/fields';
import type { Ctx, CtxOf, TxCtx } from '#platform/context';
import { readCursor, writeCursor } from '#platform/base/cursor';
import { publishLive } from '#engine';
import { piecesHidden } from '#platform/masking/mask';
import type { ConversationMark, MessageDto } from './schemas';
import { conversation, message, typedMessage } from './tables.server';
import { conversationChanged, type Phrase } from './values';

/**
 * A conversation of the acting person, as the offer says whose it is. Callers found out that it is theirs; `isOpen`: the
 * offer is accepted and nothing is masked.
 */
export interface Talk {
  readonly offerId: string;
  readonly leadId: string;
  readonly patientId: string;
  readonly clinicId: string;
  readonly isOpen: boolean;
  /** The clinic reads its own words only, and nobody writes. */
  readonly isClosed: boolean;
}

/** Whether the acting person reads only what they wrote themselves. */
export const readsOwnOnly = (
  { actor }: CtxOf<Side>,
  { isClosed }: Pick<Talk, 'isClosed'>,
): boolean => isClosed && actor.kind === 'clinic';

export const sideOf = ({ actor }: CtxOf<Side>): Side => actor.kind;

export type ConversationRow = typeof conversation.$inferSelect;
type MessageRow = typeof message.$inferSelect;

export async function findConversation(ctx: Ctx, offerId: string): Promise<ConversationRow | null> {
  const [row] = await ctx.db.select().from(conversation).where(eq(conversation.id, offerId));
  return row ?? null;
}

/** The conversation, made when it is not there, under the lock that sending, reading and blocking take turns by. */
export async function lockConversation(
  ctx: TxCtx,
  { offerId: id, leadId, patientId, clinicId }: Talk,
): Promise<ConversationRow> {
  const values = { id, leadId, patientId, clinicId };
  await ctx.db.insert(conversation).values(values).onConflictDoNothing();
  const [row] = await ctx.db
    .select()
    .from(conversation)
    .where(eq(conversation.id, id))
    .for('update');
  return row!;
}

/** Open pages of both sides look again; of a closed deal those of the patient alone. */
export async function notifyBoth(
  ctx: TxCtx,
  {
    offerId,
    patientId,
    clinicId,
    isClosed,
  }: Pick<Talk, 'offerId' | 'patientId' | 'clinicId'> & Partial<Pick<Talk, 'isClosed'>>,
): Promise<void> {
  const event = { type: conversationChanged, data: { offerId } };
  await publishLive(ctx, `patient:${patientId}`, event);
  if (!isClosed) await publishLive(ctx, `clinic:${clinicId}`, event);
}

/** Open consoles look at this queue again. */
export const notifyTeam = (
  tx: TxCtx,
  queue: 'conversations' | 'masking-reviews' = 'conversations',
): Promise<void> => publishLive(tx, 'staff', { type: 'staff.queue-changed', data: { queue } });

/** A message without its files, its translation and the name of who wrote it, which other modules know. */
export type BareMessage = Omit<MessageDto, 'attachments' | 'by' | 'translation'> & {
  /** Its words without contact data, also once the offer is accepted: the same for all readers. */
  readonly sharedText: string;
  readonly attachments: readonly string[];
  /** Of the clinic's team, who wrote it. */
  readonly memberId: string | null;
};

/** As `reader` reads it; null: as neither of the two. */
export const toBareMessage = (
  row: MessageRow,
  { isOpen, reader }: { isOpen: boolean; reader: Side | null },
): BareMessage => ({
  _id: row.id,
  offerId: row.conversationId,
  ...pick(row, ['from', 'memberId']),
  text: isOpen ? row.text : (row.masked ?? row.text),
  sharedText: row.masked ?? row.text,
  masked: isOpen ? [] : row.found,
  hidden:
    isOpen || row.from !== reader || row.masked === null ? [] : piecesHidden(row.text, row.masked),
  review: isOpen || row.from !== reader ? null : row.review,
  attachments: row.attachments,
  ...pick(row, ['slot', 'phrase']),
  ...instantsOf(row, ['createdAt', 'readAt']),
});

const pageSize = 20;

interface Conversation {
  /** Newest first. */
  readonly messages: readonly BareMessage[];
  readonly nextCursor: string | null;
  /** Of the acting person. */
  readonly unread: number;
  readonly blockedBy: 'you' | 'them' | 'team' | null;
}

/**
 * One page of what was said, newest first, masked unless the offer is accepted.
 *
 * @throws AppError `invalid_cursor`
 */
export async function readConversation(
  ctx: CtxOf<Side>,
  talk: Talk,
  { cursor }: { cursor?: string } = {},
): Promise<Conversation> {
  const { offerId, isOpen } = talk;
  const from = cursor ? readCursor(cursor) : null;
  const row = await findConversation(ctx, offerId);
  if (!row) return { messages: [], nextCursor: null, unread: 0, blockedBy: null };
  const before = from
    ? sql`(${message.createdAt}, ${message.id}) < (${from.at}::timestamptz, ${from.id}::uuid)`
    : undefined;
  const rows = await ctx.db
    .select()
    .from(message)
    .where(and(eq(message.conversationId, offerId), before, readable(ctx, talk)))
    .orderBy(desc(message.createdAt), desc(message.id))
    .limit(pageSize + 1);
  const page = rows.slice(0, pageSize);
  const last = page.at(-1);
  const side = sideOf(ctx);
  const [own, other] =
    side === 'patient'
      ? [row.patientBlockedAt, row.clinicBlockedAt]
      : [row.clinicBlockedAt, row.patientBlockedAt];
  return {
    messages: page.map((one) => toBareMessage(one, { isOpen, reader: side })),
    nextCursor:
      rows.length > pageSize && last ? writeCursor({ at: last.createdAt, id: last.id }) : null,
    unread: side === 'patient' ? row.patientUnread : row.clinicUnread,
    blockedBy: row.staffBlockedAt ? 'team' : own ? 'you' : other ? 'them' : null,
  };
}

/** Which messages the acting person may read; all unless the deal is closed. */
const readable = (ctx: CtxOf<Side>, talk: Talk) =>
  readsOwnOnly(ctx, talk) ? eq(message.from, sideOf(ctx)) : undefined;

/** The last message about this view in a conversation, under the lock that sending takes. */
export async function lastAboutView(
  ctx: Ctx,
  { offerId, slot }: { offerId: string; slot: PhotoSlot },
): Promise<{ id: string; from: Side } | null> {
  const [row] = await ctx.db
    .select({ id: message.id, from: message.from })
    .from(message)
    .where(and(eq(message.conversationId, offerId), eq(message.slot, slot)))
    .orderBy(desc(message.createdAt), desc(message.id))
    .limit(1);
  return row ?? null;
}

/** One message of a conversation, as the acting person reads it. */
export async function readMessage(
  ctx: CtxOf<Side>,
  talk: Talk,
  messageId: string,
): Promise<BareMessage | null> {
  const [row] = await ctx.db
    .select()
    .from(message)
    .where(
      and(eq(message.id, messageId), eq(message.conversationId, talk.offerId), readable(ctx, talk)),
    );
  return row ? toBareMessage(row, { isOpen: talk.isOpen, reader: sideOf(ctx) }) : null;
}

/** Those of these ids that are messages in conversations of the acting person. */
export async function messagesAmong(
  ctx: CtxOf<Side>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const isPatient = sideOf(ctx) === 'patient';
  const rows = await ctx.db
    .select({ id: message.id })
    .from(message)
    .innerJoin(conversation, eq(conversation.id, message.conversationId))
    .where(
      and(
        isAmong(message.id, ids),
        eq(isPatient ? conversation.patientId : conversation.clinicId, ctx.actor.id),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

/** What the acting person has typed and not sent. */
export async function typedBefore(ctx: CtxOf<Side>, { offerId }: Talk): Promise<string> {
  const [row] = await ctx.db
    .select({ text: typedMessage.text })
    .from(typedMessage)
    .where(and(eq(typedMessage.offerId, offerId), eq(typedMessage.side, sideOf(ctx))));
  return row?.text ?? '';
}

/** For cards: by offer, when something was said last and what the acting person has not seen. One statement. */
export async function conversationMarks(
  ctx: CtxOf<Side>,
  offerIds: readonly string[],
): Promise<ReadonlyMap<string, ConversationMark>> {
  if (offerIds.length === 0) return new Map();
  const isPatient = sideOf(ctx) === 'patient';
  const rows = await ctx.db
    .select({
      id: conversation.id,
      lastMessageAt: conversation.lastMessageAt,
      unread: isPatient ? conversation.patientUnread : conversation.clinicUnread,
    })
    .from(conversation)
    .where(
      and(
        isAmong(conversation.id, offerIds),
        eq(isPatient ? conversation.patientId : conversation.clinicId, ctx.actor.id),
      ),
    );
  return new Map(
    rows.map(({ id, lastMessageAt, unread }) => [
      id,
      { lastMessageAt: lastMessageAt?.toISOString() ?? null, unread },
    ]),
  );
}

/** Whether somebody has still not looked: asked again when the mail about it goes out. */
export async function isUnread(
  ctx: Ctx,
  { offerId, to }: { offerId: string; to: Side },
): Promise<boolean> {
  const row = await findConversation(ctx, offerId);
  return Boolean(to === 'patient' ? row?.patientUnread : row?.clinicUnread);
}

/** Characters of the last message that a list shows. */
const previewLength = 160;
/** Conversations with something unread that are counted for one person. */
const unreadCap = 100;

/**
 * The last message as a list shows it. Contact data stays hidden in it also after the acceptance: others see a list over its
 * reader's shoulder.
 */
const preview = sql<
  string | null
>`(select left(coalesce(m.masked, m.text), ${sql.raw(String(previewLength))})
  from ${message} m where m.conversation_id = conversation.id order by m.created_at desc, m.id desc limit 1)`;

const lastSlot = sql<PhotoSlot | null>`(select m.slot from ${message} m where m.conversation_id = conversation.id order by m.created_at desc, m.id desc limit 1)`;

const lastPhrase = sql<Phrase | null>`(select m.phrase from ${message} m where m.conversation_id = conversation.id order by m.created_at desc, m.id desc limit 1)`;

/** A conversation of the acting person in which something was written. */
export interface ListedConversation {
  /** The offer's id. */
  readonly id: string;
  readonly leadId: string;
  readonly patientId: string;
  readonly clinicId: string;
  readonly lastMessageAt: Date;
  readonly lastFrom: 'patient' | 'clinic';
  /** Empty for files or a view alone; null where the message is gone. */
  readonly preview: string | null;
  /** The view that the last message is about. */
  readonly slot: PhotoSlot | null;
  readonly phrase: Phrase | null;
  /** Messages that the acting person has not seen. */
  readonly unread: number;
}

/**
 * Conversations of the acting person in which something was written, 20 a page, the latest message first. One statement.
 *
 * @throws AppError `invalid_cursor`
 */
export async function ownConversations(
  ctx: CtxOf<Side>,
  { cursor }: { cursor?: string } = {},
): Promise<{ rows: ListedConversation[]; nextCursor: string | null }> {
  const from = cursor ? readCursor(cursor) : null;
  const isPatient = sideOf(ctx) === 'patient';
  const { id, leadId, patientId, clinicId, lastMessageAt, lastFrom } = conversation;
  const unread = isPatient ? conversation.patientUnread : conversation.clinicUnread;
  const found = await ctx.db
    .select({
      id,
      leadId,
      patientId,
      clinicId,
      lastMessageAt,
      lastFrom,
      preview,
      slot: lastSlot,
      phrase: lastPhrase,
      unread,
    })
    .from(conversation)
    .where(
      and(
        eq(isPatient ? patientId : clinicId, ctx.actor.id),
        isNotNull(lastMessageAt),
        from
          ? sql`(${lastMessageAt}, ${id}) < (${from.at}::timestamptz, ${from.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(lastMessageAt), desc(id))
    .limit(pageSize + 1);
  const rows = found.slice(0, pageSize) as ListedConversation[];
  const last = rows.at(-1);
  const nextCursor =
    found.length > pageSize && last ? writeCursor({ at: last.lastMessageAt, id: last.id }) : null;
  return { rows, nextCursor };
}

/** A conversation with messages that one of the readers has not seen. */
interface UnreadConversation {
  readonly id: string;
  readonly reader: ActorOf<Side>['kind'];
  readonly unread: number;
}

/** Up to 100 conversations of each reader with something unread. One statement for all readers. */
export async function unreadConversations(
  ctx: Ctx,
  readers: ReadonlyArray<Pick<ActorOf<Side>, 'kind' | 'id'>>,
): Promise<UnreadConversation[]> {
  const ofSide = (kind: ActorOf<Side>['kind']) => {
    const own = readers.find((reader) => reader.kind === kind)?.id ?? null;
    const side = sql.raw(kind);
    return sql`(select id, ${sql.raw(`'${kind}'`)} as reader, ${side}_unread as unread
      from ${conversation} where ${side}_id = ${own}::uuid and ${side}_unread > 0
      limit ${sql.raw(String(unreadCap))})`;
  };
  const { rows } = await ctx.db.execute<{
    id: string;
    reader: ActorOf<Side>['kind'];
    unread: number;
  }>(sql`${ofSide('patient')} union all ${ofSide('clinic')}`);
  return rows;
}
