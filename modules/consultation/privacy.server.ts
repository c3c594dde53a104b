import { withTransaction } from '#engine';
import { eq, inArray, type SQL } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { bodyOf, removeFiles } from '#platform/files/stored';
import {
  byId,
  columnsOf,
  deleteSome,
  filesAs,
  pagesOf,
  type Person,
  type PersonData,
  rowsAs,
  stepOf,
} from '#platform/privacy/person-data';
import { lockPhotoAccess } from './photo-access.server';
import { copyFiles, draft, photo, photoCopy, photoFiles, photoView } from './tables.server';

type PhotoRow = typeof photo.$inferSelect;

/** Each with its copies takes some removals from the store. */
const photosAtOnce = 10;

const copiesOf = (ctx: Ctx, photoId: string) =>
  ctx.db.select().from(photoCopy).where(eq(photoCopy.photoId, photoId));

/** Files first. A copy that a clinic's view was making meanwhile is found under the lock, before the row goes. */
async function erasePhoto(ctx: Ctx, { id, leadId, storageKey }: PhotoRow): Promise<void> {
  await removeFiles(ctx, photoFiles, { storageKey });
  for (const copies = await copiesOf(ctx, id); ;) {
    for (const copy of copies) await removeFiles(ctx, copyFiles, copy);
    const known = new Set(copies.map((copy) => copy.storageKey));
    const left = await withTransaction(ctx, async (tx) => {
      if (leadId) await lockPhotoAccess(tx, leadId);
      const fresh = (await copiesOf(tx, id)).filter((copy) => !known.has(copy.storageKey));
      if (fresh.length === 0) await tx.db.delete(photo).where(eq(photo.id, id));
      return fresh;
    });
    if (left.length === 0) return;
    copies.push(...left);
  }
}

async function erasePhotosWhere(ctx: Ctx, which: SQL): Promise<number> {
  const rows = await ctx.db.select().from(photo).where(which).limit(photosAtOnce);
  for (const row of rows) await erasePhoto(ctx, row);
  return rows.length;
}

/** One step towards no photo being left of these requests, with its views and copies. */
export const erasePhotosOfLeads = (ctx: Ctx, leadIds: readonly string[]): Promise<number> =>
  erasePhotosWhere(ctx, inArray(photo.leadId, [...leadIds]));

async function eraseCopies(ctx: Ctx, clinicId: string): Promise<number> {
  const rows = await ctx.db
    .select({ storageKey: photoCopy.storageKey })
    .from(photoCopy)
    .where(eq(photoCopy.clinicId, clinicId))
    .limit(photosAtOnce);
  for (const copy of rows) {
    await removeFiles(ctx, copyFiles, copy);
    await ctx.db.delete(photoCopy).where(eq(photoCopy.storageKey, copy.storageKey));
  }
  return rows.length;
}

export const personData: PersonData = {
  async *exportOf(ctx: Ctx, { kind, id: ownerId }: Person) {
    if (kind === 'clinic') return;
    yield pagesOf(ctx, 'drafts', {
      table: draft,
      columns: {
        ...columnsOf(draft, ['id', 'step', 'fields', 'clinics']),
        requestId: draft.leadId,
        ...columnsOf(draft, ['createdAt', 'updatedAt', 'submittedAt']),
      },
      which: eq(draft.patientId, ownerId),
      by: 'id',
    });
    const photos = byId<PhotoRow>(ctx, photo, eq(photo.ownerId, ownerId));
    yield rowsAs('photos', async (after: { id: string } | null, limit) =>
      (await photos(after, limit)).map(
        ({ id, draftId, leadId: requestId, name, width, height, bytes, ...row }) => ({
          ...{ id, file: `photos/${id}.jpg`, name, draftId, requestId, width, height, bytes },
          ...{
            slot: row.slot,
            checkInId: row.checkInId,
            isShared: row.isShared,
            sharpness: row.sharpness,
            light: row.light,
          },
          createdAt: row.createdAt,
          attachedAt: row.attachedAt,
        }),
      ),
    );
    // Which clinic opened which photo is the patient's to know.
    yield rowsAs('photo-views', async (after: { id: string } | null, limit) => {
      const page = await photos(after, limit);
      const ids = page.map(({ id }) => id);
      const views = await ctx.db
        .select({
          ...columnsOf(photoView, ['photoId', 'clinicId']),
          requestId: photoView.leadId,
          ...columnsOf(photoView, ['times', 'firstAt', 'lastAt']),
        })
        .from(photoView)
        .where(inArray(photoView.photoId, ids));
      return page.map(({ id }) => ({ id, views: views.filter((view) => view.photoId === id) }));
    });
    yield* filesAs(photos, ({ id }) => `photos/${id}.jpg`, bodyOf(ctx, photoFiles));
  },

  erase: (ctx, { kind, id }) =>
    kind === 'clinic'
      ? stepOf(() => eraseCopies(ctx, id))
      : stepOf(
          () => erasePhotosWhere(ctx, eq(photo.ownerId, id)),
          () => deleteSome(ctx, draft, eq(draft.patientId, id)),
        ),
};

/** Clinics that opened photos of these requests, each with the request. */
export const viewersOf = (
  ctx: Ctx,
  leadIds: readonly string[],
): Promise<Array<{ leadId: string; clinicId: string }>> =>
  ctx.db
    .selectDistinct({ leadId: photoView.leadId, clinicId: photoView.clinicId })
    .from(photoView)
    .where(inArray(photoView.leadId, [...leadIds]));
