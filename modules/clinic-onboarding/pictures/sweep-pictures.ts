import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { now } from '#platform/clock';
import type { Ctx } from '#platform/context';
import { after, hours, type Duration } from '#platform/duration';
import { removeUnnamedFiles } from '#platform/stored-files';
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
  const { storageKey } = clinicPicture;
  const { removed: files } = await removeUnnamedFiles(ctx, {
    prefixes: [picturePrefix],
    keyOf: (file) => file.split('/').slice(0, 2).join('/'),
    named: (keys) =>
      ctx.db.select({ key: storageKey }).from(clinicPicture).where(inArray(storageKey, keys)),
    before: after(await now(ctx), -settled as Duration),
  });
  return { erased: left.length, files };
}
