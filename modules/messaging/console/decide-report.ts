import { and, eq, exists, isNull } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import { audit } from '#platform/audit';
import { sqlNow } from '#platform/clock';
import { transaction, type Ctx, type TxCtx } from '#platform/context';
import { AppError } from '#platform/errors';
import { isId } from '#platform/ids';
import type { ReportOutcome } from '../outcomes';
import { tellBoth, tellTeam, type ConversationRow } from '../repo.server';
import { conversation, report, reported } from '../tables.server';

type Staff = Ctx<ActorOf<'staff'>>;
interface Decided {
  readonly offerId: string;
  /** For the log; neither side reads it. */
  readonly reason?: string;
}

/**
 * The team has looked and there is nothing to it: all open reports are settled and the conversation goes on.
 *
 * @throws AppError `not_found`; `event_refused` when nothing waits
 */
export const dismissReport = (ctx: Staff, decided: Decided): Promise<void> =>
  settle(ctx, decided, 'dismissed');

/**
 * The report is right, and the conversation goes on: the reason stays in the log for the next time.
 *
 * @throws AppError as {@link dismissReport}
 */
export const keepReported = (ctx: Staff, decided: Decided): Promise<void> =>
  settle(ctx, decided, 'kept');

function settle(ctx: Staff, { offerId, reason }: Decided, outcome: ReportOutcome): Promise<void> {
  return transaction(ctx, async (tx) => {
    const { id } = await lockReported(tx, offerId);
    if (!(await close(tx, id, outcome))) throw new AppError('event_refused');
    const object = { type: 'conversation', id };
    await audit(tx, { action: 'messaging.report-settled', object, facts: { outcome }, reason });
  });
}

/**
 * Nobody writes in this conversation any more; both still read it, and are told that the team closed it. Settles what waits.
 *
 * @throws AppError `not_found`; `event_refused` when it is blocked already
 */
export const blockReported = (ctx: Staff, { offerId, reason }: Decided): Promise<void> =>
  transaction(ctx, async (tx) => {
    const row = await lockReported(tx, offerId);
    if (row.staffBlockedAt) throw new AppError('event_refused');
    await close(tx, row.id, 'blocked');
    await setBlocked(tx, row, { at: sqlNow, action: 'messaging.block-reported', reason });
  });

/** Both may write again. @throws AppError `not_found`; `event_refused` when it is not blocked by the team */
export const unblockReported = (ctx: Staff, { offerId, reason }: Decided): Promise<void> =>
  transaction(ctx, async (tx) => {
    const row = await lockReported(tx, offerId);
    if (!row.staffBlockedAt) throw new AppError('event_refused');
    await setBlocked(tx, row, { at: null, action: 'messaging.unblock-reported', reason });
  });

/** Under the lock that sending takes: what is sent before a block is there, nothing comes after it. */
async function lockReported(tx: TxCtx, offerId: string): Promise<ConversationRow> {
  const isReported = exists(tx.db.select().from(reported).where(eq(reported.id, conversation.id)));
  const [row] = isId(offerId)
    ? await tx.db
        .select()
        .from(conversation)
        .where(and(eq(conversation.id, offerId), isReported))
        .for('update')
    : [];
  if (!row) throw new AppError('not_found');
  return row;
}

/** Whether something waited. */
async function close(tx: TxCtx, id: string, outcome: ReportOutcome): Promise<boolean> {
  const [row] = await tx.db.select().from(reported).where(eq(reported.id, id));
  await tx.db.update(reported).set({ waitingSince: null, outcome }).where(eq(reported.id, id));
  if (!row?.waitingSince) return false;
  await tx.db
    .update(report)
    .set({ settledAt: sqlNow, settledBy: tx.actor.kind === 'staff' ? tx.actor.id : null })
    .where(and(eq(report.conversationId, id), isNull(report.settledAt)));
  await tellTeam(tx);
  return true;
}

async function setBlocked(
  tx: TxCtx,
  row: ConversationRow,
  { at, action, reason }: { at: typeof sqlNow | null; action: string; reason?: string },
): Promise<void> {
  await tx.db.update(conversation).set({ staffBlockedAt: at }).where(eq(conversation.id, row.id));
  await audit(tx, { action, object: { type: 'conversation', id: row.id }, reason });
  await tellBoth(tx, { ...row, offerId: row.id });
}
