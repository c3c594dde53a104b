import { eq } from 'drizzle-orm';
import { sqlNow } from '#platform/time/clock';
import type { TxCtx } from '#platform/context';
import { otpChallenge } from '../tables.server';
import { endChallenge } from './end-challenge.server';

/** Kills a code because a new one takes its place; returns the tries burnt on it, which can grow no more. */
export async function replaceChallenge(ctx: TxCtx, id: string): Promise<number> {
  await endChallenge(ctx, id, 'identity.code-replaced');
  const [row] = await ctx.db
    .update(otpChallenge)
    .set({ supersededAt: sqlNow })
    .where(eq(otpChallenge.id, id))
    .returning({ attempts: otpChallenge.attempts });
  return row!.attempts;
}
