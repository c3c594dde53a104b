import type { CopySession } from '#platform/copy-session';
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

const tables = `
  select n.nspname as schema, c.relname as name,
    (select string_agg(a.attname, chr(10) order by a.attnum) from pg_attribute a
     where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and not c.relispartition and ${ours('c')}
  order by 1, 2`;

const sequences = `
  select n.nspname as schema, c.relname as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'S' and ${ours('c')} order by 1, 2`;

/** As SQL takes a name, whatever is in it. */
export const quoted = (...names: string[]): string =>
  names.map((name) => `"${name.replaceAll('"', '""')}"`).join('.');

export async function readTables(session: CopySession): Promise<TableShape[]> {
  const rows = await session.query<{ schema: string; name: string; columns: string }>(tables);
  return rows.map((row) => ({ ...row, columns: row.columns.split('\n') }));
}

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
