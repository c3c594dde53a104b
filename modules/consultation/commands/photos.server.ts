import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import { now, sqlNow } from '#platform/time/clock';
import type { Ctx, CtxOf, TxCtxOf } from '#platform/context';
import { after, days, type Duration } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { newId } from '#platform/base/ids';
import { withTransaction, defineClockJob, type JobHandler } from '#engine';
import { deleteInSteps } from '#platform/privacy/person-data';
import { countSetting, readSetting } from '#platform/settings/settings';
import { cleanText } from '#platform/text/text';
import * as stored from '#platform/files/stored';
import { countUpload, hasRoom, uploadQuota } from '#platform/limits/uploads';
import { type FileContent, type IncomingFile, withFile } from '#platform/files/upload';
import { bytesOf, photoRefused, type ReadPhoto, readPhotoTask } from '../photo-files.server';
import {
  findOpenDraft,
  lockOpenDraft,
  photoDtoOf,
  type PhotoRow,
  photosOfDraft,
} from '../queries.server';
import type { PhotoSlot } from '../catalogue';
import type { PhotoDto } from '../schemas';
import { removeUnseenCopies } from '../photo-access.server';
import { copyFiles, draft, photo, photoFiles } from '../tables.server';
import { maxPhotos } from '../values';

/** What one patient's photos may take in the store, all sizes together. */
export const photoQuota = uploadQuota('consultation.photo-quota');

/** Photos one patient may send in ten minutes, accepted or not: ten, twice. */
export const uploadsPerTenMinutes = countSetting('consultation.uploads-per-ten-minutes', 20, 2_000);

/** Days after which photos that belong to no request, and drafts nobody came back to, are removed. */
export const unattachedDays = countSetting('consultation.unattached-days', 30);

const refused = (word: 'too-many-photos' | 'quota'): AppError =>
  new AppError('validation_failed', { fields: { photo: [`consultation.error.${word}`] } });

interface NewPhoto {
  readonly bytes: FileContent;
  readonly name: string;
  readonly toDraft: boolean;
  /** The view that it shows; left out and null for a photo of no view in particular. */
  readonly slot?: PhotoSlot | null;
}

/**
 * Takes one uploaded photo of the acting patient, into the open draft or on its own. The upload itself is
 * not kept. Bytes that the draft has already are the photo that it has: who got no answer sends them again, and who sends
 * them for another view means that one.
 *
 * @throws AppError as `readPicture`; `busy` when too many pictures wait; `validation_failed` when the draft has ten
 * photos or the owner's quota is used up; `too_many_requests` after twenty in ten minutes; `storage_full`,
 * `unavailable` from the store. Nothing stays behind then.
 */
export async function addPhoto(
  ctx: CtxOf<'patient'>,
  { bytes, ...details }: NewPhoto,
): Promise<PhotoDto> {
  await countUpload(ctx, 'consultation.uploads', uploadsPerTenMinutes, ctx.actor.id);
  return withFile(ctx.services.env.DATA_DIR, bytes, async (file) => {
    const twin = details.toDraft ? await twinInOpenDraft(ctx, file.sha256) : undefined;
    if (twin) return photoDtoOf(await putInSlot(ctx, twin, details.slot));
    await refuseOverQuota(ctx, 0);
    return addFile(ctx, file, details);
  });
}

/** The photo shows this view from now on; without a view it stays as it is. */
async function putInSlot(
  ctx: CtxOf<'patient'>,
  row: PhotoRow,
  slot: PhotoSlot | null = null,
): Promise<PhotoRow> {
  if (slot === null || slot === row.slot) return row;
  await ctx.db
    .update(photo)
    .set({ slot })
    .where(and(eq(photo.id, row.id), isNull(photo.leadId)));
  return { ...row, slot };
}

/** Looked for before anything is decoded; of parallel uploads, `insertRow` finds it. */
async function twinInOpenDraft(
  ctx: CtxOf<'patient'>,
  sha256: string,
): Promise<PhotoRow | undefined> {
  const open = await findOpenDraft(ctx, ctx.actor.id);
  return open ? twinIn(await photosOfDraft(ctx, open.id), sha256) : undefined;
}

const twinIn = (photos: readonly PhotoRow[], sha256: string): PhotoRow | undefined =>
  photos.find(({ contentHash }) => contentHash === sha256);

async function addFile(
  ctx: CtxOf<'patient'>,
  { folder, sha256 }: IncomingFile,
  details: Omit<NewPhoto, 'bytes'>,
): Promise<PhotoDto> {
  const picture = await ctx.services.fileWork.run(readPhotoTask, {
    owner: ctx.actor.id,
    folder,
    input: null,
    refused: () => photoRefused('damaged'),
  });
  return stored.storeFiles(ctx, photoFiles, { folder }, async (storageKey) => {
    const row = await withTransaction(ctx, (tx) =>
      insertRow(tx, picture, storageKey, { ...details, contentHash: sha256 }),
    );
    if (row.storageKey !== storageKey) await stored.dropFiles(ctx, photoFiles, [{ storageKey }]);
    return photoDtoOf(row);
  });
}

async function insertRow(
  ctx: TxCtxOf<'patient'>,
  picture: ReadPhoto,
  storageKey: string,
  details: Omit<NewPhoto, 'bytes'> & { readonly contentHash: string },
): Promise<Parameters<typeof photoDtoOf>[0] & { storageKey: string }> {
  const ownerId = ctx.actor.id;
  // Uploads of one person take turns here, so that quota and count hold for parallel ones as well.
  await ctx.db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`photos:${ownerId}`}, 0))`,
  );
  const bytes = bytesOf(picture);
  const draftId = details.toDraft ? (await lockOpenDraft(ctx, ownerId)).id : null;
  const held = draftId === null ? [] : await photosOfDraft(ctx, draftId);
  const twin = twinIn(held, details.contentHash);
  if (twin) return putInSlot(ctx, twin, details.slot);
  await refuseOverQuota(ctx, bytes);
  if (held.length >= maxPhotos) throw refused('too-many-photos');
  // A draft that is only given photos is in use too: the sweep goes by this time.
  if (draftId !== null)
    await ctx.db.update(draft).set({ updatedAt: sqlNow }).where(eq(draft.id, draftId));
  const values = {
    id: newId(),
    ownerId,
    draftId,
    storageKey,
    name: [...cleanText(details.name).replace(/\s+/g, ' ')].slice(0, 150).join(''),
    width: picture.width,
    height: picture.height,
    bytes,
    contentHash: details.contentHash,
    pictureHash: picture.hash,
    pictureColours: picture.colours,
    slot: details.slot ?? null,
    ...picture.score,
  };
  await ctx.db.insert(photo).values({ ...values, createdAt: sqlNow });
  return values;
}

async function refuseOverQuota(ctx: CtxOf<'patient'>, bytes: number): Promise<void> {
  const which = eq(photo.ownerId, ctx.actor.id);
  if (
    !(await hasRoom(ctx, photoFiles, {
      quota: photoQuota,
      which,
      more: { files: 1, bytes },
    }))
  )
    throw refused('quota');
}

/**
 * Removes a photo of the acting patient that no request holds yet.
 *
 * @throws AppError `not_found` (also for somebody else's), `event_refused` once a request holds it.
 */
export const removePhoto = (ctx: CtxOf<'patient'>, { id }: { id: string }): Promise<void> => {
  const own = eq(photo.ownerId, ctx.actor.id);
  return stored.deleteUnheld(ctx, photoFiles, { id, own, holder: photo.leadId }, (error) =>
    ctx.log.warn({ err: error, photoId: id }, 'consultation.photo-files-left'),
  );
};

export interface Swept {
  drafts: number;
  photos: number;
  /** Clinics' copies that nobody looked at any more. */
  copies: number;
  files: number;
  rowsWithoutFile: number;
}

/**
 * Puts store and rows in step: drafts and photos nobody came back to go after 30 days, files without a row
 * and unfinished uploads after an hour, copies of clinics that did not look for 30 days, rows without files at once unless a request holds them (those are
 * logged: the bytes are lost). A store in which no file at all is found is taken for one that is away: rows
 * stay. Safe to repeat and to interrupt.
 */
export async function sweepPhotos(ctx: Ctx): Promise<Swept> {
  const at = await now(ctx);
  const tooOld = after(at, -days(await readSetting(ctx, unattachedDays)) as Duration);
  const drafts = await deleteInSteps(
    ctx,
    draft,
    and(isNull(draft.submittedAt), lt(draft.updatedAt, tooOld))!,
  );
  const photos = await deleteInSteps(
    ctx,
    photo,
    and(
      isNull(photo.leadId),
      lt(photo.createdAt, tooOld),
      sql`not exists (select from ${draft} d where d.id = ${photo.draftId} and d.submitted_at is null)`,
    )!,
  );
  const copies = await removeUnseenCopies(ctx);
  const kinds = [photoFiles, copyFiles];
  const looked = await stored.removeUnnamedFiles(ctx, kinds, ['tmp', 'probe']);
  const rowsWithoutFile = await stored.removeRowsWithoutFiles(ctx, photoFiles, looked, {
    holder: photo.leadId,
    onEmpty: () => ctx.log.error('consultation.photo-store-empty'),
    onLost: ({ id }) => ctx.log.error({ photoId: id }, 'consultation.photo-lost'),
  });
  return { drafts, photos, copies, files: looked.removed, rowsWithoutFile };
}

/** Sent by the clock once an hour. */
export const sweepPhotosJob = defineClockJob('consultation.sweep-photos');

export const sweepPhotosHandler: JobHandler<typeof sweepPhotosJob.payload> = async (ctx) => {
  const swept = await sweepPhotos(ctx);
  ctx.log.info({ ...swept }, 'consultation.photos-swept');
};
