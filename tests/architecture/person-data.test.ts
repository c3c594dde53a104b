import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { personModules } from '#workflows';
import { createTestServices, type TestServices } from '../kit/services';
import { personColumns } from './person-columns';

let kit: TestServices;
beforeAll(async () => {
  kit = await createTestServices();
});
afterAll(() => kit?.close());

const modules = readdirSync('modules').filter((name) =>
  existsSync(path.join('modules', name, 'tables.server.ts')),
);

it.each(modules)('%s has tables, so it gives a person’s data away and erases it', async (name) => {
  const door = (await import(`../../modules/${name}/index.server.ts`)) as {
    personData?: Record<string, unknown>;
  };
  expect(door.personData).toEqual({
    exportOf: expect.any(Function),
    erase: expect.any(Function),
  });
  expect(personModules[name]).toBe(door.personData);
});

it('says of each column what becomes of it, and of none that is not there', async () => {
  const { rows } = await kit.services.database.pool.query<{ table: string; columns: string[] }>(
    `select table_schema || '.' || table_name as table, array_agg(column_name::text order by column_name) as columns
     from information_schema.columns
     where table_schema not in ('pg_catalog', 'information_schema', 'pgboss') and not (
       select relispartition from pg_class where oid = format('%I.%I', table_schema, table_name)::regclass)
     group by 1 order by 1`,
  );
  const said = Object.entries(personColumns).map(([table, lines]) => ({
    table,
    columns: lines.flatMap(([, columns]) => columns.split(' ')).sort(),
  }));
  const byName = (a: { table: string }, b: { table: string }) => (a.table < b.table ? -1 : 1);
  expect(said.sort(byName)).toEqual(
    rows.map(({ table, columns }) => ({ table, columns: [...columns].sort() })).sort(byName),
  );
});

it('gives a reason for whatever stays, and for whatever is not taken along', () => {
  for (const [table, lines] of Object.entries(personColumns))
    for (const [verdict, columns, reason] of lines)
      if (verdict !== 'taken, gone') expect(reason, `${table}: ${columns}`).toMatch(/\w{3}/);
});
