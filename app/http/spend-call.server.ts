import { actorRef } from '#platform/base/actor';
import type { Call } from '#platform/base/call';
import type { Ctx } from '#platform/context';
import { minutes } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { consumeRateLimit, type Rule } from '#platform/limits/rate-limit';

/** Per person and ten minutes (security 64); sign-in is counted at the edge. */
const uploads = (factor: number): Rule => ({
  name: 'http.uploads',
  limit: 20 * factor,
  window: minutes(10),
});

/** Counts a call against its person's limit; throws `too_many_requests`. Runs before any byte of the body is read. */
export async function spendCall(ctx: Ctx, { limit }: Pick<Call, 'limit'>): Promise<void> {
  if (limit !== 'upload') return;
  const factor = ctx.services.env.mode === 'production' ? 1 : 100;
  const { allowed, retryAfterSeconds } = await consumeRateLimit(
    ctx,
    uploads(factor),
    actorRef(ctx.actor),
  );
  if (!allowed) throw new AppError('too_many_requests', { retryAfterSeconds });
}
