import path from 'node:path';
import type { Readable } from 'node:stream';
import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { audit, withTransaction } from '#engine';
import type { ActorOf } from '#platform/base/actor';
import { after, type Duration, hours, minutes } from '#platform/base/duration';
import { AppError, isAppError } from '#platform/base/errors';
import { isId, newId } from '#platform/base/ids';
import { findRow, requireRow } from '#platform/lists/find-row';
import type { Ctx, TxCtx } from '#platform/context';
import { type FileContent, type IncomingFile, withFile } from '#platform/files/upload';
import { consumeRateLimit } from '#platform/limits/rate-limit';
import { removeUnnamedFiles } from '#platform/privacy/stored-files';
import { defineSetting, readSetting } from '#platform/settings/settings';
import { now, sqlNow } from '#platform/time/clock';
import { doctorNames, lockClinic } from './points.server';
import { noteChecks } from './projection.server';
import { addActivity, type Reviewer } from './queries.server';
import { pictureRefused, type ReadPicture, readPictureTask } from './read-files-task';
import { clinic, clinicPicture } from './tables.server';
import { maxPictures, type PictureReview, type PictureSize, pictureSizes } from './values';

/** Pictures one clinic may send in ten minutes, accepted or not. One person plays many in the demo. */
export const picturesPerTenMinutes = defineSetting({
  key: 'clinic-onboarding.pictures-per-ten-minutes',
  schema: z.int().positive(),
  defaults: (mode) => (mode === 'demo' ? 2_000 : 20),
});

export type PictureRow = typeof clinicPicture.$inferSelect;

/** Everything of theirs lies below it in the store. */
const picturePrefix = 'clinic-picture';

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

interface OpenedPicture {
  readonly body: Readable;
  readonly bytes: number;
  readonly type: 'image/jpeg';
  readonly name: string;
  readonly inline: true;
}

/** @throws AppError `not_found` without a row, and when the store does not have it */
export async function openSize(
  ctx: Ctx,
  row: Pick<PictureRow, 'id' | 'storageKey'> | null | undefined,
  size: PictureSize,
): Promise<OpenedPicture> {
  const found = row && (await ctx.services.ports.storage.get(keyOf(row.storageKey, size)));
  if (!found) throw new AppError('not_found');
  return { ...found, type: 'image/jpeg', name: `${row.id}.jpg`, inline: true };
}

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
  const { allowed, retryAfterSeconds } = await consumeRateLimit(ctx, rule, ctx.actor.id);
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
      review: 'waiting',
      createdAt: sqlNow,
    });
    await audit(tx, {
      action: 'clinic-onboarding.add-picture',
      object: { type: 'clinic', id: clinicId },
      details: { pictureId: of.id },
    });
    await noteChecks(tx, clinicId);
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
export async function removePicture(
  ctx: Ctx<ActorOf<'clinic'>>,
  { id }: { id: string },
): Promise<void> {
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
  await erasePicture(ctx, gone).catch((error: unknown) =>
    ctx.log.warn({ err: error, pictureId: id }, 'clinic-onboarding.picture-bytes-left'),
  );
}

/** Removes the bytes of a picture whose row stays; safe to repeat. */
async function erasePicture(ctx: Ctx, { id, storageKey }: PictureRow): Promise<void> {
  await removeSizes(ctx, storageKey);
  await ctx.db.update(clinicPicture).set({ erased: true }).where(eq(clinicPicture.id, id));
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
  ctx: Ctx<ActorOf<'clinic'>>,
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
  ctx: Ctx<ActorOf<'clinic'>>,
  { id, size }: Opened,
): Promise<OpenedPicture> {
  const own = and(stays, eq(clinicPicture.clinicId, ctx.actor.id));
  return openSize(ctx, await findRow(ctx, clinicPicture, id, { which: own }), size);
}

/**
 * The bytes of a picture that patients see: of an approved clinic, and shown by staff.
 *
 * @throws AppError `not_found`
 */
export async function openPublicPicture(ctx: Ctx, { id, size }: Opened): Promise<OpenedPicture> {
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
  ctx: Ctx<ActorOf<'staff'>>,
  { id, size }: Opened,
): Promise<OpenedPicture> {
  return openSize(ctx, await findRow(ctx, clinicPicture, id, { which: stays }), size);
}

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
