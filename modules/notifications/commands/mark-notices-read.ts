import { and, inArray, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { ActorOf } from '#platform/actor';
import { sqlNow } from '#platform/clock';
import { transaction, type Ctx } from '#platform/context';
import { isId } from '#platform/ids';
import { announce } from '#platform/live';
import type { markReadSchema } from '../calls';
import { noticesChanged } from '../live-words';
import { ownedBy } from '../queries/own-notices';
import { notice } from '../tables.server';

/**
 * Marks notices of the acting person as read: the named ones, else all, none later than `upTo`. Those of others are
 * passed over like those that do not exist. Other open pages of the person are told.
 */
export async function markNoticesRead(
  ctx: Ctx<ActorOf<'patient' | 'clinic'>>,
  { ids, upTo }: z.output<typeof markReadSchema>,
): Promise<void> {
  const named = ids?.filter(isId);
  if (named?.length === 0) return;
  await transaction(ctx, async (tx) => {
    const read = await tx.db
      .update(notice)
      .set({ readAt: sqlNow })
      .where(
        and(
          ownedBy(ctx.actor),
          isNull(notice.readAt),
          named ? inArray(notice.id, named) : undefined,
          upTo ? sql`${notice.createdAt} <= ${upTo}::timestamptz` : undefined,
        ),
      )
      .returning({ id: notice.id });
    if (read.length === 0) return;
    await announce(tx, `${ctx.actor.kind}:${ctx.actor.id}`, { type: noticesChanged, data: {} });
  });
}
