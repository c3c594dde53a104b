import { buffer } from 'node:stream/consumers';
import { and, asc, eq, isNull } from 'drizzle-orm';
import { audit, withTransaction } from '#engine';
import { AppError, isAppError } from '#platform/base/errors';
import { isId, newId } from '#platform/base/ids';
import { findRow, requireRow } from '#platform/lists/find-row';
import type { Ctx, CtxOf, TxCtx, TxCtxOf } from '#platform/context';
import * as stored from '#platform/files/stored';
import { countSetting } from '#platform/settings/settings';
import { countUpload } from '#platform/limits/uploads';
import { type FileContent, type IncomingFile, withFile } from '#platform/files/upload';
import { now, sqlNow } from '#platform/time/clock';
import { doctorNames, lockClinic } from './points.server';
import { noteChecks } from './projection.server';
import { addActivity, type Reviewer } from './queries.server';
import { pictureRefused, type ReadPicture, readPictureTask } from './read-files-task';
import { clinic, clinicPicture, pictureFiles } from './tables.server';
import { maxPictures, type PictureReview, type PictureSize } from './values';

/** Pictures one clinic may send in ten minutes, accepted or not. */
export const picturesPerTenMinutes = countSetting(
  'clinic-onboarding.pictures-per-ten-minutes',
  20,
  2_000,
);

export type PictureRow = typeof clinicPicture.$inferSelect;

/** Pictures of a clinic that were not removed, oldest first. The caller has shown that it may see them. */
export const picturesOf = (ctx: Ctx, clinicId: string): Promise<PictureRow[]> =>
  ctx.db
    .select()
    .from(clinicPicture)
    .where(and(eq(clinicPicture.clinicId, clinicId), isNull(clinicPicture.removedAt)))
    .orderBy(asc(clinicPicture.createdAt), asc(clinicPicture.id));

/** @throws AppError `not_found` without a row, and when the store does not have it */
const openSize = (
  ctx: Ctx,
  row: Pick<PictureRow, 'id' | 'storageKey'> | null | undefined,
  size: PictureSize,
): Promise<stored.OpenedFile> =>
  stored.openFile(ctx, pictureFiles, row, { size, name: `${row?.id}.jpg` });

/** What else happens in the transaction that takes a picture. */
type Also = (tx: TxCtxOf<'clinic'>) => Promise<void>;

/**
 * Takes one picture for the public page of the acting, approved clinic; patients see it once staff have looked at it. The
 * upload itself is not kept. Answers its id.
 *
 * @throws AppError `event_refused` for a clinic that is not approved; `unsupported_file_type`; `validation_failed` when it
 * is damaged, or ten lie there; `too_many_requests`; `busy`; `storage_full`, `unavailable` from the store. Nothing stays
 * behind then.
 */
export async function addPicture(
  ctx: CtxOf<'clinic'>,
  { bytes, also }: { bytes: FileContent; also?: Also },
): Promise<string> {
  await countUpload(ctx, 'clinic-onboarding.pictures', picturesPerTenMinutes, ctx.actor.id);
  if ((await picturesOf(ctx, ctx.actor.id)).length >= maxPictures) throw tooMany();
  return withFile(ctx.services.env.DATA_DIR, bytes, (file) => addFile(ctx, file, also));
}

const tooMany = (): AppError =>
  new AppError('validation_failed', { fields: { picture: ['onboarding.error.pictures'] } });

async function addFile(
  ctx: CtxOf<'clinic'>,
  { folder }: IncomingFile,
  also: Also | undefined,
): Promise<string> {
  const picture = await ctx.services.fileWork.run(readPictureTask, {
    owner: ctx.actor.id,
    folder,
    input: null,
    refused: () => pictureRefused('damaged'),
  });
  const id = newId();
  return stored.storeFiles(ctx, pictureFiles, { folder }, async (storageKey) => {
    await keep(ctx, picture, { id, storageKey, also });
    return id;
  });
}

/** The lock of the clinic's row lets its pictures come one after the other: ten are ten, also for fifty at once. */
const keep = (
  ctx: CtxOf<'clinic'>,
  { width, height, bytes, ...measured }: ReadPicture,
  { also, ...of }: { id: string; storageKey: string; also: Also | undefined },
): Promise<void> =>
  withTransaction(ctx, async (tx) => {
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
      pictureHash: measured.hash ?? '',
      pictureColours: measured.colours,
      review: 'waiting',
      createdAt: sqlNow,
    });
    await audit(tx, {
      action: 'clinic-onboarding.add-picture',
      object: { type: 'clinic', id: clinicId },
      details: { pictureId: of.id },
    });
    await noteChecks(tx, clinicId);
    await also?.(tx);
  });

/** A picture of this clinic that was not removed; the caller holds the lock of the clinic's row. */
async function findPicture(ctx: TxCtx, clinicId: string, id: string): Promise<PictureRow> {
  const own = and(eq(clinicPicture.clinicId, clinicId), isNull(clinicPicture.removedAt));
  return requireRow(ctx, clinicPicture, id, { which: own });
}

/**
 * Removes a picture of the acting clinic, shown or not; its bytes go with it, at the latest with the next sweep.
 *
 * @throws AppError `not_found`, also for somebody else's
 */
export async function removePicture(ctx: CtxOf<'clinic'>, { id }: { id: string }): Promise<void> {
  const gone = await withTransaction(ctx, async (tx) => {
    const clinicId = tx.actor.id;
    await lockClinic(tx, clinicId);
    const row = await findPicture(tx, clinicId, id);
    await tx.db.update(clinicPicture).set({ removedAt: sqlNow }).where(eq(clinicPicture.id, id));
    await audit(tx, {
      action: 'clinic-onboarding.remove-picture',
      object: { type: 'clinic', id: clinicId },
      details: { pictureId: id },
    });
    await noteChecks(tx, clinicId);
    return row;
  });
  await stored
    .eraseFiles(ctx, pictureFiles, gone)
    .catch((error: unknown) =>
      ctx.log.warn({ err: error, pictureId: id }, 'clinic-onboarding.picture-bytes-left'),
    );
}

interface Which {
  readonly clinicId: string;
  readonly pictureId: string;
}

/** Shows a picture to patients. @throws AppError `not_found`; `event_refused` when it is shown already */
export const acceptPicture = (ctx: Ctx<Reviewer>, which: Which): Promise<void> =>
  decide(ctx, which, { review: 'shown', reason: null });

/**
 * Keeps a picture from patients, or takes it away from them again; the clinic reads why.
 *
 * @throws AppError `not_found`; `event_refused` when it was refused already
 */
export const refusePicture = (
  ctx: Ctx<Reviewer>,
  { reason, ...which }: Which & { readonly reason: string },
): Promise<void> => decide(ctx, which, { review: 'refused', reason });

const kinds = { shown: 'picture-accepted', refused: 'picture-refused' } as const;

async function decide(
  ctx: Ctx<Reviewer>,
  { clinicId, pictureId }: Which,
  { review, reason }: { review: Exclude<PictureReview, 'waiting'>; reason: string | null },
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    await lockClinic(tx, clinicId);
    const row = await findPicture(tx, clinicId, pictureId);
    if (row.review === review) throw new AppError('event_refused');
    const at = await now(tx);
    const reviewedBy = tx.actor.kind === 'staff' ? tx.actor.id : null;
    await tx.db
      .update(clinicPicture)
      .set({ review, reason, reviewedBy, reviewedAt: at })
      .where(eq(clinicPicture.id, pictureId));
    const kind = kinds[review];
    const facts = { pictureId, ...(reason ? { reason } : {}) };
    await addActivity(tx, { clinicId, kind, at, facts });
    await audit(tx, {
      action: `clinic-onboarding.${kind}`,
      object: { type: 'clinic', id: clinicId },
      details: { pictureId },
      reason: reason ?? undefined,
    });
    await noteChecks(tx, clinicId);
  });
}

/**
 * Says which doctor a picture of the acting clinic shows; null: none. Staff look at it anew before patients see it.
 *
 * @throws AppError `not_found`, also for a picture of another clinic; `validation_failed` for a name that the clinic does
 * not give
 */
export const nameDoctor = (
  ctx: CtxOf<'clinic'>,
  { id, doctorName }: { readonly id: string; readonly doctorName: string | null },
): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    const clinic = await lockClinic(tx, tx.actor.id);
    const picture = await findPicture(tx, clinic.id, id);
    if (picture.doctorName === doctorName) return;
    if (doctorName !== null && !(await doctorNames(tx, clinic)).includes(doctorName))
      throw new AppError('validation_failed', { fields: { doctorName: ['error.invalid_value'] } });
    const unseen = { review: 'waiting', reason: null, reviewedBy: null, reviewedAt: null } as const;
    await tx.db
      .update(clinicPicture)
      .set({ doctorName, ...unseen })
      .where(eq(clinicPicture.id, id));
    await audit(tx, {
      action: 'clinic-onboarding.name-doctor-of-picture',
      object: { type: 'clinic', id: clinic.id },
      details: { pictureId: id },
    });
    await noteChecks(tx, clinic.id);
  });

interface Opened {
  readonly id: string;
  readonly size: PictureSize;
}

const stays = isNull(clinicPicture.removedAt);

/**
 * The bytes of a picture of the acting clinic, shown or not.
 *
 * @throws AppError `not_found`, the same for one of another clinic and for none
 */
export async function openOwnPicture(
  ctx: CtxOf<'clinic'>,
  { id, size }: Opened,
): Promise<stored.OpenedFile> {
  const own = and(stays, eq(clinicPicture.clinicId, ctx.actor.id));
  return openSize(ctx, await findRow(ctx, clinicPicture, id, { which: own }), size);
}

/**
 * The bytes of a picture that patients see: of an approved clinic, and shown by staff.
 *
 * @throws AppError `not_found`
 */
export async function openPublicPicture(
  ctx: Ctx,
  { id, size }: Opened,
): Promise<stored.OpenedFile> {
  const [row] = isId(id)
    ? await ctx.db
        .select({ id: clinicPicture.id, storageKey: clinicPicture.storageKey })
        .from(clinicPicture)
        .innerJoin(clinic, eq(clinic.id, clinicPicture.clinicId))
        .where(
          and(
            eq(clinicPicture.id, id),
            stays,
            eq(clinicPicture.review, 'shown'),
            eq(clinic.status, 'approved'),
          ),
        )
    : [];
  return openSize(ctx, row, size);
}

/** The bytes of any picture that was not removed, for the review team. @throws AppError `not_found` */
export async function openPictureAsStaff(
  ctx: CtxOf<'staff'>,
  { id, size }: Opened,
): Promise<stored.OpenedFile> {
  return openSize(ctx, await findRow(ctx, clinicPicture, id, { which: stays }), size);
}

/**
 * Measures the pictures of a clinic that were taken before pictures were compared, by their stored bytes; one that cannot
 * be read counts as too plain. Returns how many.
 */
export async function measurePictures(ctx: Ctx, clinicId: string): Promise<number> {
  const rows = (await picturesOf(ctx, clinicId)).filter(({ pictureHash }) => pictureHash === null);
  for (const row of rows) {
    const measured = await measureStored(ctx, row);
    await ctx.db
      .update(clinicPicture)
      .set({ pictureHash: measured?.hash ?? '', pictureColours: measured?.colours ?? null })
      .where(eq(clinicPicture.id, row.id));
  }
  return rows.length;
}

/** Null when its bytes are gone, or are no picture. */
async function measureStored(ctx: Ctx, row: PictureRow): Promise<ReadPicture | null> {
  try {
    const { body } = await openSize(ctx, row, 'full');
    return await withFile(ctx.services.env.DATA_DIR, await buffer(body), ({ folder }) =>
      ctx.services.fileWork.run(readPictureTask, {
        owner: row.clinicId,
        folder,
        input: null,
        refused: () => pictureRefused('damaged'),
      }),
    );
  } catch (error) {
    if (isAppError(error) && (error.code === 'not_found' || error.code === 'validation_failed'))
      return null;
    throw error;
  }
}

/** Puts the store in step with the rows of pictures: bytes of removed ones go, and files without a row. Safe to repeat. */
export async function sweepPictures(ctx: Ctx): Promise<{ erased: number; files: number }> {
  const erased = await stored.eraseRemoved(ctx, pictureFiles);
  const { removed: files } = await stored.removeUnnamedFiles(ctx, [pictureFiles]);
  return { erased, files };
}
