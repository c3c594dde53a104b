import { and, eq } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/errors';
import { defaultContent } from '../defaults';
import { changeEntry, publishValue } from '../entries.server';
import { readPart, type PartKey } from '../parts';
import { contentRevision } from '../tables.server';

type Staff = Ctx<ActorOf<'staff'>>;

/**
 * Shows an earlier version again, as a version of its own; 0 is the default. A draft stays as it is.
 *
 * @throws AppError `not_found`; `event_refused` for a version that is not there or no longer fits; `version_conflict`
 *   when the part is no longer what was looked at
 */
export const restoreVersion = (
  ctx: Staff,
  { key, version, edition }: { key: string; version: number; edition?: string },
) =>
  changeEntry(ctx, { key, action: 'content.restored', seen: { edition } }, async (tx, entry) => {
    const value = await valueAt(tx, entry.key, version);
    if (value === null || version === entry.version) throw new AppError('event_refused');
    return publishValue(tx, entry, { value, draft: entry.draft });
  });

async function valueAt(ctx: Staff, key: PartKey, version: number): Promise<unknown> {
  if (version === 0) return defaultContent[key];
  const [row] = await ctx.db
    .select({ value: contentRevision.value })
    .from(contentRevision)
    .where(and(eq(contentRevision.key, key), eq(contentRevision.version, version)));
  return row ? readPart(key, row.value) : null;
}
