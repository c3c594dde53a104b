import { and, eq, ne, sql, type SQL } from 'drizzle-orm';
import { sqlNow } from '#platform/clock';
import { transaction, type Ctx, type TxCtx } from '#platform/context';
import { days, inSeconds } from '#platform/duration';
import { deleteWithFiles } from '#platform/person-data';
import { removeFiles } from '../stored-sizes.server';
import { photoCopy, photoView } from '../tables.server';
import { lockSight } from './clinic-sight';

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
  const gone = await transaction(ctx, async (tx) => {
    await lockSight(tx, leadId);
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
  const gone = await transaction(ctx, async (tx) => {
    await lockSight(tx, held.leadId);
    return forgetCopiesOf(tx, held);
  });
  await removeFilesOf(ctx, gone);
}

/** The rows of copies go; their files are to be removed after the commit. Under {@link lockSight}. */
export const forgetCopiesOf = (
  ctx: TxCtx,
  { leadId, clinicId }: { leadId: string; clinicId: string },
): Promise<string[]> =>
  forget(ctx, and(eq(photoCopy.leadId, leadId), eq(photoCopy.clinicId, clinicId))!);

/** Removes copies that nobody looked at for 30 days; they are made anew at the next view. Returns how many. */
export async function removeUnseenCopies(ctx: Ctx): Promise<number> {
  const lastSeen = sql`coalesce((select v.last_at from ${photoView} v
    where v.photo_id = ${photoCopy.photoId} and v.lead_id = ${photoCopy.leadId} and v.clinic_id = ${photoCopy.clinicId}), ${photoCopy.madeAt})`;
  const long = sql`${sqlNow} - make_interval(secs => ${inSeconds(unseenFor)})`;
  return deleteWithFiles(ctx, {
    table: photoCopy,
    which: sql`${photoCopy.madeAt} < ${long} and ${lastSeen} < ${long}`,
    remove: (gone) =>
      removeFilesOf(
        ctx,
        gone.map(({ storageKey }) => storageKey),
      ),
  });
}

async function forget(ctx: Ctx, which: SQL): Promise<string[]> {
  const gone = await ctx.db
    .delete(photoCopy)
    .where(which)
    .returning({ storageKey: photoCopy.storageKey });
  return gone.map(({ storageKey }) => storageKey);
}

/** Without their rows they are out of reach; what cannot be removed now is the sweep's. */
export async function removeFilesOf(ctx: Ctx, storageKeys: readonly string[]): Promise<void> {
  for (const storageKey of storageKeys)
    await removeFiles(ctx, storageKey).catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'consultation.photo-files-left'),
    );
}
