import { and, eq, isNotNull } from 'drizzle-orm';
import { now } from '#platform/clock';
import type { Ctx } from '#platform/context';
import { after, hours, type Duration } from '#platform/duration';
import { clinicPicture } from '../tables.server';
import { erasePicture } from './change-picture';
import { picturePrefix } from './store.server';

/** A file younger than this may belong to an upload whose row is still to come. */
const settled = hours(1);

/** Puts the store in step with the rows of pictures: bytes of removed ones go, and files without a row. Safe to repeat. */
export async function sweepPictures(ctx: Ctx): Promise<{ erased: number; files: number }> {
  const left = await ctx.db
    .select()
    .from(clinicPicture)
    .where(and(isNotNull(clinicPicture.removedAt), eq(clinicPicture.erased, false)));
  for (const row of left) await erasePicture(ctx, row);
  const rows = await ctx.db.select({ key: clinicPicture.storageKey }).from(clinicPicture);
  const known = new Set(rows.map(({ key }) => key));
  const before = after(await now(ctx), -settled as Duration);
  let files = 0;
  for await (const { key, modifiedAt } of ctx.services.ports.storage.list(picturePrefix)) {
    if (known.has(key.split('/').slice(0, 2).join('/')) || modifiedAt >= before) continue;
    await ctx.services.ports.storage.remove(key);
    files += 1;
  }
  return { erased: left.length, files };
}
