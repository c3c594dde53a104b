import { eq } from 'drizzle-orm';
import type { Ctx, TxCtx } from '#platform/context';
import { announce } from '#platform/live';
import type { MessageDto } from './dto';
import { conversationChanged } from './live-words';
import type { Talk } from './party';
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

/** Open consoles look at the reported conversations again. */
export const tellTeam = (tx: TxCtx): Promise<void> =>
  announce(tx, 'staff', { type: 'staff.queue-changed', data: { queue: 'conversations' } });

/** A message without its files, which another module knows. */
export type BareMessage = Omit<MessageDto, 'attachments'> & {
  readonly attachments: readonly string[];
};

export const toBareMessage = (row: MessageRow, { isOpen }: { isOpen: boolean }): BareMessage => ({
  _id: row.id,
  offerId: row.conversationId,
  from: row.from,
  text: isOpen ? row.text : (row.masked ?? row.text),
  masked: isOpen ? [] : row.found,
  attachments: row.attachments,
  createdAt: row.createdAt.toISOString(),
  readAt: row.readAt?.toISOString() ?? null,
});
