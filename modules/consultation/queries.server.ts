import { and, asc, eq, gt, inArray, isNotNull, isNull, ne, not, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { audit } from '#engine';
import { sqlNow } from '#platform/time/clock';
import { findRow } from '#platform/lists/find-row';
import type { Ctx, CtxOf, TxCtx } from '#platform/context';
import { differingBits, quarterOf, sameColours, sameWithin } from '#platform/files/likeness';
import { openFile, type OpenedFile } from '#platform/files/stored';
import { columnsOf } from '#platform/privacy/person-data';
import { AppError } from '#platform/base/errors';
import { isId, newId } from '#platform/base/ids';
import { emptyFields } from './wizard.machine';
import { type Step } from './values';
import type { PhotoSize } from './photo-files.server';
import type { PhotoSlot } from './catalogue';
import type { ChosenClinic, DraftDto, PhotoDto } from './schemas';
import { draft, photo, photoFiles } from './tables.server';

export type DraftRow = typeof draft.$inferSelect;
export type PhotoRow = typeof photo.$inferSelect;

const openDraftOf = (patientId: string) =>
  and(eq(draft.patientId, patientId), isNull(draft.submittedAt));

export async function findOpenDraft(ctx: Ctx, patientId: string): Promise<DraftRow | null> {
  const [row] = await ctx.db.select().from(draft).where(openDraftOf(patientId));
  return row ?? null;
}

/** The patient's open draft under a row lock; made when there is none. */
export async function lockOpenDraft(ctx: TxCtx, patientId: string): Promise<DraftRow> {
  // The open draft may become a lead while this waits for its lock: then the patient's next one is made.
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const row = await tryLockOpenDraft(ctx, patientId);
    if (row) return row;
  }
  throw new AppError('version_conflict');
}

async function tryLockOpenDraft(ctx: TxCtx, patientId: string): Promise<DraftRow | undefined> {
  // The unique index lets one of several first saves make the row; the others find it below.
  await ctx.db
    .insert(draft)
    .values({
      id: newId(),
      patientId,
      version: 0,
      detailsVersion: 0,
      step: 1,
      fields: emptyFields,
      createdAt: sqlNow,
      updatedAt: sqlNow,
    })
    .onConflictDoNothing();
  const [row] = await ctx.db.select().from(draft).where(openDraftOf(patientId)).for('update');
  return row;
}

/** Any draft of the patient, open or submitted, under a row lock. */
export async function lockDraftById(
  ctx: TxCtx,
  patientId: string,
  id: string,
): Promise<DraftRow | null> {
  const [row] = await ctx.db
    .select()
    .from(draft)
    .where(and(eq(draft.id, id), eq(draft.patientId, patientId)))
    .for('update');
  return row ?? null;
}

export const photosOfDraft = (ctx: Ctx, draftId: string): Promise<PhotoRow[]> =>
  ctx.db
    .select()
    .from(photo)
    .where(and(eq(photo.draftId, draftId), isNull(photo.leadId)))
    .orderBy(asc(photo.createdAt), asc(photo.id));

export async function findPhoto(ctx: Ctx, ownerId: string, id: string): Promise<PhotoRow | null> {
  return findRow(ctx, photo, id, { which: eq(photo.ownerId, ownerId) });
}

/**
 * The view of a photo of the acting patient that no request holds yet.
 *
 * @throws AppError `validation_failed` on `photo` for any other, and for one of no view
 */
export async function viewOfLoosePhoto(
  ctx: CtxOf<'patient'>,
  { id }: { id: string },
): Promise<PhotoSlot> {
  const row = await findPhoto(ctx, ctx.actor.id, id);
  const refused = (message: string): AppError =>
    new AppError('validation_failed', { fields: { photo: [message] } });
  if (!row || row.leadId) throw refused('consultation.error.photo-not-yours');
  if (!row.slot) throw refused('consultation.error.no-slot');
  return row.slot;
}

/** The acting patient's open draft with its photos; null when there is none. */
export async function readDraft(ctx: CtxOf<'patient'>): Promise<DraftDto | null> {
  const row = await findOpenDraft(ctx, ctx.actor.id);
  return row ? draftDtoOf(row, await photosOfDraft(ctx, row.id)) : null;
}

export const draftDtoOf = (row: DraftRow, photos: PhotoRow[]): DraftDto => ({
  id: row.id,
  version: row.version,
  step: row.step as Step,
  // A draft may be older than a field.
  fields: { ...emptyFields, ...row.fields },
  photos: photos.map(photoDtoOf),
  clinics: row.clinics,
});

type PhotoColumns = Pick<
  PhotoRow,
  'id' | 'name' | 'width' | 'height' | 'slot' | 'sharpness' | 'light'
>;

/** A photo as its owner sees it. */
export const photoDtoOf = ({ id, name, width, height, ...row }: PhotoColumns): PhotoDto => ({
  ...{ id, name, width, height, slot: row.slot },
  score:
    row.sharpness === null || row.light === null
      ? null
      : { sharpness: row.sharpness, light: row.light },
});

/**
 * Of a request that the acting patient submitted through the wizard, the clinics that could not be asked with it; null for
 * any other. For the confirmation screen.
 */
export async function submittedFromDraft(
  ctx: CtxOf<'patient'>,
  leadId: string,
): Promise<ChosenClinic[] | null> {
  const [row] = await ctx.db
    .select({ clinics: draft.clinics })
    .from(draft)
    .where(
      and(
        eq(draft.patientId, ctx.actor.id),
        eq(draft.leadId, leadId),
        isNotNull(draft.submittedAt),
      ),
    );
  return row?.clinics ?? null;
}

/** The photos of a lead, in the order they were taken in. Whoever asks has decided who may see the lead. */
export async function photosOfLead(ctx: Ctx, { leadId }: { leadId: string }): Promise<PhotoDto[]> {
  const rows = await ctx.db
    .select(columnsOf(photo, ['id', 'name', 'width', 'height', 'slot', 'sharpness', 'light']))
    .from(photo)
    .where(and(eq(photo.leadId, leadId), isNull(photo.checkInId)))
    .orderBy(asc(photo.createdAt), asc(photo.id));
  return rows.map(photoDtoOf);
}

/** A photo that was taken for a check-in after the treatment. */
export interface CheckInPhoto {
  readonly id: string;
  readonly slot: PhotoSlot | null;
  readonly checkInId: string;
  readonly isShared: boolean;
}

/** The photos of the check-ins of a lead, in the order they were taken in. Whoever asks has decided who may see which. */
export async function photosOfCheckIns(
  ctx: Ctx,
  { leadId }: { leadId: string },
): Promise<CheckInPhoto[]> {
  const rows = await ctx.db
    .select(columnsOf(photo, ['id', 'slot', 'checkInId', 'isShared']))
    .from(photo)
    .where(and(eq(photo.leadId, leadId), isNotNull(photo.checkInId)))
    .orderBy(asc(photo.createdAt), asc(photo.id));
  return rows.map((row) => ({ ...row, checkInId: row.checkInId! }));
}

/**
 * The bytes of one size of a photo of the acting patient: its owner before and after it joins a request.
 *
 * @throws AppError `not_found`, the same for a photo of somebody else and for none at all.
 */
export async function openPhoto(
  ctx: CtxOf<'patient'>,
  { id, size }: { id: string; size: PhotoSize },
): Promise<OpenedFile> {
  const row = await findPhoto(ctx, ctx.actor.id, id);
  return openFile(ctx, photoFiles, row, { size, name: row?.name ?? '' });
}

/**
 * The bytes of a photo of a request for a member of staff. The read is in the audit log before the first byte leaves;
 * the owner's name for the file stays with the owner.
 *
 * @throws AppError `not_found`, also for a photo of another request
 */
export async function openPhotoAsStaff(
  ctx: CtxOf<'staff'>,
  { leadId, id, size }: { leadId: string; id: string; size: PhotoSize },
): Promise<OpenedFile> {
  if (!isId(leadId) || !isId(id)) throw new AppError('not_found');
  const [row] = await ctx.db
    .select({ storageKey: photo.storageKey })
    .from(photo)
    .where(and(eq(photo.id, id), eq(photo.leadId, leadId), isNull(photo.checkInId)));
  if (!row) throw new AppError('not_found');
  await audit(ctx, {
    action: 'consultation.photo-read',
    object: { type: 'photo', id },
    details: { leadId, size },
  });
  return openFile(ctx, photoFiles, row, { size, name: 'photo.jpg' });
}

const mine = alias(photo, 'mine');
const other = alias(photo, 'other');

const quarters = ([1, 2, 3, 4] as const).map((n) =>
  eq(quarterOf(other.pictureHash, n), quarterOf(mine.pictureHash, n)),
);

const differing = differingBits(other.pictureHash, mine.pictureHash);

/** Two people in one view have outlines much alike: there the colours have to agree as well (docs/decisions/0065). */
const guided = and(isNotNull(mine.slot), isNotNull(other.slot))!;
const colours = sameColours(
  { hash: mine.pictureHash, colours: mine.pictureColours },
  { hash: other.pictureHash, colours: other.pictureColours },
);

/** Photos of requests that can be compared, for whoever looks for the same elsewhere: these, or those after one in order of ids. */
export async function photoTraits(
  ctx: Ctx,
  which:
    { readonly ids: readonly string[] } | { readonly after: string | null; readonly limit: number },
) {
  const asked =
    'ids' in which
      ? inArray(photo.id, [...which.ids])
      : which.after
        ? gt(photo.id, which.after)
        : undefined;
  const rows = await ctx.db
    .select({
      ...columnsOf(photo, ['id', 'leadId', 'slot']),
      patientId: photo.ownerId,
      hash: photo.pictureHash,
      colours: photo.pictureColours,
    })
    .from(photo)
    .where(and(asked, isNotNull(photo.leadId), isNotNull(photo.pictureHash)))
    .orderBy(asc(photo.id))
    .limit('ids' in which ? which.ids.length : which.limit);
  return rows.map(({ slot, leadId, hash, ...row }) => ({
    ...row,
    ...{ leadId: leadId!, hash: hash!, guided: slot !== null },
  }));
}

/**
 * Whether one of these photos, the very file or the picture re-encoded or resized, also belongs to a
 * request of another patient. For the screening of leads. Reads rows with the same content or a quarter of the hash in
 * common only, each by its index: it runs within a submission.
 */
export async function photoSeenWithAnotherPerson(
  ctx: Ctx,
  photoIds: readonly string[],
): Promise<boolean> {
  if (photoIds.length === 0) return false;
  const rows = await ctx.db
    .select({ id: other.id })
    .from(mine)
    .innerJoin(
      other,
      or(
        eq(other.contentHash, mine.contentHash),
        and(or(...quarters), sql`${differing} <= ${sameWithin}`, or(not(guided), colours)),
      ),
    )
    .where(
      and(
        inArray(mine.id, [...photoIds]),
        ne(other.ownerId, mine.ownerId),
        isNotNull(other.leadId),
      ),
    )
    .limit(1);
  return rows.length > 0;
}
