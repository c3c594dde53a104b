import { and, desc, inArray, sql } from 'drizzle-orm';
import type { ActorOf } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import type { HomeRecord } from '#platform/lists/console-records';
import { smsAlert } from '../tables.server';

/** What was odd about the sending of codes during the last day, newest first; at most fifty. */
export async function recentSmsAlerts(
  ctx: Ctx<ActorOf<'staff'>>,
): Promise<HomeRecord['smsAlerts']> {
  const { kind, dialCode, hour, sent, verified } = smsAlert;
  const rows = await ctx.db
    .select({ kind, dialCode, hour, sent, verified })
    .from(smsAlert)
    .where(and(inArray(kind, kind.enumValues), sql`${hour} >= platform.now() - interval '1 day'`))
    .orderBy(desc(hour), kind, dialCode)
    .limit(50);
  return rows.map((row) => ({ ...row, hour: row.hour.toISOString() }));
}
