import path from 'node:path';
import type { Readable } from 'node:stream';
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/errors';
import { clinicPicture } from '../tables.server';
import { pictureSizes, type PictureSize } from './sizes';

export type PictureRow = typeof clinicPicture.$inferSelect;

/** Everything of theirs lies below it in the store. */
export const picturePrefix = 'clinic-picture';

const keyOf = (storageKey: string, size: PictureSize): string => `${storageKey}/${size}`;

/** Puts every size of a picture, out of the folder where it was encoded, into the store. */
export async function storeSizes(ctx: Ctx, storageKey: string, folder: string): Promise<void> {
  for (const size of pictureSizes)
    await ctx.services.ports.storage.put(
      keyOf(storageKey, size),
      { path: path.join(folder, size) },
      'image/jpeg',
    );
}

/** Removes every size of a picture; safe to repeat. */
export async function removeSizes(ctx: Ctx, storageKey: string): Promise<void> {
  for (const size of pictureSizes) await ctx.services.ports.storage.remove(keyOf(storageKey, size));
}

/** Pictures of a clinic that were not removed, oldest first. The caller has shown that it may see them. */
export const picturesOf = (ctx: Ctx, clinicId: string): Promise<PictureRow[]> =>
  ctx.db
    .select()
    .from(clinicPicture)
    .where(and(eq(clinicPicture.clinicId, clinicId), isNull(clinicPicture.removedAt)))
    .orderBy(asc(clinicPicture.createdAt), asc(clinicPicture.id));

export interface OpenedPicture {
  readonly body: Readable;
  readonly bytes: number;
  readonly type: 'image/jpeg';
  readonly name: string;
  readonly inline: true;
}

/** @throws AppError `not_found` without a row, and when the store does not have it */
export async function openSize(
  ctx: Ctx,
  row: Pick<PictureRow, 'id' | 'storageKey'> | undefined,
  size: PictureSize,
): Promise<OpenedPicture> {
  const found = row && (await ctx.services.ports.storage.get(keyOf(row.storageKey, size)));
  if (!found) throw new AppError('not_found');
  return { ...found, type: 'image/jpeg', name: `${row.id}.jpg`, inline: true };
}
