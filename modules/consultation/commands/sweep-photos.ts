import { and, inArray, isNull, lt, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { now } from '#platform/clock';
import type { Ctx } from '#platform/context';
import { after, days, hours, type Duration } from '#platform/duration';
import { readSetting } from '#platform/settings';
import { unattachedDays } from '../settings';
import { removeUnseenCopies } from '../sight/remove-copies';
import { draft, photo, photoCopy } from '../tables.server';

/** A file younger than this may belong to an upload whose row is still to come. */
const settled = hours(1);

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
  const drafts = await ctx.db
    .delete(draft)
    .where(and(isNull(draft.submittedAt), lt(draft.updatedAt, tooOld)))
    .returning({ id: draft.id });
  const photos = await ctx.db
    .delete(photo)
    .where(
      and(
        isNull(photo.leadId),
        lt(photo.createdAt, tooOld),
        sql`not exists (select from ${draft} d where d.id = ${photo.draftId} and d.submitted_at is null)`,
      ),
    )
    .returning({ id: photo.id });
  const copies = await removeUnseenCopies(ctx);
  const stored = await sweepFiles(ctx, after(at, -settled as Duration));
  const rowsWithoutFile = await sweepRows(ctx, stored, after(at, -settled as Duration));
  const swept = { drafts: drafts.length, photos: photos.length, copies };
  return { ...swept, files: stored.removed, rowsWithoutFile };
}

async function sweepFiles(
  ctx: Ctx,
  before: Date,
): Promise<{ removed: number; storageKeys: Set<string> }> {
  const { storage } = ctx.services.ports;
  const rows = await unionAll(
    ctx.db.select({ key: photo.storageKey }).from(photo),
    ctx.db.select({ key: photoCopy.storageKey }).from(photoCopy),
  );
  const known = new Set(rows.map(({ key }) => key));
  const storageKeys = new Set<string>();
  let removed = 0;
  for (const prefix of ['photo', 'photo-copy', 'tmp', 'probe'])
    for await (const { key, modifiedAt } of storage.list(prefix)) {
      const storageKey = key.split('/').slice(0, 2).join('/');
      if (known.has(storageKey)) storageKeys.add(storageKey);
      else if (modifiedAt < before) {
        await storage.remove(key);
        removed += 1;
      }
    }
  return { removed, storageKeys };
}

async function sweepRows(
  ctx: Ctx,
  { storageKeys }: { storageKeys: Set<string> },
  before: Date,
): Promise<number> {
  const rows = await ctx.db
    .select({ id: photo.id, storageKey: photo.storageKey, leadId: photo.leadId })
    .from(photo)
    .where(lt(photo.createdAt, before));
  if (rows.length > 0 && storageKeys.size === 0) {
    ctx.log.error({ rows: rows.length }, 'consultation.photo-store-empty');
    return 0;
  }
  const lost = rows.filter((row) => !storageKeys.has(row.storageKey));
  for (const { id } of lost.filter((row) => row.leadId))
    ctx.log.error({ photoId: id }, 'consultation.photo-lost');
  const loose = lost.filter((row) => !row.leadId).map((row) => row.id);
  // A request may have claimed one since it was read: then the row is all that is left to tell of it.
  if (loose.length > 0)
    await ctx.db.delete(photo).where(and(inArray(photo.id, loose), isNull(photo.leadId)));
  return lost.length;
}
