import path from 'node:path';
import { withCopySession, type CopySession } from '#platform/database/copy-session';
import type { Env } from '#platform/config/env';
import { lastMigration, migrationLock } from '#platform/process/migrate';
import { within, type Place } from '#platform/config/places';
import type { Storage } from '#platform/ports/storage';
import { withSessionLock } from '#platform/process/session-lock';
import { copyOfTable, readSequences, readTables, type TableShape } from './catalogue';
import { copyFiles } from './copy-files';
import {
  BackupRefused,
  writeManifest,
  type FileEntry,
  type Manifest,
  type TableEntry,
} from './manifest';
import { writePart } from './parts';
import { productOf } from './product';
import type { Seal } from './seal';

export interface BackupOptions {
  readonly env: Env;
  readonly storage: Storage;
  /** In which the backup gets a folder of its own. */
  readonly place: Place;
  readonly seal: Seal;
}

/**
 * Copies database and store while the product goes on. Files are copied before the snapshot and, those that are new, after
 * it: each row of the snapshot finds its file, although files come and go. No migration runs meanwhile.
 *
 * @throws BackupRefused
 */
export async function takeBackup(options: BackupOptions): Promise<Manifest> {
  const { env, storage, seal } = options;
  const copied = new Map<string, FileEntry>();
  const id = await nameByClock(env);
  const place = within(options.place, id);
  await copyFiles({ storage, place, seal }, copied);
  // Those that came during the first time, which may take hours: a file that is gone again by the end is missing otherwise.
  await copyFiles({ storage, place, seal }, copied);
  const rows = await withSessionLock({ env }, migrationLock, () =>
    withCopySession(env.databaseDirectUrl, 'snapshot', (session) =>
      copyRows(session, { place, seal }),
    ),
  );
  if (!rows) throw new BackupRefused('A migration is under way, or another backup. Try again.');
  await copyFiles({ storage, place, seal }, copied);
  const index = await writePart(place, 'files', seal(linesOf(copied.values())));
  const bytes = [...copied.values()].reduce((sum, file) => sum + file.bytes, 0);
  const files = { count: copied.size, bytes, index };
  const product = productOf(path.resolve('.'));
  const manifest: Manifest = { format: 1, id, product, ...rows, files };
  await writeManifest(place, manifest);
  return manifest;
}

const nameByClock = ({ databaseDirectUrl }: Env): Promise<string> =>
  withCopySession(databaseDirectUrl, 'snapshot', async (session) => {
    const [row] = await session.query<{ id: string }>(
      `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24-MI-SS"Z"') as id`,
    );
    return row!.id;
  });

type Rows = Pick<Manifest, 'takenAt' | 'postgres' | 'migration' | 'queue' | 'tables' | 'sequences'>;

async function copyRows(session: CopySession, to: { place: Place; seal: Seal }): Promise<Rows> {
  const [server] = await session.query<{ at: string; postgres: string; queue: number }>(
    `select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
       current_setting('server_version') as postgres, (select version from pgboss.version) as queue`,
  );
  const [migration] = await session.query<Manifest['migration']>(lastMigration);
  if (!migration) throw new BackupRefused('The database was never prepared.');
  const tables: TableEntry[] = [];
  for (const shape of await readTables(session)) tables.push(await copyTable(session, shape, to));
  const { at: takenAt, postgres, queue } = server!;
  return { takenAt, postgres, migration, queue, tables, sequences: await readSequences(session) };
}

async function copyTable(
  session: CopySession,
  shape: TableShape,
  { place, seal }: { place: Place; seal: Seal },
): Promise<TableEntry> {
  const { schema, name } = shape;
  const counted = countRows(await copyOfTable(session, shape));
  const part = await writePart(place, `tables/${schema}.${name}`, seal(counted.bytes));
  return { ...shape, rows: counted.rows(), part };
}

const lineEnd = 10;

/** The text of COPY has a line for each row, and no line ends within one. */
export function countRows(source: AsyncIterable<Uint8Array>): {
  bytes: AsyncIterable<Uint8Array>;
  rows: () => number;
} {
  let rows = 0;
  const bytes = async function* () {
    for await (const chunk of source) {
      for (let at = chunk.indexOf(lineEnd); at >= 0; at = chunk.indexOf(lineEnd, at + 1)) rows += 1;
      yield chunk;
    }
  };
  return { bytes: bytes(), rows: () => rows };
}

async function* linesOf(files: Iterable<FileEntry>): AsyncGenerator<Uint8Array> {
  for (const file of files) yield Buffer.from(`${JSON.stringify(file)}\n`);
}
