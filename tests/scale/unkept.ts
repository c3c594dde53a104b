import { distribution, type Place as Line } from './distribution';
import type { Place } from './equalities';
import type { Exception } from './exceptions';

/** The line of a table, by its name with its schema. */
export const lineOf = (table: string): Line | undefined =>
  distribution[table] ?? distribution[`${table.split('.')[0]}.*`];

const keyOf = (line: Line | undefined): string | undefined =>
  line && 'key' in line ? line.key : undefined;

/** What a key may equal in another table, so that both rows lie on one node. */
function beside(line: Line): string[] {
  const isTogether = (other: Line): boolean =>
    line.lies === 'below'
      ? other.lies === 'below' && other.parent === line.parent
      : other.lies === line.lies;
  const alike = Object.entries(distribution).filter(([, other]) => isTogether(other));
  const keys = alike.map(([table, other]) => `${table}.${keyOf(other)}`);
  return line.lies === 'below' ? [line.parent, ...keys] : keys;
}

/** Columns of it with a value, and `column = schema.table.column` of others that it must equal. */
export const waysTo = ({ given, joined }: Place): string[] => [
  ...given,
  ...[...joined].flatMap(([column, others]) => [...others].map((other) => `${column} = ${other}`)),
];

/** Whether the statement says on which node the rows of this table lie that it reads or writes there. */
export function isKept(place: Place): boolean {
  const line = lineOf(place.table);
  const key = keyOf(line);
  if (!line) return false;
  if (key === undefined) return true;
  const ways = waysTo(place);
  // A row that may have its parent in its own table.
  const parent = line.lies === 'below' && line.parent.startsWith(`${place.table}.`);
  const columns = parent ? [key, line.parent.split('.')[2]!] : [key];
  return [...columns, ...beside(line).map((each) => `${key} = ${each}`)].some((way) =>
    ways.includes(way),
  );
}

/** An exception says each of the ways that it is about; one without any is about what has none. */
export const isExcepted = (place: Place, { table, by }: Exception): boolean => {
  const ways = waysTo(place);
  if (table !== place.table) return false;
  return by === '' ? ways.length === 0 : by.split(', ').every((way) => ways.includes(way));
};
