import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { migrateJobs } from '#engine/operations';
import { migrate } from '#platform/process/migrate';
import { startCluster } from '../../../scripts/lib/postgres/cluster.mjs';
import { clusterFolder } from '../../../scripts/lib/postgres/place.mjs';
import { ledger } from './crash.flow';

/** A PostgreSQL of one's own that can be killed and comes back on the same port. */
export interface MortalCluster {
  /** A migrated database. */
  createDatabase(name: string): Promise<string>;
  readonly dataDir: string;
  /** As a crash: no goodbye to anybody. Resolves when it accepts connections again. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

// A commit must survive the server's death; the machine itself stays up, so nothing waits for the disk.
const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'on',
  max_connections: '120',
};

export async function startMortalCluster(): Promise<MortalCluster> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'clinic-crash-'));
  const dataDir = clusterFolder(folder);
  const launch = (port?: number) => startCluster({ dataDir, password: 'crash', port, settings });
  let cluster = await launch();
  return {
    dataDir: folder,
    createDatabase: async (name) => {
      await run(cluster.url('postgres'), `create database ${name}`);
      const url = cluster.url(name);
      await migrate(url, { folder: 'migrations', afterwards: () => migrateJobs(url) });
      await run(url, ledger);
      return url;
    },
    crash: async () => {
      process.kill(cluster.pid, 'SIGQUIT');
      await cluster.exited;
      cluster = await launch(cluster.port);
    },
    stop: async () => {
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
}
