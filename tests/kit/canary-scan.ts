import { text } from 'node:stream/consumers';
import type { TestServices } from './services';

/** Where any of these words still lies: in a row of any table, an object of the store or its key, or a line of the log. */
export async function placesOf(
  { services, logged }: Pick<TestServices, 'services' | 'logged'>,
  words: readonly string[],
): Promise<string[]> {
  const { pool } = services.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const places: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(
      `select t::text as row from ${name} t where t::text like any($1)`,
      [words.map((word) => `%${word}%`)],
    );
    for (const { row } of rows) places.push(`${name}: ${row}`);
  }
  for await (const { key } of services.ports.storage.list('')) {
    const found = await services.ports.storage.get(key);
    const content = found ? await text(found.body) : '';
    for (const word of words)
      if (key.includes(word) || content.includes(word)) places.push(`store ${key}: ${word}`);
  }
  const log = logged.map((line) => JSON.stringify(line));
  for (const word of words)
    for (const line of log) if (line.includes(word)) places.push(`log: ${line}`);
  return places;
}
