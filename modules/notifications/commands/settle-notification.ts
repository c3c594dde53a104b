import { eq } from 'drizzle-orm';
import { sqlNow } from '#platform/clock';
import type { Ctx } from '#platform/context';
import { oneMoreAttempt, updateRound, type Round } from '../repo.server';
import { notification } from '../tables.server';

/** The provider took the mail. */
export async function markSent(ctx: Ctx, round: Round): Promise<void> {
  await updateRound(ctx, round, {
    status: 'sent',
    sentAt: sqlNow,
    failedAt: null,
    lastError: null,
    attempts: oneMoreAttempt,
  });
}

/** One attempt failed and others follow; `code` says why and holds nothing personal. */
export async function noteAttempt(ctx: Ctx, round: Round, code: string): Promise<void> {
  await updateRound(ctx, round, { lastError: code, attempts: oneMoreAttempt });
}

/** Nothing more is tried until staff ask for it. `code` replaces the last attempt's when given. */
export async function markFailed(ctx: Ctx, round: Round, code?: string): Promise<void> {
  const why = code === undefined ? {} : { lastError: code, attempts: oneMoreAttempt };
  await updateRound(ctx, round, { status: 'failed', failedAt: sqlNow, ...why });
}

/** There is nobody to send it to any more, or they do not want it: `code` says so. */
export async function markDropped(
  ctx: Ctx,
  round: Round,
  code: 'not_wanted' | null = null,
): Promise<void> {
  await updateRound(ctx, round, { status: 'dropped', failedAt: null, lastError: code });
}

const isQueued = eq(notification.status, 'queued');

/** How many mails wait to be sent. */
export const countQueued = (ctx: Ctx): Promise<number> => ctx.db.$count(notification, isQueued);

/** Gives up all that wait: in a restored copy they are those that went out long ago. What they tell stays to be read. */
export async function dropQueued(ctx: Ctx): Promise<void> {
  await ctx.db.update(notification).set({ status: 'dropped' }).where(isQueued);
}
