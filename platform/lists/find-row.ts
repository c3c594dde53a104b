import { and, eq, type InferSelectModel, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { AppError } from '../base/errors';
import { isId } from '../base/ids';
import type { Ctx } from '../context';

type TableWithId = PgTable & { readonly id: PgColumn };

interface How {
  /** What has to hold of it besides, as whose it is. */
  readonly which?: SQL;
  /** Until the transaction ends. */
  readonly lock?: 'update' | 'no key update' | 'share';
}

/** The row that has an id which somebody sent; null also for a text that is no id. */
export async function findRow<T extends TableWithId>(
  { db }: Pick<Ctx, 'db'>,
  table: T,
  id: string,
  how: How = {},
): Promise<InferSelectModel<T> | null> {
  const { which, lock } = how;
  // A condition that came to nothing would show the row to everybody.
  if ('which' in how && !which) throw new Error('a condition on a row is empty');
  if (!isId(id)) return null;
  const found = db
    .select()
    .from(table as TableWithId)
    .where(and(eq(table.id, id), which));
  const [row] = await (lock ? found.for(lock) : found);
  return (row as InferSelectModel<T> | undefined) ?? null;
}

/** As {@link findRow}. @throws AppError `not_found` */
export async function requireRow<T extends TableWithId>(
  ctx: Pick<Ctx, 'db'>,
  table: T,
  id: string,
  how?: How,
): Promise<InferSelectModel<T>> {
  const row = await findRow(ctx, table, id, how);
  if (!row) throw new AppError('not_found');
  return row;
}
