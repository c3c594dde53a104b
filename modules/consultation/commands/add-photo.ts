import { eq, sql } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import { sqlNow } from '#platform/clock';
import { transaction, type Ctx, type TxCtx } from '#platform/context';
import { minutes } from '#platform/duration';
import { AppError, isAppError } from '#platform/errors';
import { newId } from '#platform/ids';
import { takePoint } from '#platform/rate-limit';
import { readSetting } from '#platform/settings';
import { cleanText } from '#platform/text';
import { withFile, type FileContent, type IncomingFile } from '#platform/upload';
import type { PhotoDto } from '../dto';
import { maxPhotos } from '../limits';
import { photoRefused } from '../photo-refused';
import { bytesOf, readPhotoTask, type ReadPhoto } from '../read-photo-task';
import {
  findOpenDraft,
  lockOpenDraft,
  photosOfDraft,
  usageOf,
  type PhotoRow,
} from '../repo.server';
import { photoQuota, uploadsPerTenMinutes } from '../settings';
import { draft, photo } from '../tables.server';
import { removeFiles, storeSizes } from '../stored-sizes.server';

type Patient = Ctx<ActorOf<'patient'>>;

const refused = (word: 'too-many-photos' | 'quota'): AppError =>
  new AppError('validation_failed', { fields: { photo: [`consultation.error.${word}`] } });

interface NewPhoto {
  readonly bytes: FileContent;
  readonly name: string;
  readonly toDraft: boolean;
}

/**
 * Takes one uploaded photo of the acting patient, into the open draft or on its own. The upload itself is
 * not kept. Bytes that the draft has already are the photo that it has: who got no answer sends them again.
 *
 * @throws AppError as `readPicture`; `busy` when too many pictures wait; `validation_failed` when the draft has ten
 * photos or the owner's quota is used up; `too_many_requests` after twenty in ten minutes; `storage_full`,
 * `unavailable` from the store. Nothing stays behind then.
 */
export async function addPhoto(ctx: Patient, { bytes, ...facts }: NewPhoto): Promise<PhotoDto> {
  await takeTurn(ctx);
  return withFile(ctx.services.env.DATA_DIR, bytes, async (file) => {
    const twin = facts.toDraft ? await twinInOpenDraft(ctx, file.sha256) : undefined;
    if (twin) return toDto(twin);
    await refuseOverQuota(ctx, 0);
    return addFile(ctx, file, facts);
  });
}

const toDto = ({ id, name, width, height }: PhotoDto): PhotoDto => ({ id, name, width, height });

/** Looked for before anything is decoded; of parallel uploads, `insertRow` finds it. */
async function twinInOpenDraft(ctx: Patient, sha256: string): Promise<PhotoRow | undefined> {
  const open = await findOpenDraft(ctx, ctx.actor.id);
  return open ? twinIn(await photosOfDraft(ctx, open.id), sha256) : undefined;
}

const twinIn = (photos: readonly PhotoRow[], sha256: string): PhotoRow | undefined =>
  photos.find(({ contentHash }) => contentHash === sha256);

async function addFile(
  ctx: Patient,
  file: IncomingFile,
  facts: Omit<NewPhoto, 'bytes'>,
): Promise<PhotoDto> {
  const picture = await ctx.services.fileWork.run(readPhotoTask, {
    owner: ctx.actor.id,
    folder: file.folder,
    input: null,
    refused: () => photoRefused('damaged'),
  });
  const storageKey = `photo/${newId()}`;
  try {
    await storeSizes(ctx, storageKey, file.folder);
    const row = await transaction(ctx, (tx) =>
      insertRow(tx, picture, storageKey, { ...facts, contentHash: file.sha256 }),
    );
    if (row.storageKey !== storageKey) await removeFiles(ctx, storageKey).catch(() => undefined);
    return toDto(row);
  } catch (error) {
    // After a refusal no row points at the files. A connection lost during COMMIT may have left one: then
    // the files stay, and the sweep removes them if it did not.
    if (isAppError(error)) await removeFiles(ctx, storageKey).catch(() => undefined);
    throw error;
  }
}

/** Counted before anything is decoded: a refused photo costs as much as a good one. */
async function takeTurn(ctx: Patient): Promise<void> {
  const limit = await readSetting(ctx, uploadsPerTenMinutes);
  const rule = { name: 'consultation.uploads', limit, window: minutes(10) };
  const { allowed, retryAfterSeconds } = await takePoint(ctx, rule, ctx.actor.id);
  if (!allowed) throw new AppError('too_many_requests', { retryAfterSeconds });
}

async function insertRow(
  ctx: TxCtx<ActorOf<'patient'>>,
  picture: ReadPhoto,
  storageKey: string,
  facts: { name: string; contentHash: string; toDraft: boolean },
) {
  const ownerId = ctx.actor.id;
  // Uploads of one person take turns here, so that quota and count hold for parallel ones as well.
  await ctx.db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`photos:${ownerId}`}, 0))`,
  );
  const bytes = bytesOf(picture);
  const draftId = facts.toDraft ? (await lockOpenDraft(ctx, ownerId)).id : null;
  const held = draftId === null ? [] : await photosOfDraft(ctx, draftId);
  const twin = twinIn(held, facts.contentHash);
  if (twin) return twin;
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
    name: [...cleanText(facts.name).replace(/\s+/g, ' ')].slice(0, 150).join(''),
    width: picture.width,
    height: picture.height,
    bytes,
    contentHash: facts.contentHash,
    pictureHash: picture.hash,
  };
  await ctx.db.insert(photo).values({ ...values, createdAt: sqlNow });
  return values;
}

async function refuseOverQuota(ctx: Patient, more: number): Promise<void> {
  const [used, quota] = [await usageOf(ctx, ctx.actor.id), await readSetting(ctx, photoQuota)];
  if (used.files >= quota.files || used.bytes + more > quota.bytes) throw refused('quota');
}
