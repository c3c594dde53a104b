import { and, eq, gt, ne, sql } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { otpChallenge } from '../tables.server';

export interface DialCodeTraffic {
  /** Codes of strangers of one day: expired without use, and used. One that is still open is neither. */
  readonly unused: number;
  readonly used: number;
  /** All codes of one hour. */
  readonly sentHour: number;
  readonly verifiedHour: number;
}

const toPhones = ne(otpChallenge.purpose, 'email-proof');
const ofStranger = sql`not ${otpChallenge.fromKnownBrowser}`;
const withinHour = sql`${otpChallenge.createdAt} > platform.now() - interval '1 hour'`;
const withinDay = gt(otpChallenge.createdAt, sql`platform.now() - interval '1 day'`);
const isUsed = sql`${otpChallenge.consumedAt} is not null`;
const isExpired = sql`${otpChallenge.consumedAt} is null and ${otpChallenge.expiresAt} <= platform.now()`;

/** What pumping and real people differ in, for one dial code. */
export async function dialCodeTraffic(ctx: Ctx, dialCode: string): Promise<DialCodeTraffic> {
  const count = (condition: ReturnType<typeof sql>) =>
    sql<number>`(count(*) filter (where ${condition}))::int`;
  const [row] = await ctx.db
    .select({
      unused: count(sql`${isExpired} and ${ofStranger}`),
      used: count(sql`${isUsed} and ${ofStranger}`),
      sentHour: count(withinHour),
      verifiedHour: count(sql`${isUsed} and ${withinHour}`),
    })
    .from(otpChallenge)
    .where(and(eq(otpChallenge.dialCode, dialCode), toPhones, withinDay));
  return row!;
}

export interface SiteTraffic {
  readonly hour: number;
  readonly day: number;
}

/** Codes to strangers, wherever they are. */
export async function siteTraffic(ctx: Ctx): Promise<SiteTraffic> {
  const [row] = await ctx.db
    .select({
      hour: sql<number>`(count(*) filter (where ${withinHour}))::int`,
      day: sql<number>`count(*)::int`,
    })
    .from(otpChallenge)
    .where(and(withinDay, toPhones, ofStranger));
  return row!;
}

/** Seconds until fewer than `cap` codes to strangers lie within the window. */
export async function secondsUntilBelow(
  ctx: Ctx,
  { cap, windowSeconds }: { cap: number; windowSeconds: number },
): Promise<number> {
  const window = sql`make_interval(secs => ${windowSeconds})`;
  const [row] = await ctx.db
    .select({
      wait: sql<number>`ceil(extract(epoch from ${otpChallenge.createdAt} + ${window} - platform.now()))::int`,
    })
    .from(otpChallenge)
    .where(and(withinDay, toPhones, ofStranger))
    .orderBy(sql`${otpChallenge.createdAt} desc`)
    .offset(Math.max(0, cap - 1))
    .limit(1);
  return Math.min(windowSeconds, Math.max(1, row?.wait ?? windowSeconds));
}
