import type { TxCtx } from '#platform/context';
import { AppError } from '#platform/errors';
import { takePoints, type Rule } from '#platform/rate-limit';

/** @throws AppError `too_many_requests` */
export async function take(ctx: TxCtx, rules: readonly Rule[], subject: string): Promise<void> {
  const taken = await takePoints(ctx, rules, subject);
  const refused = taken.filter(({ allowed }) => !allowed);
  const [first] = refused.map(({ retryAfterSeconds }) => retryAfterSeconds).sort((a, b) => b - a);
  if (first !== undefined) throw new AppError('too_many_requests', { retryAfterSeconds: first });
}
