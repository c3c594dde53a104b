import { and, desc, eq, ne, sql } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
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

/** Ids of the newest news that a mail stands for: its own, or of what joined it while it waited. */
export async function newestJoined(
  ctx: Ctx,
  row: NotificationRow,
): Promise<NotificationRow['facts']> {
  if (row.thing === null || row.dueAt === null) return row.facts;
  const [newest] = await ctx.db
    .select({ facts: notification.facts })
    .from(notification)
    .where(
      and(
        eq(notification.recipientId, row.recipientId),
        eq(notification.recipientType, row.recipientType),
        eq(notification.thing, row.thing),
        eq(notification.kind, row.kind),
        sql`${notification.dueAt} = (select due_at from notifications.notification where id = ${row.id})`,
      ),
    )
    .orderBy(desc(notification.createdAt), desc(notification.id))
    .limit(1);
  return newest?.facts ?? row.facts;
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
