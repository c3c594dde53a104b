import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { minutes } from '../base/duration';
import type { Ctx } from '../context';
import type { FileKind } from '../files/stored';
import { defineSetting, readSetting, type Setting } from '../settings/settings';
import { requireRateLimit } from './rate-limit';

/** What the files of one person may take in the store. */
export const uploadQuota = (key: string) =>
  defineSetting({
    key,
    schema: z.strictObject({ bytes: z.int().positive(), files: z.int().positive() }),
    defaults: () => ({ bytes: 200 * 1024 * 1024, files: 60 }),
  });

/**
 * Counts one file of `sender` under the limit `name`, before anything is read of it: a refused file costs as much as a good
 * one.
 *
 * @throws AppError `too_many_requests`
 */
export async function countUpload(
  ctx: Ctx,
  name: string,
  perTenMinutes: Setting<z.ZodInt>,
  sender: string,
): Promise<void> {
  const limit = await readSetting(ctx, perTenMinutes);
  await requireRateLimit(ctx, { name, limit, window: minutes(10) }, sender);
}

interface Room {
  readonly quota: ReturnType<typeof uploadQuota>;
  /** The rows that count. */
  readonly which: SQL;
  readonly more: { readonly files: number; readonly bytes: number };
}

/** Whether one's files stay within the quota with `more`; it holds under a lock that all uploads of one sender take. */
export async function hasRoom(
  ctx: Ctx,
  { table }: FileKind<'bytes'>,
  { quota, which, more }: Room,
): Promise<boolean> {
  const files = sql<number>`count(*)::int`;
  const bytes = sql<number>`coalesce(sum(${table.bytes}), 0)::float8`;
  const [used] = await ctx.db.select({ files, bytes }).from(table).where(which);
  const most = await readSetting(ctx, quota);
  return used!.files + more.files <= most.files && used!.bytes + more.bytes <= most.bytes;
}
