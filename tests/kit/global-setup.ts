import { rmSync } from 'node:fs';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '#platform/process/migrate';
import { migrateJobs, syncQueues } from '#engine/operations';
import { registry } from '../../workflows/registry';
import { startCluster } from '../../scripts/lib/postgres/cluster.mjs';
import { majorOfPrograms } from '../../scripts/lib/postgres/former-programs.mjs';
import { clusterFolder } from '../../scripts/lib/postgres/place.mjs';
import { bundleFileWork } from './bundle-file-work';
import { memoryFolder } from './memory-folder';

declare module 'vitest' {
  interface ProvidedContext {
    /** The embedded cluster's maintenance database; tests clone `template` on it. */
    postgresUrl: string;
    /** The program of the process that takes files apart. */
    fileWorkEntry: string;
  }
}

/** Nothing here outlives the run, so nothing waits for a disk. */
const careless = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '300',
  shared_buffers: '128MB',
  autovacuum: 'off',
};

/**
 * The PostgreSQL in a folder, for trying the oldest that is supported:
 * `TEST_POSTGRES_BIN=/usr/lib/postgresql/15/bin npx vitest run …`. Absent: the one that the product brings.
 */
function otherServer(): { bin: string; major: string } | undefined {
  const bin = process.env.TEST_POSTGRES_BIN;
  if (!bin) return undefined;
  const major = majorOfPrograms(bin);
  if (!major) throw new Error(`there is no PostgreSQL in ${bin}`);
  return { bin, major };
}

/** One PostgreSQL for the whole run, with one migrated database that every test file clones; and one program for files. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = memoryFolder('clinic-test-');
  const cluster = await startCluster({
    dataDir: clusterFolder(folder),
    password: 'test',
    settings: careless,
    server: otherServer(),
  });
  const fileWork = await bundleFileWork('scripts/entries/file-work.ts');
  const teardown = async () => {
    fileWork.remove();
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await prepareTemplate(cluster.url('postgres'), cluster.url('template'));
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide('postgresUrl', cluster.url('postgres'));
  project.provide('fileWorkEntry', fileWork.entry);
  return teardown;
}

async function prepareTemplate(adminUrl: string, url: string): Promise<void> {
  const admin = new pg.Client(adminUrl);
  await admin.connect();
  await admin.query('create database template');
  await admin.end();
  await migrate(url, { folder: 'migrations', afterwards: () => migrateJobs(url) });
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  try {
    // The queues of the product; a test with a registry of its own adds them (createTestServices).
    await syncQueues({ pool }, registry);
  } finally {
    await pool.end();
  }
}
