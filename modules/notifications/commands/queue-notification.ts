import { and, desc, eq, isNotNull, ne, sql } from 'drizzle-orm';
import { sqlNow } from '#platform/clock';
import type { TxCtx } from '#platform/context';
import { inSeconds, type Duration } from '#platform/duration';
import { newId } from '#platform/ids';
import { enqueue } from '#platform/jobs';
import { sendEmailJob } from '../jobs/send-email';
import { burst, clockNow, lockBudget } from '../repo.server';
import type { RecipientType } from '../states';
import { notification } from '../tables.server';

export interface NewNotification {
  /** Dotted word of the template. */
  readonly kind: string;
  readonly recipient: { readonly type: RecipientType; readonly id: string };
  /** What happened: the id of the fact's delivery, the same each time it is delivered. */
  readonly factId: string;
  /** Ids that the template needs; nothing personal. */
  readonly facts?: Readonly<Record<string, string>>;
  /** Id of what the mail is about, for its budget; null for a kind that is exempt. */
  readonly thing?: string | null;
  /** Its recipient waits for it: it is sent before other mails that wait. */
  readonly first?: boolean;
}

/**
 * Records that the recipient gets a mail, and enqueues it: both within the open transaction, so nothing is sent for one
 * that rolls back. The same fact, kind and recipient, also fifty times at once, is one notification. With a `thing` the
 * first mail goes at once; what follows within ten minutes is part of one more mail at their end, which has the facts of
 * the newest (`joinedNews`).
 */
export async function queueNotification(ctx: TxCtx, wish: NewNotification): Promise<void> {
  const { kind, recipient, factId, facts = {}, thing = null, first } = wish;
  const slot = thing === null ? atOnce : await slotOf(ctx, { ...wish, thing });
  const [added] = await ctx.db
    .insert(notification)
    .values({
      id: newId(),
      key: `${kind}:${factId}:${recipient.type}:${recipient.id}`,
      kind,
      channel: 'email',
      recipientType: recipient.type,
      recipientId: recipient.id,
      facts: { ...facts },
      status: slot.joins ? 'dropped' : 'queued',
      lastError: slot.joins ? 'joined' : null,
      createdAt: sqlNow,
      thing,
      dueAt: slot.dueAt === null ? sqlNow : sql`${slot.dueAt}::timestamptz`,
    })
    .onConflictDoNothing({ target: notification.key })
    .returning({ id: notification.id });
  if (!added || slot.joins) return;
  const payload = { notificationId: added.id, resend: 0 };
  await enqueue(ctx, sendEmailJob, payload, { startAfter: slot.wait, first });
}

interface Slot {
  /** A mail that waits already has it within. */
  readonly joins: boolean;
  /** Null for now. */
  readonly dueAt: string | null;
  readonly wait?: Duration;
}

const atOnce: Slot = { joins: false, dueAt: null };

/**
 * Where a mail has its place in the budget. Until the transaction ends no other one decides about the same budget, and a
 * mail that is due is not composed: what joins it is in it.
 */
async function slotOf(ctx: TxCtx, wish: NewNotification & { thing: string }): Promise<Slot> {
  const { kind, recipient, thing } = wish;
  const { type: recipientType, id: recipientId } = recipient;
  await lockBudget(ctx, { kind, recipientType, recipientId, thing });
  const { dueAt, createdAt, status } = notification;
  const length = sql`make_interval(secs => ${inSeconds(burst)})`;
  const next = sql`${dueAt} + ${length}`;
  const [last] = await ctx.db
    .select({
      waits: sql<boolean>`${status} = 'queued' and ${dueAt} > ${createdAt} and ${dueAt} > ${clockNow}`,
      dueAt: sql<string>`${dueAt}::text`,
      next: sql<string>`(${next})::text`,
      wait: sql<number>`greatest(0, ceil(extract(epoch from ${next} - platform.now()) * 1000))::float8`,
    })
    .from(notification)
    .where(
      and(
        eq(notification.recipientId, recipient.id),
        eq(notification.recipientType, recipient.type),
        eq(notification.thing, thing),
        eq(notification.kind, kind),
        isNotNull(dueAt),
        ne(status, 'dropped'),
        sql`${dueAt} > ${clockNow} - ${length}`,
      ),
    )
    .orderBy(desc(dueAt))
    .limit(1);
  if (!last) return atOnce;
  if (last.waits) return { joins: true, dueAt: last.dueAt };
  return { joins: false, dueAt: last.next, wait: last.wait as Duration };
}
