import { and, desc, eq, sql } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { readCursor, writeCursor } from '#platform/cursor';
import { isAmong } from '#platform/list-query';
import type { ConversationMark } from '../dto';
import { readsOwnOnly, sideOf, type PartyCtx, type Talk } from '../party';
import { findConversation, toBareMessage, type BareMessage } from '../repo.server';
import type { Side } from '../sides';
import { conversation, message, typedMessage } from '../tables.server';

const pageSize = 20;

export interface Conversation {
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
  ctx: PartyCtx,
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
const readable = (ctx: PartyCtx, talk: Talk) =>
  readsOwnOnly(ctx, talk) ? eq(message.from, sideOf(ctx)) : undefined;

/** One message of a conversation, as the acting person reads it. */
export async function readMessage(
  ctx: PartyCtx,
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
  ctx: PartyCtx,
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
export async function typedBefore(ctx: PartyCtx, { offerId }: Talk): Promise<string> {
  const [row] = await ctx.db
    .select({ text: typedMessage.text })
    .from(typedMessage)
    .where(and(eq(typedMessage.offerId, offerId), eq(typedMessage.side, sideOf(ctx))));
  return row?.text ?? '';
}

/** For cards: by offer, when something was said last and what the acting person has not seen. One statement. */
export async function conversationMarks(
  ctx: PartyCtx,
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
