import { and, asc, eq, gt } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { transition } from './tables.server';

/** The log of an instance, oldest first, at most 200 entries after version `after`. */
export function readHistory(ctx: Ctx, { id, after = 0 }: { id: string; after?: number }) {
  const { version, name, key, actor, at, effects, machineVersion } = transition;
  return ctx.db
    .select({ version, name, key, actor, at, effects, machineVersion })
    .from(transition)
    .where(and(eq(transition.instanceId, id), gt(transition.version, after)))
    .orderBy(asc(transition.version))
    .limit(200);
}
