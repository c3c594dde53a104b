import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { ensureDatabase } from '../../../scripts/lib/demo-database.mjs';
import { startCluster } from '../../../scripts/lib/postgres/cluster.mjs';
import { secretsOf } from '../../../scripts/lib/secrets.mjs';
import { row, seconds } from '../kit/report';

interface Programs {
  readonly bin: string;
  readonly major: string;
}

export interface Counted {
  readonly requests: number;
  readonly clinics: number;
  readonly failed: number;
}

/** A demo as a product of that time left it, stopped. */
export interface FormerDemo extends Counted {
  readonly dataDir: string;
  readonly cluster: string;
  readonly programs: Programs;
}

/** The demo of this build in an older PostgreSQL. */
export async function makeFormerDemo(
  dataDir: string,
  cluster: string,
  programs: Programs,
): Promise<FormerDemo> {
  const { POSTGRES_PASSWORD: password = '', ...secrets } = secretsOf(dataDir);
  const server = await startCluster({ dataDir: cluster, password, server: programs });
  const began = performance.now();
  try {
    await ensureDatabase(server.url('postgres'));
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, NODE_ENV: 'production' as const, DATA_DIR: dataDir, ...secrets };
    const { status, stderr } = spawnSync(process.execPath, ['build/server/prepare.js'], {
      env: { ...env, DEMO_DATABASE_URL: server.url('clinic') },
      encoding: 'utf8',
      timeout: 600_000,
    });
    if (status !== 0) throw new Error(`no demo: ${stderr}`);
    row(`the demo made in PostgreSQL ${programs.major}`, seconds(began));
    const counted = await count(server.url('clinic'));
    return { dataDir, cluster, programs, ...counted };
  } finally {
    await server.stop(60_000);
  }
}

/** What is in the demo that runs from a data folder, or in a folder that a server of `programs` is started on. */
export async function countOf(
  { dataDir }: Pick<FormerDemo, 'dataDir'>,
  folder?: string,
  programs?: Programs,
): Promise<Counted> {
  const { POSTGRES_PASSWORD: password = '' } = secretsOf(dataDir);
  if (folder) {
    const server = await startCluster({ dataDir: folder, password, server: programs });
    try {
      return await count(server.url('clinic'));
    } finally {
      await server.stop(60_000);
    }
  }
  const pidFile = path.join(dataDir, 'postgres', 'postmaster.pid');
  const port = readFileSync(pidFile, 'utf8').split('\n')[3];
  return count(`postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/clinic`);
}

async function count(url: string): Promise<Counted> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<Counted>(
      `select (select count(*) from leads.lead)::int as requests,
         (select count(*) from clinic_onboarding.clinic)::int as clinics,
         (select count(*) from pgboss.job_common where state = 'failed')::int as failed`,
    );
    return rows[0]!;
  } finally {
    await client.end();
  }
}
