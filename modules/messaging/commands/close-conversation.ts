import { and, eq, sql } from 'drizzle-orm';
import { audit } from '#platform/audit';
import { now, sqlNow } from '#platform/clock';
import { transaction } from '#platform/context';
import { days } from '#platform/duration';
import { AppError } from '#platform/errors';
import { publish } from '#platform/events';
import { newId } from '#platform/ids';
import { takePoint } from '#platform/rate-limit';
import { messagingFacts } from '../facts';
import { sideOf, type PartyCtx, type PartyTx, type Talk } from '../party';
import { lockConversation, tellBoth, tellTeam } from '../repo.server';
import { conversation, message, report, reported } from '../tables.server';

/** The acting person takes no more messages of the other side, and sends none; blocking twice is once. */
export async function blockConversation(ctx: PartyCtx, talk: Talk): Promise<void> {
  await transaction(ctx, async (tx) => {
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
    await tellBoth(tx, talk);
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
  ctx: PartyCtx,
  talk: Talk,
  about: { reason: string; messageId?: string; attachmentId?: string },
): Promise<void> {
  const rule = { name: 'messaging.reports-per-day', limit: reportsPerDay, window: days(1) };
  const { allowed, retryAfterSeconds } = await takePoint(ctx, rule, ctx.actor.id);
  if (!allowed) throw new AppError('too_many_requests', { retryAfterSeconds });
  await transaction(ctx, async (tx) => {
    await lockConversation(tx, talk);
    await requireSaidHere(tx, talk, about);
    const id = newId();
    const at = await now(tx);
    await tx.db
      .insert(report)
      .values({ id, conversationId: talk.offerId, by: sideOf(ctx), ...about, at });
    await noteReported(tx, talk, at);
    await publish(tx, messagingFacts['messaging.reported'], {
      offerId: talk.offerId,
      reportId: id,
    });
  });
}

/** The conversation waits for the team from its first open report on. */
async function noteReported(
  tx: PartyTx,
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
  await tellTeam(tx);
}

async function requireSaidHere(
  ctx: PartyCtx,
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
