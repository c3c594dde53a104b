import { asc, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Ctx } from '../context';
import { totalCap, type HomeRecord, type QueueCounts } from './console-records';

/** What waits for staff in one place. */
export interface Queue {
  /** As in the console: `console.queue.<id>`. */
  readonly id: string;
  readonly table: PgTable;
  readonly where: SQL;
  /** The most urgent come first, by an index; those that are late are among them. */
  readonly first: PgColumn;
  readonly isLate?: SQL;
}

const upToCap = (n: number): number | null => (n > totalCap ? null : n);

/** How many wait in each of these queues, by one statement that counts no further than the cap in any. */
export async function queueCounts(
  ctx: Ctx,
  queues: readonly Queue[],
): Promise<QueueCounts['queues']> {
  const each = queues.map(
    ({ id, table, where, first }) =>
      sql`select ${id}::text as id, (select count(*)::int from (select 1 from ${table} where ${where} order by ${first} limit ${totalCap + 1}) as queue) as waiting`,
  );
  const { rows } = await ctx.db.execute<{ id: string; waiting: number }>(
    sql.join(each, sql` union all `),
  );
  return rows.map(({ id, waiting }) => ({ id, waiting: upToCap(waiting) }));
}

/** How many wait in a queue and how many of them are late, counted no further than the cap. */
export async function queueFigures(
  ctx: Ctx,
  { table, where, first, isLate = sql`false` }: Queue,
): Promise<Pick<HomeRecord['queues'][number], 'waiting' | 'late'>> {
  const { rows } = await ctx.db.execute<{ waiting: number; late: number }>(sql`
    select count(*)::int as waiting, (count(*) filter (where is_late))::int as late
    from (select ${isLate} as is_late from ${table} where ${where} order by ${first} limit ${totalCap + 1}) as queue`);
  const { waiting, late } = rows[0]!;
  return { waiting: upToCap(waiting), late: upToCap(late) };
}

/** By what the home page names an entry of a queue; `isPromised`: what comes first by is when it is due. */
interface Named {
  readonly id: PgColumn;
  readonly label: PgColumn;
  readonly isPromised?: true;
}

/** A queue on the home page: its figures, and the five that come first. */
export async function homeQueue(
  ctx: Ctx,
  queue: Queue,
  { id, label, isPromised }: Named,
): Promise<HomeRecord['queues'][number]> {
  const { table, where, first } = queue;
  const figures = await queueFigures(ctx, queue);
  const next = await ctx.db
    .select({ id, label, at: first })
    .from(table)
    .where(where)
    .orderBy(asc(first), asc(id))
    .limit(5);
  return {
    id: queue.id,
    ...figures,
    next: next.map((row) => ({
      id: row.id as string,
      label: String(row.label),
      dueAt: (isPromised && (row.at as Date | null)?.toISOString()) ?? null,
    })),
  };
}
