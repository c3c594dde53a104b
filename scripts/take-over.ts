import { withCopySession, type CopySession } from '#platform/database/copy-session';
import type { Env } from '#platform/config/env';
import type { Registry } from '#engine/operations';
import { closeServices, openServices } from '#platform/process/services';
import { eventSteps } from '../workflows/reactions/index';
import {
  columnList,
  copyOfTable,
  fillTable,
  quoted,
  readMarks,
  readSequences,
  readTables,
  type TableShape,
} from './backup/catalogue';
import { loadRows, type CountedTable } from './backup/load-rows';
import { BackupRefused } from './backup/manifest';
import { findAll } from './check-all';
import type { Finding } from './check/finding';
import { migrateOn } from './prepare';
import { makeSeedMark } from './seed-once';

export interface TakeOver {
  /** The database that is taken over: a copy that nobody else has, since it is migrated. */
  readonly from: Env;
  /** An empty database. */
  readonly to: Env;
  readonly registry: Registry;
  readonly say: (line: string) => void;
}

/**
 * Brings everything of one database into another server's: migrates both to this build, copies all rows in one
 * transaction, which ends only when both sides count and sum up to the same, and looks at the result as `npm run check`.
 * Queues, clocks and marks come along as they are, so that a product on it goes on where it stopped.
 *
 * @throws BackupRefused in one clear line
 */
export async function takeOver({ from, to, registry, say }: TakeOver): Promise<void> {
  for (const env of [from, to]) await migrateOn(env, registry, () => makeSeedMark(env));
  const tables = await withCopySession(from.databaseOwnerUrl, 'snapshot', (source) =>
    withCopySession(to.databaseOwnerUrl, 'load', (target) => takeRows(source, target)),
  );
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  say(`${rows} rows of ${tables.length} tables are taken over, and compared.`);
  await withCopySession(to.databaseOwnerUrl, 'load', (session) => session.query('analyze'));
  await refuseNewFaults({ from, to, say });
}

type Summed = CountedTable & { readonly sum: string };

async function takeRows(source: CopySession, target: CopySession): Promise<Summed[]> {
  const tables = await summed(source, await readTables(source));
  const marks = await summed(source, await readMarks(source));
  const rowsOf = (table: TableShape) => copyOfTable(source, table);
  await loadRows(target, { tables, sequences: await readSequences(source), rowsOf });
  for (const mark of marks) await fillTable(target, mark, await rowsOf(mark));
  const all = [...tables, ...marks];
  for (const [index, there] of (await summed(target, all)).entries()) {
    const { schema, name, rows, sum } = all[index]!;
    if (there.rows !== rows || there.sum !== sum)
      throw new BackupRefused(`${schema}.${name} did not arrive as it was.`);
  }
  return all;
}

/** How many rows there are, and the sum of their hashes, in whatever order they lie. */
async function summed(session: CopySession, shapes: readonly TableShape[]): Promise<Summed[]> {
  const found: Summed[] = [];
  for (const { schema, name, columns } of shapes) {
    const [{ rows, sum } = { rows: 0, sum: '' }] = await session.query<
      Pick<Summed, 'rows' | 'sum'>
    >(
      `select count(*)::int as rows,
         coalesce(sum(('x' || left(md5("a row"::text), 16))::bit(64)::bigint), 0)::text as sum
       from (select ${columnList({ columns })} from ${quoted(schema, name)}) as "a row"`,
    );
    found.push({ schema, name, columns, rows, sum });
  }
  return found;
}

/** What stood wrong before stands wrong afterwards; nothing else may. The old one is looked at last: clocks only get later. */
async function refuseNewFaults({ from, to, say }: Omit<TakeOver, 'registry'>): Promise<void> {
  const after = await lookAt(to);
  const before = await lookAt(from);
  const known = new Set(before.flatMap(({ what, faults }) => faults.map((one) => what + one)));
  const fresh = after.flatMap(({ what, faults }) =>
    faults.filter((one) => !known.has(what + one)).map((one) => `${what}: ${one}`),
  );
  if (fresh.length > 0)
    throw new BackupRefused(
      `The check finds ${fresh.length} faults that the old database has not. The first: ${fresh[0]}`,
    );
  const faulty = after.filter(({ faults }) => faults.length > 0);
  say('Checked: rows and files, flows and clocks, audit log, list of clinics.');
  for (const { what, faults } of faulty) say(`As before the upgrade: ${faults.length} ${what}.`);
}

async function lookAt(env: Env): Promise<Finding[]> {
  const services = openServices('check', eventSteps, { ...env, LOG_LEVEL: 'error' });
  try {
    // The files stay where they are: nothing of an upgrade touches their bytes.
    return await findAll(services, { hashes: false });
  } finally {
    await closeServices(services);
  }
}
