import type { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { sqlNow } from '#platform/clock';
import { transaction, type Ctx } from '#platform/context';
import { hours, inSeconds } from '#platform/duration';
import { AppError } from '#platform/errors';
import { dispatch, dispatchIfOpen, startFlow } from '#platform/flow';
import { newId } from '#platform/ids';
import type { ArchiveDto } from '../dto';
import { archiveFlow } from '../flows.server';
import {
  archiveById,
  askedToday,
  findArchive,
  openArchiveOf,
  toArchive,
  type ArchiveRow,
  type OwnerCtx,
} from '../repo.server';
import { archivesPerDay } from '../settings';
import { archive } from '../tables.server';

/**
 * Has an archive of the acting person's data made. While one is being made or waits, it is that one: however often
 * somebody asks, and from wherever.
 *
 * @throws AppError `too_many_requests`
 */
export const askArchive = (ctx: OwnerCtx): Promise<ArchiveDto> =>
  transaction(ctx, async (tx) => {
    const { kind: ownerKind, id: ownerId } = tx.actor;
    const open = await openArchiveOf(tx);
    if (open) return toArchive(open);
    if ((await askedToday(tx)) >= archivesPerDay)
      throw new AppError('too_many_requests', { retryAfterSeconds: inSeconds(hours(24)) });
    const id = newId();
    const [made] = await tx.db
      .insert(archive)
      .values({
        ...{ id, ownerKind, ownerId, status: 'making' },
        storageKey: `archive/${newId()}`,
        askedAt: sqlNow,
      })
      .onConflictDoNothing()
      .returning();
    // Somebody else's moment: theirs is committed by now.
    if (!made) return toArchive((await openArchiveOf(tx))!);
    await startFlow(tx, archiveFlow, { id, input: { archiveId: id, ownerKind, ownerId } });
    return toArchive(made);
  });

/** @throws AppError `not_found`, the same for somebody else's and none */
export async function ownArchive(ctx: OwnerCtx, { id }: { id: string }): Promise<ArchiveDto> {
  const row = await findArchive(ctx, id);
  if (!row) throw new AppError('not_found');
  return toArchive(row);
}

/**
 * The bytes of the acting person's archive, once: from then on it is taken, also when the download breaks off.
 *
 * @throws AppError `not_found`; `archive_gone` when it was taken, or its day is over
 */
export async function takeArchive(
  ctx: OwnerCtx,
  { id }: { id: string },
): Promise<{ body: Readable; bytes: number }> {
  const row = await findArchive(ctx, id);
  if (!row) throw new AppError('not_found');
  if (row.status !== 'ready') throw new AppError('archive_gone');
  const found = await ctx.services.ports.storage.get(row.storageKey);
  if (!found) throw new AppError('archive_gone');
  try {
    await dispatch(ctx, archiveFlow, { id, event: { type: 'leaving.take-archive' } });
  } catch (error) {
    found.body.destroy();
    throw error instanceof AppError && error.code === 'event_refused'
      ? new AppError('archive_gone')
      : error;
  }
  return found;
}

/** For the job that makes it: null when it is not wanted any more. */
export async function archiveToMake(ctx: Ctx, archiveId: string): Promise<ArchiveRow | null> {
  const row = await archiveById(ctx, archiveId);
  return row?.status === 'making' ? row : null;
}

/** It lies in the store. False when it is not wanted any more: whoever put it there takes it out again. */
export async function archiveMade(
  ctx: Ctx,
  { archiveId: id, bytes }: { archiveId: string; bytes: number },
): Promise<boolean> {
  const event = { type: 'leaving.archive-made', bytes } as const;
  try {
    return (await dispatchIfOpen(ctx, archiveFlow, { id, event })) !== null;
  } catch (error) {
    // Its owner has left: row and flow are gone.
    if (error instanceof AppError && error.code === 'not_found') return false;
    throw error;
  }
}

/** Takes an archive out of the store; safe to repeat. */
export async function removeArchive(ctx: Ctx, { archiveId }: { archiveId: string }): Promise<void> {
  const row = await archiveById(ctx, archiveId);
  if (!row) return;
  await ctx.services.ports.storage.remove(row.storageKey);
  if (!row.goneAt)
    await ctx.db.update(archive).set({ goneAt: sqlNow }).where(eq(archive.id, archiveId));
}
