import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestServices, type TestServices } from '../kit/services';
import { distribution, type Place } from '../scale/distribution';
import { tablesOf, type Tables } from '../scale/tables';
import { lineOf } from '../scale/unkept';

let kit: TestServices;
let tables: Tables;
beforeAll(async () => {
  kit = await createTestServices();
  tables = await tablesOf(kit.services.database.pool);
});
afterAll(() => kit?.close());

it('says of each table where its rows would lie with several nodes, and of none that is not there', () => {
  const there = [...tables.columns.keys()];
  expect(there.filter((table) => !lineOf(table))).toEqual([]);
  const schemas = there.map((table) => `${table.split('.')[0]}.*`);
  const said = Object.keys(distribution);
  expect(said.filter((each) => !there.includes(each) && !schemas.includes(each))).toEqual([]);
});

it('tells it by a column that is never null', () => {
  for (const [table, line] of Object.entries(distribution))
    if ('key' in line) {
      expect(tables.columns.get(table), table).toContain(line.key);
      expect([...tables.nullable]).not.toContain(`${table}.${line.key}`);
    }
});

it('has it in docs/scale.md', () => {
  const rows = readFileSync('docs/scale.md', 'utf8')
    .split('\n')
    .filter((line) => /^\| `\w+\.[\w*]+` /.test(line))
    .map((line) => line.split('|').slice(1, -1));
  const said = rows.map((cells) => cells.map((cell) => cell.trim()));
  expect(said).toEqual(Object.entries(distribution).map(([table, line]) => rowOf(table, line)));
});

/** Table, where it lies, by what or why, and how many of its unique indexes do not hold the key. */
function rowOf(table: string, line: Place): string[] {
  const name = `\`${table}\``;
  if (!('key' in line)) return [name, line.lies, line.why, ''];
  const without = tables.uniques.filter(
    (unique) =>
      unique.table === table && (line.lies === 'below' || !unique.columns.includes(line.key)),
  );
  const of = line.lies === 'below' ? `, of \`${line.parent}\`` : '';
  return [name, line.lies, `\`${line.key}\`${of}`, String(without.length)];
}
