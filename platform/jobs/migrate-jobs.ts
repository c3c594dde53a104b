import { PgBoss } from 'pg-boss';

export const jobsSchema = 'pgboss';

/** Installs or upgrades the queue's own schema. Run by the migration runner; web and worker never do. */
export async function migrateJobs(databaseUrl: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    schema: jobsSchema,
    supervise: false,
    schedule: false,
    max: 2,
  });
  boss.on('error', () => undefined);
  await boss.start();
  await boss.stop({ graceful: false });
}
