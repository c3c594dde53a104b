import { eq } from 'drizzle-orm';
import type { Ctx, TxCtx } from '#platform/context';
import { announce } from '#platform/live';
import type { MessageDto } from './dto';
import { conversationChanged } from './live-words';
import { piecesHidden } from './masking/mask';
import type { Talk } from './party';
import type { Side } from './sides';
import { conversation, type message } from './tables.server';

export type ConversationRow = typeof conversation.$inferSelect;
export type MessageRow = typeof message.$inferSelect;

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
export async function tellBoth(
  ctx: TxCtx,
  {
    offerId,
    patientId,
    clinicId,
    isClosed,
  }: Pick<Talk, 'offerId' | 'patientId' | 'clinicId'> & Partial<Pick<Talk, 'isClosed'>>,
): Promise<void> {
  const event = { type: conversationChanged, data: { offerId } };
  await announce(ctx, `patient:${patientId}`, event);
  if (!isClosed) await announce(ctx, `clinic:${clinicId}`, event);
}

/** Open consoles look at this queue again. */
export const tellTeam = (
  tx: TxCtx,
  queue: 'conversations' | 'masking-reviews' = 'conversations',
): Promise<void> => announce(tx, 'staff', { type: 'staff.queue-changed', data: { queue } });

/** A message without its files, which another module knows. */
export type BareMessage = Omit<MessageDto, 'attachments'> & {
  readonly attachments: readonly string[];
};

/** As `reader` reads it; null: as neither of the two. */
export const toBareMessage = (
  row: MessageRow,
  { isOpen, reader }: { isOpen: boolean; reader: Side | null },
): BareMessage => ({
  _id: row.id,
  offerId: row.conversationId,
  from: row.from,
  text: isOpen ? row.text : (row.masked ?? row.text),
  masked: isOpen ? [] : row.found,
  hidden:
    isOpen || row.from !== reader || row.masked === null ? [] : piecesHidden(row.text, row.masked),
  review: isOpen || row.from !== reader ? null : row.review,
  attachments: row.attachments,
  createdAt: row.createdAt.toISOString(),
  readAt: row.readAt?.toISOString() ?? null,
});
