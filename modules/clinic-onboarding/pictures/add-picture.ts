import type { ActorOf } from '#platform/actor';
import { audit } from '#platform/audit';
import { sqlNow } from '#platform/clock';
import { transaction, type Ctx } from '#platform/context';
import { minutes } from '#platform/duration';
import { AppError, isAppError } from '#platform/errors';
import { newId } from '#platform/ids';
import { takePoint } from '#platform/rate-limit';
import { readSetting } from '#platform/settings';
import { withFile, type FileContent, type IncomingFile } from '#platform/upload';
import { noteChecks } from '../note-checks.server';
import { lockClinic } from '../points/repo.server';
import { clinicPicture } from '../tables.server';
import { maxPictures } from './limits';
import { readPictureTask, type ReadPicture } from './read-picture-task';
import { pictureRefused } from './refused';
import { picturesPerTenMinutes } from './settings';
import { picturePrefix, picturesOf, removeSizes, storeSizes } from './store.server';

type Clinic = Ctx<ActorOf<'clinic'>>;

/**
 * Takes one picture for the public page of the acting, approved clinic; patients see it once staff have looked at it. The
 * upload itself is not kept. Answers its id.
 *
 * @throws AppError `event_refused` for a clinic that is not approved; `unsupported_file_type`; `validation_failed` when it
 * is damaged, or ten lie there; `too_many_requests`; `busy`; `storage_full`, `unavailable` from the store. Nothing stays
 * behind then.
 */
export async function addPicture(ctx: Clinic, { bytes }: { bytes: FileContent }): Promise<string> {
  await takeTurn(ctx);
  if ((await picturesOf(ctx, ctx.actor.id)).length >= maxPictures) throw tooMany();
  return withFile(ctx.services.env.DATA_DIR, bytes, (file) => addFile(ctx, file));
}

const tooMany = (): AppError =>
  new AppError('validation_failed', { fields: { picture: ['onboarding.error.pictures'] } });

/** Counted before anything is decoded: a refused file costs as much as a good one. */
async function takeTurn(ctx: Clinic): Promise<void> {
  const limit = await readSetting(ctx, picturesPerTenMinutes);
  const rule = { name: 'clinic-onboarding.pictures', limit, window: minutes(10) };
  const { allowed, retryAfterSeconds } = await takePoint(ctx, rule, ctx.actor.id);
  if (!allowed) throw new AppError('too_many_requests', { retryAfterSeconds });
}

async function addFile(ctx: Clinic, file: IncomingFile): Promise<string> {
  const picture = await ctx.services.fileWork.run(readPictureTask, {
    owner: ctx.actor.id,
    folder: file.folder,
    input: null,
    refused: () => pictureRefused('damaged'),
  });
  const id = newId();
  const storageKey = `${picturePrefix}/${id}`;
  try {
    await storeSizes(ctx, storageKey, file.folder);
    await keep(ctx, picture, { id, storageKey });
    return id;
  } catch (error) {
    // A connection lost during COMMIT may have left a row that points at the files: then the sweep decides.
    if (isAppError(error)) await removeSizes(ctx, storageKey).catch(() => undefined);
    throw error;
  }
}

/** The lock of the clinic's row lets its pictures come one after the other: ten are ten, also for fifty at once. */
const keep = (
  ctx: Clinic,
  { width, height, bytes }: ReadPicture,
  of: { id: string; storageKey: string },
): Promise<void> =>
  transaction(ctx, async (tx) => {
    const clinicId = tx.actor.id;
    const { status } = await lockClinic(tx, clinicId);
    if (status !== 'approved') throw new AppError('event_refused');
    if ((await picturesOf(tx, clinicId)).length >= maxPictures) throw tooMany();
    await tx.db.insert(clinicPicture).values({
      ...of,
      clinicId,
      width,
      height,
      bytes: bytes.full + bytes.thumb,
      review: 'waiting',
      createdAt: sqlNow,
    });
    await audit(tx, {
      action: 'clinic-onboarding.add-picture',
      object: { type: 'clinic', id: clinicId },
      facts: { pictureId: of.id },
    });
    await noteChecks(tx, clinicId);
  });
