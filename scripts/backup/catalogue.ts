import type { Readable } from 'node:stream';
import type { CopySession } from '#platform/database/copy-session';
import type { SequenceEntry } from './manifest';

/** A table with rows of its own, or the parent of partitions, which holds theirs. */
export interface TableShape {
  readonly schema: string;
  readonly name: string;
  readonly columns: string[];
}

/** What the migrations and the restore itself write stays out, as does which version the queue's schema has. */
const ours = (relation: string): string => `
  n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'migrations')
  and not (n.nspname = 'pgboss' and ${relation}.relname = 'version')`;

/** What is noted of a database as a whole: that it was restored, that it has its demo. Which files were run is not. */
const marks = `n.nspname = 'migrations' and c.relname <> 'step'`;

const tables = (which: string): string => `
  select n.nspname as schema, c.relname as name,
    (select string_agg(a.attname, chr(10) order by a.attnum) from pg_attribute a
     where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and not c.relispartition and ${which}
  order by 1, 2`;

const sequences = `
  select n.nspname as schema, c.relname as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'S' and ${ours('c')} order by 1, 2`;

/** As SQL takes a name, whatever is in it. */
export const quoted = (...names: string[]): string =>
  names.map((name) => `"${name.replaceAll('"', '""')}"`).join('.');

export const readTables = (session: CopySession): Promise<TableShape[]> =>
  shapesOf(session, ours('c'));

/** Tables that a backup leaves out, and that a database takes along into another server. */
export const readMarks = (session: CopySession): Promise<TableShape[]> => shapesOf(session, marks);

async function shapesOf(session: CopySession, which: string): Promise<TableShape[]> {
  const rows = await session.query<{ schema: string; name: string; columns: string }>(
    tables(which),
  );
  return rows.map((row) => ({ ...row, columns: row.columns.split('\n') }));
}

/** All rows of a table as the text of COPY. */
export const copyOfTable = (session: CopySession, shape: TableShape): Promise<Readable> =>
  session.copyOut(
    `copy (select ${columnList(shape)} from ${quoted(shape.schema, shape.name)}) to stdout`,
  );

/** Fills a table with the text of COPY. */
export const fillTable = (
  session: CopySession,
  shape: TableShape,
  rows: AsyncIterable<Uint8Array>,
): Promise<void> =>
  session.copyIn(
    `copy ${quoted(shape.schema, shape.name)} (${columnList(shape)}) from stdin`,
    rows,
  );

/** Never less than the snapshot has: sequences know no transactions. */
export async function readSequences(session: CopySession): Promise<SequenceEntry[]> {
  const found: SequenceEntry[] = [];
  for (const { schema, name } of await session.query<{ schema: string; name: string }>(sequences)) {
    const [row] = await session.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${quoted(schema, name)}`,
    );
    found.push({ schema, name, ...row! });
  }
  return found;
}

export const columnList = ({ columns }: Pick<TableShape, 'columns'>): string =>
  columns.map((column) => quoted(column)).join(', ');
