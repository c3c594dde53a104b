import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { migrateJobs } from '#engine/operations';
import { migrate } from '#platform/process/migrate';
import { startCluster } from '../../scripts/lib/postgres/cluster.mjs';
import { clusterFolder } from '../../scripts/lib/postgres/place.mjs';

interface BenchServer {
  readonly pid: number;
  readonly url: (database: string) => string;
  readonly close: () => Promise<void>;
}

/** A PostgreSQL of its own: in `folder`, which stays, or in one that goes with it. */
export async function openBenchServer(
  settings: Record<string, string> = {},
  folder?: string,
): Promise<BenchServer> {
  if (folder) mkdirSync(folder, { recursive: true });
  const place = folder ?? mkdtempSync(path.join(os.tmpdir(), 'clinic-bench-'));
  const cluster = await startCluster({
    dataDir: clusterFolder(place),
    password: 'bench',
    settings: { max_connections: '100', shared_buffers: '256MB', ...settings },
  });
  const close = async () => {
    await cluster.stop(folder ? 120_000 : undefined);
    if (!folder) rmSync(place, { recursive: true, force: true });
  };
  return { pid: cluster.pid, url: (database) => cluster.url(database), close };
}

/** A migrated database, made if it is not there; of one that is there what it lacks. */
export async function migratedDatabase(
  { url }: Pick<BenchServer, 'url'>,
  name: string,
): Promise<{ url: string; applied: string[] }> {
  const admin = new pg.Client(url('postgres'));
  await admin.connect();
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
  if (!rowCount) await admin.query(`create database ${name}`);
  await admin.end();
  const own = url(name);
  const { applied } = await migrate(own, {
    folder: 'migrations',
    afterwards: () => migrateJobs(own),
  });
  return { url: own, applied };
}

/** A migrated database on a PostgreSQL of its own. */
export async function openBenchDatabase(
  settings: Record<string, string> = {},
): Promise<{ url: string; pid: number; close: () => Promise<void> }> {
  const server = await openBenchServer(settings);
  const { url } = await migratedDatabase(server, 'bench');
  return { url, pid: server.pid, close: server.close };
}
