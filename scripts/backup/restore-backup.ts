import { withCopySession } from '#platform/database/copy-session';
import type { Env } from '#platform/config/env';
import { migrateJobs } from '#engine/operations';
import { migrate, readBaseline, readSteps } from '#platform/process/migrate';
import type { Place } from '#platform/config/places';
import type { Storage } from '#platform/ports/storage';
import { isStorageKey } from '#platform/ports/storage/key';
import { loadRows } from './load-rows';
import { BackupRefused, readManifest, type FileEntry, type Manifest } from './manifest';
import { DamagedPart, readPart, verifyPart } from './parts';
import { filesOf, putFiles } from './put-files';
import { beginRestore, finishRestore } from './restore-mark';
import type { Unseal } from './seal';

export interface RestoreOptions {
  readonly env: Env;
  readonly storage: Storage;
  /** The backup's own folder. */
  readonly place: Place;
  readonly unseal: Unseal;
  /** Of the migrations. */
  readonly folder: string;
  /** Migrates on to this build, after the rows are in. */
  readonly prepare: () => Promise<unknown>;
  /** Erases again whoever left since the backup. */
  readonly eraseLeft: (manifest: Manifest) => Promise<void>;
  readonly say: (line: string) => void;
}

/**
 * Brings an empty database and an empty store to what a backup holds, then on to this build. All of the backup is read
 * once before anything is written. Broken off, it is begun again with the same words and goes on. It sends nothing: the
 * operator opens it.
 *
 * @throws BackupRefused in one clear line
 */
export async function restoreBackup(options: RestoreOptions): Promise<Manifest> {
  const { env, storage, place, unseal, say } = options;
  const manifest = await readManifest(place);
  refuseOtherCode(manifest, options.folder);
  const files = await readFiles(manifest, { place, unseal });
  await verifyAll(manifest, files, place);
  say(`The backup of ${manifest.takenAt} is whole: ${manifest.files.count} files.`);
  const begun = await beginRestore(env.databaseOwnerUrl, manifest);
  if (begun === 'anew') await refuseFullStore(storage);
  if (begun !== 'loaded') await loadAll(manifest, options);
  say('Rows are loaded.');
  await options.prepare();
  await putFiles(files, { storage, place, unseal }, begun);
  say('Files are in the store.');
  await options.eraseLeft(manifest);
  await finishRestore(env.databaseOwnerUrl);
  return manifest;
}

/** Rows are loaded at the very migration that they were copied at; a later build migrates them from there. */
function refuseOtherCode({ migration, product }: Manifest, folder: string): void {
  const baseline = readBaseline(folder);
  const steps = readSteps(folder);
  const at = steps.findIndex(({ name }) => name === migration.name);
  if (steps[at]?.hash !== migration.hash) {
    const made = product.commit ? `${product.version}, commit ${product.commit}` : product.version;
    throw new BackupRefused(
      `The backup is of another or a newer build (${made}; migration ${migration.name}). Restore it with that one.`,
    );
  }
  const first = baseline.steps.length - 1;
  if (at < first)
    throw new BackupRefused(
      `The backup is at migration ${migration.name}; this version begins at ${steps[first]!.name}. ` +
        `Restore it with the build of commit ${baseline.build}, then start this one on what was restored.`,
    );
}

async function readFiles(
  { files }: Manifest,
  from: { place: Place; unseal: Unseal },
): Promise<FileEntry[]> {
  try {
    return await filesOf(files.index, from);
  } catch (error) {
    if (error instanceof DamagedPart) throw new BackupRefused(error.message);
    throw new BackupRefused('The backup does not open with this identity.', { cause: error });
  }
}

async function verifyAll(
  { tables, files: { count } }: Manifest,
  files: readonly FileEntry[],
  place: Place,
): Promise<void> {
  if (files.length !== count) throw new BackupRefused('The index of files is not the manifest’s.');
  try {
    for (const { part } of [...tables, ...files]) await verifyPart(place, part);
  } catch (error) {
    if (error instanceof DamagedPart) throw new BackupRefused(error.message);
    throw error;
  }
}

async function refuseFullStore(storage: Storage): Promise<void> {
  for await (const { key } of storage.list('')) {
    if (isStorageKey(key))
      throw new BackupRefused('The store of files is not empty. Name another one.');
  }
}

async function loadAll(manifest: Manifest, options: RestoreOptions): Promise<void> {
  const { env, place, unseal, folder } = options;
  const url = env.databaseOwnerUrl;
  await migrate(url, {
    folder,
    until: manifest.migration.name,
    afterwards: () => migrateJobs(url),
  });
  await withCopySession(url, 'load', async (session) => {
    const [queue] = await session.query<{ version: number }>('select version from pgboss.version');
    if (queue?.version !== manifest.queue)
      throw new BackupRefused(
        `The backup has version ${manifest.queue} of the queue's tables, this build ${queue?.version}. ` +
          `Restore it with the build that made it (commit ${manifest.product.commit ?? 'unknown'}), then upgrade.`,
      );
    await loadRows(session, {
      ...manifest,
      rowsOf: ({ part }) => Promise.resolve(unseal(readPart(place, part))),
    });
    await session.query('update migrations.restored set loaded_at = now()');
  });
  await withCopySession(url, 'load', (session) => session.query('analyze'));
}
