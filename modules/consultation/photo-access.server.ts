import { and, asc, desc, eq, isNotNull, isNull, ne, or, sql, type SQL } from 'drizzle-orm';
import { audit, withTransaction, publishLive } from '#engine';
import { sqlNow } from '#platform/time/clock';
import type { Ctx, CtxOf, Services, TxCtx, TxCtxOf } from '#platform/context';
import { days, inSeconds } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { isId } from '#platform/base/ids';
import * as stored from '#platform/files/stored';
import { receiveFile } from '#platform/files/upload';
import { photoAccessChanged, photosViewed } from './values';
import type { PhotoSlot } from './catalogue';
import { bytesOf, markPhotoTask, type PhotoSize } from './photo-files.server';
import {
  copyFiles,
  photo,
  photoCopy,
  photoAccessEnd,
  photoFiles,
  photoView,
} from './tables.server';

export type ClinicCtx = CtxOf<'clinic'>;

/** What the mark on a photo says of the clinic that looks. */
export interface Viewer {
  readonly clinicName: string;
}

/**
 * Whether the acting clinic may look at a request's photos by what has become of the request, its offers and the clinic:
 * null when not. Asked anew for each view, of the truth, and within a transaction so that the clinic stays in until its end; what the patient took back is this module's own.
 */
export type MaySee = (ctx: ClinicCtx, leadId: string) => Promise<Viewer | null>;

/**
 * What is stored for clinics, and what takes it away, go one after the other for each request, until the transaction
 * ends: a copy that is stored for a clinic that loses the photos meanwhile would stay.
 */
export async function lockPhotoAccess(ctx: TxCtx, leadId: string): Promise<void> {
  await ctx.db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`photo-sight:${leadId}`}, 0))`,
  );
}

/** A photo of a request, of which the patient did not take this clinic's access. */
export interface ShownPhoto {
  readonly id: string;
  readonly leadId: string;
  readonly patientId: string;
  /** Of the original. */
  readonly storageKey: string;
  /** Of this clinic's copy; null while there is none. */
  readonly copyKey: string | null;
  /** YYYY-MM-DD: of this clinic's first view, in UTC. */
  readonly day: string;
}

/** Of the clinic's first view: it may be this one. */
const day = sql<string>`to_char(coalesce(${photoView.firstAt}, ${sqlNow}) at time zone 'UTC', 'YYYY-MM-DD')`;

/** Null for a photo of no request, one of which the patient took the acting clinic's access, and none at all. */
export async function findShown(ctx: ClinicCtx, id: string): Promise<ShownPhoto | null> {
  if (!isId(id)) return null;
  const own = (table: typeof photoCopy | typeof photoView) =>
    and(
      eq(table.photoId, photo.id),
      eq(table.leadId, photo.leadId),
      eq(table.clinicId, ctx.actor.id),
    );
  const [row] = await ctx.db
    .select({
      leadId: photo.leadId,
      patientId: photo.ownerId,
      storageKey: photo.storageKey,
      copyKey: photoCopy.storageKey,
      day,
    })
    .from(photo)
    .leftJoin(photoCopy, own(photoCopy))
    .leftJoin(photoView, own(photoView))
    .where(and(eq(photo.id, id), isNotNull(photo.leadId), isForClinics, photoAccessHolds(ctx)));
  return row?.leadId ? { id, ...row, leadId: row.leadId } : null;
}

/** Not of a check-in, or one that the patient shares with the clinic of the treatment: no other clinic sees a request that is done. */
const isForClinics = or(isNull(photo.checkInId), eq(photo.isShared, true));

/** The patient did not take the acting clinic's access to a photo. */
export const photoAccessHolds = ({ actor }: ClinicCtx): SQL =>
  sql`not exists (select from ${photoAccessEnd} e where e.lead_id = ${photo.leadId} and e.clinic_id = ${actor.id})`;

interface Viewed extends Pick<ShownPhoto, 'id' | 'leadId' | 'patientId'> {
  readonly maySee: MaySee;
}

/**
 * Counts a view, before its bytes go, and informs the patient's open pages. The first of a member, photo and hour is in the
 * audit log as well, and one that follows another member's. A view that ends here, because the process does, was one too many and never one too few.
 *
 * @throws AppError `not_found` when the clinic may not look, the photo is gone, or its patient has taken the clinic's access to
 * it meanwhile
 */
export const countView = (
  ctx: ClinicCtx,
  { id, leadId, patientId, maySee }: Viewed,
): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    if (!(await maySee(tx, leadId))) throw new AppError('not_found');
    const { rows } = await tx.db.execute<{ times: number; times_in_hour: number }>(
      viewCounted({ id, leadId, clinicId: ctx.actor.id, memberId: ctx.actor.member.id }),
    );
    const [view] = rows;
    if (!view) throw new AppError('not_found');
    if (view.times_in_hour === 1)
      await audit(tx, {
        action: 'consultation.photo-viewed',
        object: { type: 'photo', id },
        details: { leadId, times: view.times },
      });
    await publishLive(tx, `patient:${patientId}`, { type: photosViewed, data: { leadId } });
  });

/** One statement, so that views at the same moment wait for one another. Who began in the hour before counts for this one. */
const viewCounted = ({
  id,
  leadId,
  clinicId,
  memberId,
}: {
  id: string;
  leadId: string;
  clinicId: string;
  memberId: string;
}) => sql`
  insert into ${photoView} as v
    (photo_id, clinic_id, lead_id, times, first_at, last_at, hour, times_in_hour, member_id)
  select p.id, ${clinicId}::uuid, p.lead_id, 1, ${sqlNow}, ${sqlNow}, date_trunc('hour', ${sqlNow}), 1,
    ${memberId}::uuid
  from ${photo} p
  where p.id = ${id} and p.lead_id = ${leadId} and not exists (
    select from ${photoAccessEnd} e where e.lead_id = p.lead_id and e.clinic_id = ${clinicId})
  on conflict (photo_id, lead_id, clinic_id) do update set
    times = v.times + 1,
    last_at = greatest(v.last_at, excluded.last_at),
    hour = greatest(v.hour, excluded.hour),
    member_id = excluded.member_id,
    times_in_hour = case when v.hour >= excluded.hour
      and coalesce(v.member_id, excluded.member_id) = excluded.member_id
      then v.times_in_hour + 1 else 1 end
  returning times, times_in_hour`;

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
  const original = await stored.openFile(ctx, photoFiles, making, { name: '' });
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

async function keep(
  ctx: ClinicCtx,
  { id, leadId, day, maySee }: Making,
  { folder, bytes }: { folder: string; bytes: number },
): Promise<void> {
  await stored.storeFiles(ctx, copyFiles, { folder }, async (storageKey) => {
    const kept = await withTransaction(ctx, async (tx) => {
      await lockPhotoAccess(tx, leadId);
      if (!(await findShown(tx, id)) || !(await maySee(tx, leadId))) return false;
      const copy = { photoId: id, clinicId: ctx.actor.id, leadId, storageKey, bytes, day };
      const added = await tx.db
        .insert(photoCopy)
        .values({ ...copy, madeAt: sqlNow })
        .onConflictDoNothing()
        .returning({ id: photoCopy.photoId });
      return added.length > 0;
    });
    if (!kept) await stored.removeFiles(ctx, copyFiles, { storageKey });
  });
}

/** A copy whose files are not there is none. */
export async function forgetCopy(ctx: ClinicCtx, storageKey: string): Promise<void> {
  await ctx.db
    .delete(photoCopy)
    .where(and(eq(photoCopy.storageKey, storageKey), eq(photoCopy.clinicId, ctx.actor.id)));
}

/** Copies that are made for one request of bytes: one that is not there, and one whose files are gone. */
const makings = 2;

/**
 * The bytes of one size of a photo for the acting clinic: always of its own copy, which bears its name and the day of its
 * first view, and is made at that view. The view is counted and announced before the first byte leaves, and `maySee` is asked
 * in the transaction that counts it, however long the copy took. The owner's name for the file stays with the owner.
 *
 * @throws AppError `not_found`, the same for a photo that the clinic may not see and for none; `busy` while too many copies
 * are being made
 */
export async function openPhotoAsClinic(
  ctx: ClinicCtx,
  { id, size, maySee }: { id: string; size: PhotoSize; maySee: MaySee },
): Promise<stored.OpenedFile> {
  for (let made = 0; ; made += 1) {
    const shown = await findShown(ctx, id);
    if (!shown) throw new AppError('not_found');
    if (shown.copyKey) {
      await countView(ctx, { ...shown, maySee });
      const copy = { storageKey: shown.copyKey };
      const found = await stored.findFile(ctx, copyFiles, copy, { size, name: 'photo.jpg' });
      if (found) return found;
      await forgetCopy(ctx, shown.copyKey);
    }
    const viewer = await maySee(ctx, shown.leadId);
    if (!viewer) throw new AppError('not_found');
    if (made === makings) throw new AppError('busy', { retryAfterSeconds: 5 });
    await makeCopy(ctx, { ...shown, viewer, maySee });
  }
}

/** Ten photos, fifty clinics. */
const mostViews = 500;

export interface ClinicView {
  readonly clinicId: string;
  readonly photoId: string;
  readonly times: number;
  readonly lastAt: Date;
}

export interface PhotoViews {
  /** Latest first. */
  readonly views: ClinicView[];
  /** Clinics that may not look any more, by the patient's word; latest first. */
  readonly ended: Array<{ clinicId: string; at: Date }>;
}

/** Who looked at the photos of a request, and who may not any more; whoever asks knows that the request is the patient's. */
export async function photoViewsOf(
  ctx: CtxOf<'patient'>,
  { leadId }: { leadId: string },
): Promise<PhotoViews> {
  const { photoId, clinicId, times, lastAt } = photoView;
  const [views, ended] = await Promise.all([
    ctx.db
      .select({ clinicId, photoId, times, lastAt })
      .from(photoView)
      .where(eq(photoView.leadId, leadId))
      .orderBy(desc(lastAt), asc(photoId), asc(clinicId))
      .limit(mostViews),
    ctx.db
      .select({ clinicId: photoAccessEnd.clinicId, at: photoAccessEnd.at })
      .from(photoAccessEnd)
      .where(eq(photoAccessEnd.leadId, leadId))
      .orderBy(desc(photoAccessEnd.at), asc(photoAccessEnd.clinicId))
      .limit(mostViews),
  ]);
  return { views, ended };
}

/**
 * The photos of a request for the acting clinic, in the order they were taken in, with the views that they show; none when
 * the patient has taken its access to them. Whoever asks has decided that the clinic may see the request.
 */
export async function photosForClinic(
  ctx: ClinicCtx,
  { leadId }: { leadId: string },
): Promise<Array<{ id: string; slot: PhotoSlot | null }>> {
  return ctx.db
    .select({ id: photo.id, slot: photo.slot })
    .from(photo)
    .where(and(eq(photo.leadId, leadId), isNull(photo.checkInId), photoAccessHolds(ctx)))
    .orderBy(asc(photo.createdAt), asc(photo.id));
}

/**
 * The acting patient takes a clinic's access to a request's photos, or gives it back; whoever calls knows that the request
 * is the patient's. What was taken takes effect with the commit: no view is counted after it, and the clinic's copies go.
 */
export async function setPhotoAccess(
  ctx: CtxOf<'patient'>,
  { leadId, clinicId, allowed }: { leadId: string; clinicId: string; allowed: boolean },
): Promise<void> {
  const gone = await withTransaction(ctx, async (tx) => {
    await lockPhotoAccess(tx, leadId);
    const end = and(eq(photoAccessEnd.leadId, leadId), eq(photoAccessEnd.clinicId, clinicId));
    const row = { clinicId: photoAccessEnd.clinicId };
    const changed = allowed
      ? await tx.db.delete(photoAccessEnd).where(end).returning(row)
      : await tx.db
          .insert(photoAccessEnd)
          .values({ leadId, clinicId, at: sqlNow })
          .onConflictDoNothing()
          .returning(row);
    if (changed.length === 0) return [];
    await audit(tx, {
      action: allowed ? 'consultation.give-photo-sight' : 'consultation.take-photo-sight',
      object: { type: 'lead', id: leadId },
      details: { clinicId },
    });
    const changedFor = { type: photoAccessChanged, data: { leadId } };
    await publishLive(tx, `clinic:${clinicId}`, changedFor);
    await publishLive(tx, `patient:${ctx.actor.id}`, changedFor);
    return allowed ? [] : forgetCopiesOf(tx, { leadId, clinicId });
  });
  await removeFilesOf(ctx, gone);
}

/**
 * A clinic that may not see the photos of one request of the acting patient may not see them in the one that takes them
 * over either; within the caller's transaction. Safe to repeat.
 */
export async function carryPhotoAccess(
  ctx: TxCtxOf<'patient'>,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const { clinicId, at } = photoAccessEnd;
  await ctx.db
    .insert(photoAccessEnd)
    .select(
      ctx.db
        .select({ leadId: sql<string>`${to}::uuid`.as('lead_id'), clinicId, at })
        .from(photoAccessEnd)
        .where(eq(photoAccessEnd.leadId, from)),
    )
    .onConflictDoNothing();
}

/** A copy goes when its clinic has not looked for so long. */
const unseenFor = days(30);

/**
 * A request is over or decided: copies of its photos go, but for those of the clinic that was chosen. Safe to repeat; files
 * that stay because this is interrupted are the sweep's.
 */
export async function removeCopies(
  ctx: Ctx,
  { leadId, keptBy }: { leadId: string; keptBy: string | null },
): Promise<void> {
  const gone = await withTransaction(ctx, async (tx) => {
    await lockPhotoAccess(tx, leadId);
    const others = keptBy === null ? undefined : ne(photoCopy.clinicId, keptBy);
    return forget(tx, and(eq(photoCopy.leadId, leadId), others)!);
  });
  await removeFilesOf(ctx, gone);
}

interface Held {
  readonly leadId: string;
  readonly clinicId: string;
}

/** Which clinics hold copies of photos of which requests: at most `limit`, in one order, those that come after `after`. */
export const heldCopies = (
  ctx: Ctx,
  { after, limit }: { after: Held | null; limit: number },
): Promise<Held[]> =>
  ctx.db
    .selectDistinct({ leadId: photoCopy.leadId, clinicId: photoCopy.clinicId })
    .from(photoCopy)
    .where(
      after
        ? sql`(${photoCopy.leadId}, ${photoCopy.clinicId}) > (${after.leadId}::uuid, ${after.clinicId}::uuid)`
        : undefined,
    )
    .orderBy(photoCopy.leadId, photoCopy.clinicId)
    .limit(limit);

/** One clinic's copies of a request's photos go. Safe to repeat, as {@link removeCopies}. */
export async function removeCopiesOf(ctx: Ctx, held: Held): Promise<void> {
  const gone = await withTransaction(ctx, async (tx) => {
    await lockPhotoAccess(tx, held.leadId);
    return forgetCopiesOf(tx, held);
  });
  await removeFilesOf(ctx, gone);
}

/** The rows of copies go; their files are to be removed after the commit. Under {@link lockPhotoAccess}. */
export const forgetCopiesOf = (
  ctx: TxCtx,
  { leadId, clinicId }: { leadId: string; clinicId: string },
): Promise<Gone[]> =>
  forget(ctx, and(eq(photoCopy.leadId, leadId), eq(photoCopy.clinicId, clinicId))!);

/** Removes copies that nobody looked at for 30 days; they are made anew at the next view. Returns how many. */
export async function removeUnseenCopies(ctx: Ctx): Promise<number> {
  const lastSeen = sql`coalesce((select v.last_at from ${photoView} v
    where v.photo_id = ${photoCopy.photoId} and v.lead_id = ${photoCopy.leadId} and v.clinic_id = ${photoCopy.clinicId}), ${photoCopy.madeAt})`;
  const long = sql`${sqlNow} - make_interval(secs => ${inSeconds(unseenFor)})`;
  return stored.deleteWithFiles(
    ctx,
    copyFiles,
    sql`${photoCopy.madeAt} < ${long} and ${lastSeen} < ${long}`,
    filesLeft(ctx),
  );
}

type Gone = Pick<typeof photoCopy.$inferSelect, 'storageKey'>;

const forget = (ctx: Ctx, which: SQL): Promise<Gone[]> =>
  ctx.db.delete(photoCopy).where(which).returning({ storageKey: photoCopy.storageKey });

/** Without their rows they are out of reach; what cannot be removed now is the sweep's. */
const removeFilesOf = (ctx: Ctx, gone: readonly Gone[]): Promise<void> =>
  stored.dropFiles(ctx, copyFiles, gone, filesLeft(ctx));

const filesLeft = (ctx: Ctx) => (error: unknown) =>
  ctx.log.warn({ err: error }, 'consultation.photo-files-left');
