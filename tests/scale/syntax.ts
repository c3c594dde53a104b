/** A part of a parsed statement, as libpg-query gives it. */
export type Tree = Record<string, unknown>;

export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null;
export const list = (value: unknown): Tree[] => (Array.isArray(value) ? (value as Tree[]) : []);
/** What lies in a wrapping of that kind. */
export const node = (value: unknown, kind: string): Tree | undefined =>
  isTree(value) && isTree(value[kind]) ? value[kind] : undefined;
export const word = (value: unknown): string => String(node(value, 'String')?.sval ?? '');

/** Of a row or a list; of anything else itself. */
export const parts = (expression: unknown): unknown[] => {
  const row = node(expression, 'RowExpr') ?? node(expression, 'List');
  return row ? list(row.args ?? row.items) : [expression];
};

/** Names of the columns that an expression needs, outside of statements within it. */
export function columnsIn(value: unknown): string[][] {
  if (!isTree(value)) return [];
  const column = node(value, 'ColumnRef');
  if (column) return [list(column.fields).map(word)];
  if (node(value, 'SubLink')) return [];
  return Object.values(value).flatMap(columnsIn);
}
