import type { ColumnsThatEqual } from './columns-that-equal';
import { list, word } from './syntax';

/** What stands in a `from`. */
export interface Source {
  /** As it is called in its statement, and with its schema where it is a table. */
  readonly name: string;
  readonly table?: string;
  readonly columns: ReadonlyMap<string, number>;
  /** Nobody knows its columns: whether each of them has a value. */
  readonly open?: 'value' | 'unknown';
}

/** What the names of one statement mean. */
export interface Scope {
  readonly sources: Source[];
  readonly named: Map<string, Source>;
  readonly outer?: Scope;
}

/** For what is written into a table: its own columns are not seen there. */
export const withoutSources = ({ named, outer }: Scope): Scope => ({ sources: [], named, outer });

/** Of a `with`, here or further out. */
export const findNamed = (scope: Scope | undefined, name: string): Source | undefined =>
  scope && (scope.named.get(name) ?? findNamed(scope.outer, name));

/** With names of its own in place of theirs, in their order. */
export const renamed = (columns: Source['columns'], names: unknown): Source['columns'] =>
  new Map([...columns].map(([name, at], index) => [word(list(names)[index]) || name, at]));

/** The column that a name means; none where nobody knows. */
export function columnAt(
  equal: ColumnsThatEqual,
  fields: readonly string[],
  scope: Scope,
): number | undefined {
  const column = fields.at(-1)!;
  const of = fields.at(-2);
  for (let at: Scope | undefined = scope; at; at = at.outer) {
    const meant = at.sources.filter(({ name }) => of === undefined || name === of);
    for (const { columns } of meant) if (columns.has(column)) return columns.get(column);
    const open = meant.find((source) => source.open);
    if (open) return anyColumnOf(equal, open);
  }
  return undefined;
}

function anyColumnOf(equal: ColumnsThatEqual, { open }: Source): number {
  const at = equal.add();
  if (open === 'value') equal.give(at);
  return at;
}
