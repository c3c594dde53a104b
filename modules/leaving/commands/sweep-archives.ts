import { and, inArray, lt, sql } from 'drizzle-orm';
import { now } from '#platform/clock';
import type { Ctx } from '#platform/context';
import { after, hours, inSeconds, type Duration } from '#platform/duration';
import { removeUnnamedFiles } from '#platform/stored-files';
import { archivesKept } from '../settings';
import { archive } from '../tables.server';

/** A file younger than this may be one that is being made. */
const settled = hours(1);

/**
 * Removes archives out of the store that no row names, as a process that died may leave them, and rows that are a month
 * old. Safe to repeat and to interrupt. Returns how many files and rows went.
 */
export async function sweepArchives(ctx: Ctx): Promise<number> {
  const rows = await ctx.db
    .delete(archive)
    .where(
      and(
        inArray(archive.status, ['taken', 'gone']),
        lt(
          archive.askedAt,
          sql`platform.now() - make_interval(secs => ${inSeconds(archivesKept)})`,
        ),
      ),
    )
    .returning({ id: archive.id });
  const before = after(await now(ctx), -settled as Duration);
  const { storageKey } = archive;
  const { removed } = await removeUnnamedFiles(ctx, {
    prefixes: ['archive'],
    named: (keys) =>
      ctx.db.select({ key: storageKey }).from(archive).where(inArray(storageKey, keys)),
    before,
  });
  return rows.length + removed;
}
