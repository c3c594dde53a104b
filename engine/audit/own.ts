import { and, asc, eq, gt, or } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { rowsAs, type ExportPart, type Person } from '#platform/privacy/person-data';
import { auditEntry } from './tables.server';

/** What the log says of somebody's own acts, and of looks at their account: who of the team it was is left out. */
export const ownEntries = (ctx: Ctx, { kind, id }: Person): ExportPart =>
  rowsAs('access', async (after: { id: number } | null, limit) => {
    const own = `${kind}:${id}`;
    const rows = await ctx.db
      .select()
      .from(auditEntry)
      .where(
        and(
          or(
            eq(auditEntry.actor, own),
            and(eq(auditEntry.objectType, kind), eq(auditEntry.objectId, id)),
          ),
          after ? gt(auditEntry.id, after.id) : undefined,
        ),
      )
      .orderBy(asc(auditEntry.id))
      .limit(limit);
    return rows.map((row) => ({
      id: row.id,
      at: row.at,
      by: row.actor === own ? 'you' : row.actor.replace(/:.*/, ''),
      action: row.action,
      about: row.objectType,
      outcome: row.outcome,
      ...(row.actor === own ? { ip: row.ip } : {}),
    }));
  });
