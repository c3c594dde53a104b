import type { CopySession } from '#platform/database/copy-session';
import { fillTable, quoted, readTables, type TableShape } from './catalogue';
import { BackupRefused, type SequenceEntry } from './manifest';
import { countRows } from './take-backup';

/** A table of which it is known how many rows have to come. */
export type CountedTable = TableShape & { readonly rows: number };

/** What is loaded, and the text of COPY of each of its tables. */
export interface RowSource<Table extends CountedTable> {
  readonly tables: readonly Table[];
  readonly sequences: readonly SequenceEntry[];
  readonly rowsOf: (table: Table) => Promise<AsyncIterable<Uint8Array>>;
}

const inOurSchemas = `n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'migrations')`;

const foreignKeys = `
  select n.nspname as schema, t.relname as name, c.conname as key, pg_get_constraintdef(c.oid) as definition
  from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_namespace n on n.oid = t.relnamespace
  where c.contype = 'f' and c.conparentid = 0 and ${inOurSchemas}`;

const triggers = `
  select n.nspname as schema, t.relname as name, g.tgname as trigger, g.tgenabled as state
  from pg_trigger g join pg_class t on t.oid = g.tgrelid join pg_namespace n on n.oid = t.relnamespace
  where not g.tgisinternal and g.tgparentid = 0 and g.tgenabled <> 'D' and ${inOurSchemas}`;

interface OfTable {
  readonly schema: string;
  readonly name: string;
}

/** As `pg_trigger.tgenabled` says it. */
const enabled: Readonly<Record<string, string>> = {
  O: 'enable trigger',
  A: 'enable always trigger',
  R: 'enable replica trigger',
};

/**
 * Fills the tables of a migrated, empty database, all or nothing. What checks, logs or announces a change is off meanwhile:
 * this is no change, and the audit log has its entries already. Foreign keys are checked once, at the end.
 */
export async function loadRows<Table extends CountedTable>(
  session: CopySession,
  source: RowSource<Table>,
): Promise<void> {
  await refuseOtherTables(session, source.tables);
  const keys = await session.query<OfTable & { key: string; definition: string }>(foreignKeys);
  const silenced = await session.query<OfTable & { trigger: string; state: string }>(triggers);
  const alter = ({ schema, name }: OfTable, how: string) =>
    session.query(`alter table ${quoted(schema, name)} ${how}`);
  for (const one of keys) await alter(one, `drop constraint ${quoted(one.key)}`);
  for (const one of silenced) await alter(one, `disable trigger ${quoted(one.trigger)}`);
  const all = source.tables.map(({ schema, name }) => quoted(schema, name));
  await session.query(`truncate ${all.join(', ')}`);
  for (const table of source.tables) await loadTable(session, table, await source.rowsOf(table));
  for (const { schema, name, value, called } of source.sequences)
    await session.query(`select setval('${quoted(schema, name)}', ${BigInt(value)}, ${called})`);
  for (const one of silenced) await alter(one, `${enabled[one.state]!} ${quoted(one.trigger)}`);
  for (const one of keys) await alter(one, `add constraint ${quoted(one.key)} ${one.definition}`);
}

async function loadTable(
  session: CopySession,
  table: CountedTable,
  rows: AsyncIterable<Uint8Array>,
): Promise<void> {
  const counted = countRows(rows);
  await fillTable(session, table, counted.bytes);
  if (counted.rows() !== table.rows)
    throw new BackupRefused(`${table.schema}.${table.name} has other rows than were counted.`);
}

/** Every table of the source with its columns, and no other: the migrations are the same. */
async function refuseOtherTables(
  session: CopySession,
  tables: readonly TableShape[],
): Promise<void> {
  const shapes = (found: readonly TableShape[]) =>
    new Map(found.map((one) => [`${one.schema}.${one.name}`, [...one.columns].sort().join()]));
  const [here, there] = [shapes(await readTables(session)), shapes(tables)];
  const other = [...new Set([...here.keys(), ...there.keys()])].filter(
    (name) => here.get(name) !== there.get(name),
  );
  if (other.length > 0)
    throw new BackupRefused(`Other columns than were copied: ${other.sort().join(', ')}.`);
}
