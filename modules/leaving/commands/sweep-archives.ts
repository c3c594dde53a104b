import { and, inArray, lt, sql } from 'drizzle-orm';
import { now } from '#platform/clock';
import type { Ctx } from '#platform/context';
import { after, hours, inSeconds, type Duration } from '#platform/duration';
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
  const named = await ctx.db.select({ key: archive.storageKey }).from(archive);
  const known = new Set(named.map(({ key }) => key));
  const { storage } = ctx.services.ports;
  let gone = rows.length;
  for await (const { key, modifiedAt } of storage.list('archive')) {
    if (known.has(key) || modifiedAt >= before) continue;
    await storage.remove(key);
    gone += 1;
  }
  return gone;
}
