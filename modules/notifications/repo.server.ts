import { and, eq, ne, sql } from 'drizzle-orm';
import { transaction, type Ctx, type TxCtx } from '#platform/context';
import { minutes } from '#platform/duration';
import { notification } from './tables.server';

export type NotificationRow = typeof notification.$inferSelect;

/** One round of sending: a job of an earlier one finds nothing to do. */
export interface Round {
  readonly notificationId: string;
  readonly resend: number;
}

const ofRound = ({ notificationId, resend }: Round) =>
  and(eq(notification.id, notificationId), eq(notification.resends, resend));

/** Null when there is nothing to send: sent, dropped, of an earlier round, or unknown. */
export async function findUnsent(ctx: Ctx, round: Round): Promise<NotificationRow | null> {
  const [row] = await ctx.db
    .select()
    .from(notification)
    .where(and(ofRound(round), sql`${notification.status} in ('queued', 'failed')`));
  return row ?? null;
}

/** What follows within it about the same thing, of the same kind, to the same recipient, is joined. */
export const burst = minutes(10);

/** The time of rules at this very statement: that of {@link sqlNow} stands still while a transaction waits for a lock. */
export const clockNow = sql`(platform.now() + (clock_timestamp() - now()))`;

type Budget = Pick<NotificationRow, 'kind' | 'recipientType' | 'recipientId' | 'thing'>;

/** Until the transaction ends nothing else is decided about mails of a kind about a thing to a recipient. */
export async function lockBudget(ctx: TxCtx, budget: Budget): Promise<void> {
  const { kind, recipientType, recipientId, thing } = budget;
  const name = `mail:${kind}:${recipientType}:${recipientId}:${thing}`;
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

/**
 * Ids of the news that a mail stands for, oldest first: its own, and of what joined it while it waited. What is about to
 * join it is waited for; once it is due nothing joins it any more.
 */
export async function joinedNews(
  ctx: Ctx,
  row: NotificationRow,
): Promise<ReadonlyArray<NotificationRow['facts']>> {
  const { id, kind, recipientType, recipientId, thing, facts } = row;
  const waited = row.dueAt !== null && row.dueAt > row.createdAt;
  if (thing === null || !waited) return [facts];
  return transaction(ctx, async (tx) => {
    await lockBudget(tx, row);
    const joined = await tx.db
      .select({ facts: notification.facts })
      .from(notification)
      .where(
        and(
          eq(notification.recipientId, recipientId),
          eq(notification.recipientType, recipientType),
          eq(notification.thing, thing),
          eq(notification.kind, kind),
          ne(notification.id, id),
          sql`${notification.dueAt} = (select due_at from notifications.notification where id = ${id})`,
        ),
      )
      .orderBy(notification.createdAt, notification.id);
    return [facts, ...joined.map((one) => one.facts)];
  });
}

/** Who was told of what; null for an unknown one. */
export async function findNotification(
  ctx: Ctx,
  { notificationId }: { notificationId: string },
): Promise<Pick<NotificationRow, 'kind' | 'recipientType' | 'recipientId'> | null> {
  const { kind, recipientType, recipientId } = notification;
  const [row] = await ctx.db
    .select({ kind, recipientType, recipientId })
    .from(notification)
    .where(eq(notification.id, notificationId));
  return row ?? null;
}

/** Writes how a round goes on; one that was sent stays sent. */
export const updateRound = (
  ctx: Ctx,
  round: Round,
  change: Partial<Record<keyof NotificationRow, unknown>>,
) =>
  ctx.db
    .update(notification)
    .set(change as Partial<NotificationRow>)
    .where(and(ofRound(round), ne(notification.status, 'sent')));

export const oneMoreAttempt = sql<number>`${notification.attempts} + 1`;
