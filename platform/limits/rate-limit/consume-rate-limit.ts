import { createHmac } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Ctx } from '../../context';
import { inSeconds, type Duration } from '../../base/duration';
import { AppError } from '../../base/errors';
import { newId } from '../../base/ids';
import { rateLimit, requestCount } from './tables.server';

/** At most `limit` points within any `window`. */
export interface Rule {
  /** Dotted word: `identity.sends-per-phone-hour`. */
  readonly name: string;
  readonly limit: number;
  readonly window: Duration;
}

export interface Taken {
  readonly allowed: boolean;
  /** Until the next point is free; 0 when this one was. */
  readonly retryAfterSeconds: number;
  /** What stands for this point, to give it back. */
  readonly member: string;
}

/** What is limited or counted may be a phone or an address, so it is stored as a hash with a key of ours. */
const hashed = (ctx: Ctx, word: string): string =>
  createHmac('sha256', ctx.services.env.OTP_HMAC_KEYS[0]!).update(word).digest('base64url');

const keyOf = (ctx: Ctx, rule: Pick<Rule, 'name'>, subject: string): string =>
  `${rule.name}:${hashed(ctx, subject)}`;

/**
 * Takes one point of `subject` under `rule`. One statement: the row lock of the upsert makes fifty at once
 * take exactly `limit`; the window slides on the database's clock. A `member` that already holds a point
 * needs no second one, so `limit` then counts distinct members. Throws when the database is away: the
 * caller must not go on. Inside a transaction the point is taken if and only if it commits.
 */
export async function consumeRateLimit(
  ctx: Ctx,
  rule: Rule,
  subject: string,
  member: string = newId(),
): Promise<Taken> {
  const [taken] = await consumeRateLimits(ctx, [rule], subject, member);
  return taken!;
}

/** As {@link consumeRateLimit}. @throws AppError `too_many_requests` with the seconds to wait */
export async function requireRateLimit(ctx: Ctx, rule: Rule, subject: string): Promise<void> {
  const { allowed, retryAfterSeconds } = await consumeRateLimit(ctx, rule, subject);
  if (!allowed) throw new AppError('too_many_requests', { retryAfterSeconds });
}

/**
 * {@link consumeRateLimit} under several rules, in one statement and in their order. Where one refuses, the others have taken
 * their points all the same: the caller's transaction ends and gives them back.
 */
export async function consumeRateLimits(
  ctx: Ctx,
  rules: readonly Rule[],
  subject: string,
  member: string = newId(),
): Promise<Taken[]> {
  const keys = rules.map((rule) => keyOf(ctx, rule, subject));
  const values = [
    keys,
    rules.map(({ limit }) => limit),
    rules.map(({ window }) => inSeconds(window)),
    hashed(ctx, member),
  ];
  const { rows } = await (ctx.tx ?? ctx.services.database.pool).query<{
    key: string;
    allowed: boolean;
    wait: number | null;
  }>({ ...takeAll, values });
  return rules.map((rule, n) => {
    const { allowed, wait } = rows.find(({ key }) => key === keys[n])!;
    const longest = inSeconds(rule.window);
    // A transaction that waited here has an older now than the points it waited for: never more than the window.
    const seconds = Math.min(longest, Math.max(1, Math.ceil(wait ?? longest)));
    return { allowed, retryAfterSeconds: allowed ? 0 : seconds, member };
  });
}

/** Keys ($1), limits ($2) and windows in seconds ($3) of the rules, and the member's mark ($4). */
const takeAll = {
  name: 'rate-limit-take',
  text: `with rules as materialized (
    select key, lim, make_interval(secs => secs) as span, platform.now() as at, n
    from unnest($1::text[], $2::int[], $3::float8[]) with ordinality as w(key, lim, secs, n))
  insert into platform.rate_limit as r (key, members, times, allowed, expires_at)
  select key,
    case when lim > 0 then array[$4::text] else '{}' end,
    case when lim > 0 then array[at] else '{}' end,
    lim > 0, at + span
  from rules order by n
  on conflict (key) do update set (members, times, allowed, expires_at) = (
    select
      case when s.known or s.n >= w.lim then s.members else s.members || $4::text end,
      case when s.known or s.n >= w.lim then s.times else s.times || w.at end,
      s.known or s.n < w.lim,
      w.at + w.span
    from rules w cross join lateral (
      select
        coalesce(array_agg(u.member order by u.at), '{}') as members,
        coalesce(array_agg(u.at order by u.at), '{}') as times,
        count(*) as n,
        coalesce(bool_or(u.member = $4::text), false) as known
      from unnest(r.members, r.times) as u(member, at)
      where u.at > w.at - w.span
    ) s
    where w.key = r.key
  )
  returning r.key, r.allowed, (select extract(epoch from
    r.times[greatest(cardinality(r.times) - w.lim + 1, 1)] + w.span - w.at
  )::float8 from rules w where w.key = r.key) as wait`,
};

/** How many points are left without taking one, and when the next one is free. */
export async function pointsLeft(
  ctx: Ctx,
  rule: Rule,
  subject: string,
): Promise<{ left: number; retryAfterSeconds: number }> {
  const window = sql`make_interval(secs => ${inSeconds(rule.window)}::double precision)`;
  const { rows } = await ctx.db.execute<{ n: number; wait: number | null }>(sql`
    select count(*)::int as n,
      extract(epoch from min(u.at) + ${window} - platform.now())::double precision as wait
    from platform.rate_limit as r, unnest(r.times) as u(at)
    where r.key = ${keyOf(ctx, rule, subject)} and u.at > platform.now() - ${window}`);
  const { n, wait } = rows[0]!;
  const left = Math.max(0, rule.limit - n);
  const seconds = Math.min(inSeconds(rule.window), Math.max(1, Math.ceil(wait ?? 0)));
  return { left, retryAfterSeconds: left > 0 ? 0 : seconds };
}

/** Gives every point back, for limits that count failures in a row. */
export async function returnAllPoints(
  ctx: Ctx,
  rule: Pick<Rule, 'name'>,
  subject: string,
): Promise<void> {
  await ctx.db.delete(rateLimit).where(eq(rateLimit.key, keyOf(ctx, rule, subject)));
}

/** Gives one point back, for limits that count failures only. */
export async function returnPoint(
  ctx: Ctx,
  rule: Pick<Rule, 'name'>,
  subject: string,
  member: string,
): Promise<void> {
  await ctx.db.execute(sql`
    update platform.rate_limit as r set (members, times) = (
      select coalesce(array_agg(u.member order by u.at), '{}'), coalesce(array_agg(u.at order by u.at), '{}')
      from unnest(r.members, r.times) as u(member, at) where u.member <> ${hashed(ctx, member)}
    ) where ${eq(sql`r.key`, keyOf(ctx, rule, subject))}`);
}

/** Removes rows that no longer limit anything; returns how many. */
export async function purgeRateLimits(ctx: Ctx): Promise<number> {
  const gone = await ctx.db
    .delete(rateLimit)
    .where(sql`${rateLimit.expiresAt} < platform.now()`)
    .returning({ key: rateLimit.key });
  const ended = await ctx.db
    .delete(requestCount)
    .where(sql`${requestCount.endsAt} < now()`)
    .returning({ key: requestCount.key });
  return gone.length + ended.length;
}
