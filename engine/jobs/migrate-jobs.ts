import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { minutes, type Duration } from '#platform/base/duration';
import { claimedIndex } from '../queue/pg-boss';

export const jobsSchema = 'pgboss';

/** What pg-boss hands to its connections, although its types do not say so: its role may be limited for other work. */
export const sessionOfQueue = (statement: Duration): object => ({ statement_timeout: statement });

/** Installs or upgrades the queue's own schema. Run by the migration runner; web and worker never do. */
export async function migrateJobs(databaseUrl: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    ...sessionOfQueue(minutes(30)),
    schema: jobsSchema,
    supervise: false,
    schedule: false,
    max: 2,
  });
  boss.on('error', () => undefined);
  await boss.start();
  await boss.stop({ graceful: false });
  await indexClaimed(databaseUrl);
}

async function indexClaimed(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(claimedIndex);
  } finally {
    await client.end();
  }
}
