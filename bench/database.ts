import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { migrateJobs } from '#platform/jobs';
import { migrate } from '#platform/migrate';
import { startCluster } from '../scripts/lib/postgres/cluster.mjs';
import { clusterFolder } from '../scripts/lib/postgres/place.mjs';

/** A migrated database on a PostgreSQL of its own. */
export async function openBenchDatabase(
  settings: Record<string, string> = {},
): Promise<{ url: string; pid: number; close: () => Promise<void> }> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'clinic-bench-'));
  const cluster = await startCluster({
    dataDir: clusterFolder(folder),
    password: 'bench',
    settings: { max_connections: '100', shared_buffers: '256MB', ...settings },
  });
  const admin = new pg.Client(cluster.url('postgres'));
  await admin.connect();
  await admin.query('create database bench');
  await admin.end();
  const url = cluster.url('bench');
  await migrate(url, { folder: 'migrations', afterwards: () => migrateJobs(url) });
  const close = async () => {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { url, pid: cluster.pid, close };
}
