import { and, desc, eq, sql, type SQL } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { readCursor, writeCursor } from '#platform/cursor';
import { unreadCap, unreadOf, type Unread } from '../calls';
import type { Reader } from '../topics';
import { notice } from '../tables.server';

type OwnCtx = Ctx<ActorOf<'patient' | 'clinic'>>;

export type NoticeRow = typeof notice.$inferSelect;

/** Rows of a page of the list. */
const pageSize = 20;

export const ownedBy = ({ kind, id }: ActorOf<'patient' | 'clinic'>): SQL =>
  and(eq(notice.readerId, id), eq(notice.readerType, kind))!;

/**
 * A page of what the acting person was told, newest first.
 *
 * @throws AppError `invalid_cursor`
 */
export async function ownNoticeRows(
  ctx: OwnCtx,
  { cursor }: { cursor?: string } = {},
): Promise<{ rows: NoticeRow[]; nextCursor: string | null }> {
  const after = cursor ? readCursor(cursor) : null;
  const found = await ctx.db
    .select()
    .from(notice)
    .where(
      and(
        ownedBy(ctx.actor),
        after
          ? sql`(${notice.createdAt}, ${notice.id}) < (${after.at}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(notice.createdAt), desc(notice.id))
    .limit(pageSize + 1);
  const rows = found.slice(0, pageSize);
  const last = rows.at(-1);
  const nextCursor =
    found.length > pageSize && last ? writeCursor({ at: last.createdAt, id: last.id }) : null;
  return { rows, nextCursor };
}

/** How much of what each of them was told is unread, in their order; one statement, which counts no further than the cap. */
export async function unreadNotices(
  ctx: Ctx,
  readers: ReadonlyArray<{ readonly kind: Reader; readonly id: string }>,
): Promise<Unread[]> {
  const { rows } = await ctx.db.execute<{ found: number }>(sql`
    select (select count(*)::int from (
      select from notifications.notice n
      where n.reader_id = r.id and n.reader_type = r.type and n.read_at is null
      limit ${sql.raw(String(unreadCap))}) c) as found
    from unnest(${sql.param(readers.map(({ kind }) => kind))}::text[],
      ${sql.param(readers.map(({ id }) => id))}::uuid[]) with ordinality as r(type, id, n) order by r.n`);
  return rows.map(({ found }) => unreadOf(found));
}
