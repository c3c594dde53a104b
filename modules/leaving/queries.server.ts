import type { Side } from '#platform/base/actor';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { findRow } from '#platform/lists/find-row';
import type { Ctx, CtxOf } from '#platform/context';
import { after } from '#platform/base/duration';
import { offeredFor } from './values';
import type { ArchiveDto } from './schemas';
import { archive } from './tables.server';

export type ArchiveRow = typeof archive.$inferSelect;

const isOwn = ({ actor }: CtxOf<Side>) =>
  and(eq(archive.ownerId, actor.id), eq(archive.ownerKind, actor.kind));

/** Of the acting person; null for somebody else's and for none. */
export async function findArchive(ctx: CtxOf<Side>, id: string): Promise<ArchiveRow | null> {
  return findRow(ctx, archive, id, { which: isOwn(ctx) });
}

/** The one that is being made or waits; null when there is none. */
export async function openArchiveOf(ctx: CtxOf<Side>): Promise<ArchiveRow | null> {
  const [row] = await ctx.db
    .select()
    .from(archive)
    .where(and(isOwn(ctx), inArray(archive.status, ['making', 'ready'])));
  return row ?? null;
}

/** The last one that the acting person asked for. */
export async function latestArchive(ctx: CtxOf<Side>): Promise<ArchiveDto | null> {
  const [row] = await ctx.db
    .select()
    .from(archive)
    .where(isOwn(ctx))
    .orderBy(desc(archive.askedAt))
    .limit(1);
  return row ? toArchive(row) : null;
}

/** By its id alone: for jobs. */
export async function archiveById(ctx: Ctx, id: string): Promise<ArchiveRow | null> {
  const [row] = await ctx.db.select().from(archive).where(eq(archive.id, id));
  return row ?? null;
}

/** How many the acting person asked for within a day. */
export async function askedToday(ctx: CtxOf<Side>): Promise<number> {
  const [row] = await ctx.db
    .select({ n: sql<number>`count(*)::int` })
    .from(archive)
    .where(and(isOwn(ctx), sql`${archive.askedAt} > platform.now() - interval '1 day'`));
  return row!.n;
}

export const toArchive = (row: ArchiveRow): ArchiveDto => ({
  _id: row.id,
  status: row.status,
  askedAt: row.askedAt.toISOString(),
  until:
    row.status === 'ready' && row.readyAt ? after(row.readyAt, offeredFor).toISOString() : null,
  bytes: row.status === 'ready' ? row.bytes : null,
});
