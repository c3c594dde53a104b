import { and, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { now } from '#platform/clock';
import type { Ctx } from '#platform/context';
import { after, days, hours, type Duration } from '#platform/duration';
import { deleteInSteps, inPages } from '#platform/person-data';
import { readSetting } from '#platform/settings';
import { removeUnnamedFiles } from '#platform/stored-files';
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
  const before = after(at, -settled as Duration);
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
  const { removed: files, found } = await removeUnnamedFiles(ctx, {
    prefixes: ['photo', 'photo-copy', 'tmp', 'probe'],
    keyOf: (file) => file.split('/').slice(0, 2).join('/'),
    named: (keys) => namedBy(ctx, keys),
    before,
  });
  return { drafts, photos, copies, files, rowsWithoutFile: await sweepRows(ctx, found, before) };
}

const namedBy = (ctx: Ctx, keys: string[]): Promise<Array<{ key: string }>> =>
  unionAll(
    ctx.db.select({ key: photo.storageKey }).from(photo).where(inArray(photo.storageKey, keys)),
    ctx.db
      .select({ key: photoCopy.storageKey })
      .from(photoCopy)
      .where(inArray(photoCopy.storageKey, keys)),
  );

type SweptRow = Pick<typeof photo.$inferSelect, 'id' | 'storageKey' | 'leadId'>;

async function sweepRows(ctx: Ctx, stored: ReadonlySet<string>, before: Date): Promise<number> {
  const { id, storageKey, leadId } = photo;
  const rows = inPages<SweptRow>((after, limit) =>
    ctx.db
      .select({ id, storageKey, leadId })
      .from(photo)
      .where(and(lt(photo.createdAt, before), after ? gt(id, after.id) : undefined))
      .orderBy(id)
      .limit(limit),
  );
  let lost = 0;
  for await (const row of rows) {
    if (stored.size === 0) {
      ctx.log.error('consultation.photo-store-empty');
      return 0;
    }
    if (stored.has(row.storageKey)) continue;
    lost += 1;
    if (row.leadId) ctx.log.error({ photoId: row.id }, 'consultation.photo-lost');
    // A request may have claimed one since it was read: then the row is all that is left to tell of it.
    else await ctx.db.delete(photo).where(and(eq(id, row.id), isNull(leadId)));
  }
  return lost;
}
