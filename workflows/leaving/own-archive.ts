import type { Side } from '#platform/base/actor';
import type { Readable } from 'node:stream';
import type { ArchiveDto } from '#contracts/leaving';
import { requireFreshFactor } from '#modules/identity';
import { askArchive, ownArchive, takeArchive } from '#modules/leaving';
import type { CtxOf } from '#platform/context';

/** Has an archive of the acting person's data made. @throws AppError `step_up`, `too_many_requests` */
export async function askOwnArchive(ctx: CtxOf<Side>): Promise<ArchiveDto> {
  await requireFreshFactor(ctx);
  return askArchive(ctx);
}

/**
 * The acting person's archive: its bytes, once, when it is ready; until then how it stands.
 *
 * @throws AppError `step_up`, `not_found`, `archive_gone`
 */
export async function takeOwnArchive(
  ctx: CtxOf<Side>,
  { id }: { id: string },
): Promise<{ archive: ArchiveDto; file: { body: Readable; bytes: number } | null }> {
  await requireFreshFactor(ctx);
  const archive = await ownArchive(ctx, { id });
  const file = archive.status === 'making' ? null : await takeArchive(ctx, { id });
  return { archive, file };
}
