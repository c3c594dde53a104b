import { and, eq, sql } from 'drizzle-orm';
import { actorRef } from '#platform/base/actor';
import type { AuditDetail } from './audit';
import type { Ctx } from '#platform/context';
import { inSeconds, type Duration } from '#platform/base/duration';
import { auditEntry } from './tables.server';

/** Whether the acting person has an entry like this in the log that is no older than `within`. */
export async function actedLately(
  ctx: Ctx,
  { action, object, details }: Required<Pick<AuditDetail, 'action' | 'object' | 'details'>>,
  within: Duration,
): Promise<boolean> {
  const rows = await ctx.db
    .select({ id: auditEntry.id })
    .from(auditEntry)
    .where(
      and(
        eq(auditEntry.objectType, object.type),
        eq(auditEntry.objectId, object.id),
        eq(auditEntry.action, action),
        eq(auditEntry.actor, actorRef(ctx.actor)),
        sql`${auditEntry.facts} @> ${JSON.stringify(details)}::jsonb`,
        sql`${auditEntry.at} > platform.now() - make_interval(secs => ${inSeconds(within)})`,
      ),
    )
    .limit(1);
  return rows.length > 0;
}
