import type pg from 'pg';
import type { Database } from '#platform/database/db';
import type { UnitOfWork, RowKind } from '#platform/context';

export const openUnitOfWork = (): UnitOfWork => ({ rows: new Map(), committed: [], notices: [] });

/** Whoever records something: within the transaction that is open, or by itself. */
interface Recorder {
  readonly unitOfWork: UnitOfWork | null;
  readonly services: { readonly database: Database };
}

/**
 * Records a row: written with all others of the open transaction by one statement at its end, so that nothing is locked
 * or waited for earlier; without one, at once. Until then no statement reads it, this transaction included, and what
 * PostgreSQL refuses fails the transaction at its end.
 */
export async function appendAtCommit<Row extends object>(
  { unitOfWork, services }: Recorder,
  kind: RowKind<Row>,
  row: Row,
): Promise<void> {
  if (unitOfWork) rowsOf(unitOfWork, kind).push(row);
  else await services.database.pool.query(writeAll([[kind, [row]]]));
}

/** The rows of a kind that the open transaction has recorded, in order; they may still be added to. */
export const recordedBy = <Row extends object>(
  { unitOfWork }: { readonly unitOfWork: UnitOfWork },
  kind: RowKind<Row>,
): readonly Row[] => rowsOf(unitOfWork, kind);

function rowsOf<Row extends object>({ rows: all }: UnitOfWork, kind: RowKind<Row>): Row[] {
  const known = all.get(kind.name);
  if (known) return known[1] as Row[];
  const rows: Row[] = [];
  all.set(kind.name, [kind, rows]);
  return rows;
}

/** The one statement that writes what a transaction has recorded; null when that is nothing. */
export function closingStatement({ rows: recorded }: UnitOfWork): pg.QueryConfig | null {
  const kinds = [...recorded.values()].filter(([, rows]) => rows.length > 0);
  return kinds.length === 0 ? null : writeAll(kinds);
}

/** Its text follows from the kinds alone, in one order, so that it is prepared once for each mixture. */
function writeAll(recorded: ReadonlyArray<readonly [RowKind<object>, readonly object[]]>) {
  const sorted = [...recorded].sort(([a], [b]) => (a.name < b.name ? -1 : 1));
  const writes = sorted.map(([kind], n) => kind.write(`$${n + 1}`));
  // A count of each makes those run that only select, too.
  const counts = sorted.map(([{ name }]) => `(select count(*) from ${name})`);
  return {
    text: `with ${writes.join(',\n')}\nselect ${counts.join(', ')}`,
    values: sorted.map(([, rows]) => JSON.stringify(rows.map((row, n) => ({ ...row, n })))),
  };
}
