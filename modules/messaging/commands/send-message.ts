import { and, desc, eq, sql } from 'drizzle-orm';
import { now } from '#platform/clock';
import { hours } from '#platform/duration';
import { AppError } from '#platform/errors';
import { takePoint } from '#platform/rate-limit';
import { readSetting } from '#platform/settings';
import type { MessageFields } from '../calls';
import { maskedKinds, maskMessages, messagesReadTogether, type Masked } from '../masking/mask';
import { sideOf, type PartyTx, type Talk } from '../party';
import { lockConversation, tellBoth, type ConversationRow } from '../repo.server';
import { messagesPerHour } from '../settings';
import type { Side } from '../sides';
import { conversation, message, typedMessage } from '../tables.server';
import { tellOfBurst } from '../tell-unread-job';

/**
 * Stores what the acting person writes, within the caller's transaction, and what is to be masked in it and in what they
 * wrote before. What they had typed is sent and forgotten.
 *
 * @throws AppError `conversation_blocked`, `too_many_requests`
 */
export async function sendMessage(
  ctx: PartyTx,
  talk: Talk,
  { messageId, fields }: { messageId: string; fields: MessageFields },
): Promise<void> {
  await takeTurn(ctx);
  const from = sideOf(ctx);
  const row = await lockConversation(ctx, talk);
  if (row.patientBlockedAt || row.clinicBlockedAt || row.staffBlockedAt)
    throw new AppError('conversation_blocked');
  const own = await maskWithEarlier(ctx, { talk, from, text: fields.text });
  const createdAt = await momentAfter(ctx, row);
  await ctx.db.insert(message).values({
    id: messageId,
    conversationId: talk.offerId,
    from,
    text: fields.text,
    masked: own.found.length > 0 ? own.text : null,
    found: own.found,
    attachments: [...fields.attachments],
    createdAt,
  });
  await noteUnread(ctx, row, { from, messageId, createdAt });
  await ctx.db
    .delete(typedMessage)
    .where(and(eq(typedMessage.offerId, talk.offerId), eq(typedMessage.side, from)));
  await tellBoth(ctx, talk);
}

async function takeTurn(ctx: PartyTx): Promise<void> {
  const limit = await readSetting(ctx, messagesPerHour);
  const rule = { name: 'messaging.sent-per-hour', limit, window: hours(1) };
  const { allowed, retryAfterSeconds } = await takePoint(ctx, rule, ctx.actor.id);
  if (!allowed) throw new AppError('too_many_requests', { retryAfterSeconds });
}

/** Messages keep their order also within a millisecond: ids are random. */
async function momentAfter(ctx: PartyTx, { lastMessageAt }: ConversationRow): Promise<Date> {
  const at = await now(ctx);
  return lastMessageAt && lastMessageAt >= at ? new Date(lastMessageAt.getTime() + 1) : at;
}

/**
 * Reads the new text with the last ones of its sender: a number may be split over them. Earlier parts are masked from now
 * on, and what was masked before stays masked.
 */
async function maskWithEarlier(
  ctx: PartyTx,
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
  ctx: PartyTx,
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
  await tellOfBurst(ctx, { offerId: row.id, to, messageId });
}
