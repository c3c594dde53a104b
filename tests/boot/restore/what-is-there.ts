import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';

/** All files, however deep. */
export const filesBelow = (at: string): string[] =>
  readdirSync(at, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(at, name))
    .filter((file) => statSync(file).isFile());

/** Each table's rows as one hash, with those of its partitions. */
export async function fingerprints(url: string): Promise<Map<string, string>> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema', 'migrations')
       and not (select relispartition from pg_class where oid = format('%I.%I', table_schema, table_name)::regclass)`,
  );
  const found = new Map<string, string>();
  for (const { name } of tables) {
    const { rows } = await client.query<{ hash: string | null }>(
      `select md5(string_agg(t::text, '|' order by t::text)) as hash from ${name} t`,
    );
    found.set(name, rows[0]!.hash ?? 'empty');
  }
  await client.end();
  return found;
}
