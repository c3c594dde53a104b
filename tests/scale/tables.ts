import type { Pool } from 'pg';
import type { Catalogue } from './equalities';

/** What the database has. */
export interface Tables {
  readonly columns: Catalogue;
  /** Columns that may be null, as `schema.table.column`. */
  readonly nullable: ReadonlySet<string>;
  /** Columns of each unique index. */
  readonly uniques: ReadonlyArray<{ readonly table: string; readonly columns: readonly string[] }>;
}

/** All tables but the database's own. */
export async function tablesOf(pool: Pool): Promise<Tables> {
  const tables = await pool.query<{ table: string; columns: string[]; open: string[] | null }>(
    `select n.nspname || '.' || c.relname as table, array_agg(a.attname::text) as columns,
       array_agg(n.nspname || '.' || c.relname || '.' || a.attname) filter (where not a.attnotnull) as open
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^(pg_.*|information_schema)$' and a.attnum > 0 and not a.attisdropped
     group by 1 order by 1`,
  );
  const uniques = await pool.query<{ table: string; columns: string[] }>(
    `select n.nspname || '.' || c.relname as table, array_agg(a.attname::text) as columns
     from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
     where i.indisunique and not c.relispartition group by i.indexrelid, 1`,
  );
  return {
    columns: new Map(tables.rows.map(({ table, columns }) => [table, columns])),
    nullable: new Set(tables.rows.flatMap(({ open }) => open ?? [])),
    uniques: uniques.rows,
  };
}
