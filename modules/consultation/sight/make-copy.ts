import { and, eq } from 'drizzle-orm';
import { sqlNow } from '#platform/clock';
import { transaction, type Services } from '#platform/context';
import { AppError } from '#platform/errors';
import { newId } from '#platform/ids';
import { receiveFile } from '#platform/upload';
import { keyOfSize } from '../photo-key';
import { bytesOf, markPhotoTask } from '../read-photo-task';
import { removeFiles, storeSizes } from '../stored-sizes.server';
import { photoCopy } from '../tables.server';
import { lockSight, type ClinicCtx, type MaySee, type Viewer } from './clinic-sight';
import { findShown, type ShownPhoto } from './shown-photo';

interface Making extends ShownPhoto {
  readonly viewer: Viewer;
  readonly maySee: MaySee;
}

/** Copies that this process is making: who asks for one meanwhile waits for the same. */
const underWay = new WeakMap<Services['fileWork'], Map<string, Promise<void>>>();

/**
 * Makes all sizes of a photo with the acting clinic's mark and stores them, unless the clinic has lost the photo
 * meanwhile. Whether there is one now is to be asked anew.
 *
 * @throws AppError `not_found` without an original, `busy` when too many pictures wait, `storage_full`, `unavailable`
 */
export function makeCopy(ctx: ClinicCtx, making: Making): Promise<void> {
  const { fileWork } = ctx.services;
  const all = underWay.get(fileWork) ?? new Map<string, Promise<void>>();
  underWay.set(fileWork, all);
  const key = `${making.id}:${ctx.actor.id}`;
  const known = all.get(key);
  if (known) return known;
  const made = make(ctx, making).finally(() => all.delete(key));
  all.set(key, made);
  return made;
}

async function make(ctx: ClinicCtx, making: Making): Promise<void> {
  const { services, actor } = ctx;
  const original = await services.ports.storage.get(keyOfSize(making.storageKey, 'full'));
  if (!original) throw new AppError('not_found');
  await receiveFile(services.env.DATA_DIR, original.body, async ({ folder }) => {
    const marked = await services.fileWork.run(markPhotoTask, {
      // A request has ten photos, which is what one owner may have waiting.
      owner: `${actor.id}:${making.leadId}`,
      folder,
      input: { lines: [making.viewer.clinicName, making.day] },
      refused: () => new AppError('unavailable'),
    });
    await keep(ctx, making, { folder, bytes: bytesOf(marked) });
  });
}

/** Files first, row last: a crash leaves files that the sweep finds. */
async function keep(
  ctx: ClinicCtx,
  { id, leadId, day, maySee }: Making,
  { folder, bytes }: { folder: string; bytes: number },
): Promise<void> {
  const storageKey = `photo-copy/${newId()}`;
  await storeSizes(ctx, storageKey, folder);
  const kept = await transaction(ctx, async (tx) => {
    await lockSight(tx, leadId);
    if (!(await findShown(tx, id)) || !(await maySee(tx, leadId))) return false;
    const copy = { photoId: id, clinicId: ctx.actor.id, leadId, storageKey, bytes, day };
    const added = await tx.db
      .insert(photoCopy)
      .values({ ...copy, madeAt: sqlNow })
      .onConflictDoNothing()
      .returning({ id: photoCopy.photoId });
    return added.length > 0;
  });
  if (!kept) await removeFiles(ctx, storageKey);
}

/** A copy whose files are not there is none. */
export async function forgetCopy(ctx: ClinicCtx, storageKey: string): Promise<void> {
  await ctx.db
    .delete(photoCopy)
    .where(and(eq(photoCopy.storageKey, storageKey), eq(photoCopy.clinicId, ctx.actor.id)));
}
