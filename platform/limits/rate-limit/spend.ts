import { createHmac } from 'node:crypto';
import type { Ctx } from '../../context';
import { inSeconds } from '../../base/duration';
import type { CountRule } from './shared-count';

/**
 * Spends `amount` of the subject's budget of this window, in one statement. Answers what is spent by then, or null where
 * it would pass `limit`: nothing is spent then. Fifty at once never pass it together.
 */
export async function spend(
  ctx: Ctx,
  { name, limit, window }: CountRule,
  subject: string,
  amount: number,
): Promise<number | null> {
  if (amount > limit) return null;
  const [secret] = ctx.services.env.OTP_HMAC_KEYS;
  const key = createHmac('sha256', secret!).update(subject).digest('base64url');
  const { rows } = await ctx.services.database.pool.query<{ hits: number }>(statement, [
    `${name}:${key}`,
    amount,
    inSeconds(window),
    limit,
  ]);
  return rows[0]?.hits ?? null;
}

const statement = `
  insert into platform.request_count as c (key, hits, ends_at)
  values ($1, $2, now() + make_interval(secs => $3))
  on conflict (key) do update set
    hits = case when c.ends_at > now() then c.hits else 0 end + excluded.hits,
    ends_at = case when c.ends_at > now() then c.ends_at else excluded.ends_at end
  where case when c.ends_at > now() then c.hits else 0 end + excluded.hits <= $4
  returning hits`;
