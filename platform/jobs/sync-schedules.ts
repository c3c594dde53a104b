import type { PgBoss } from 'pg-boss';
import type { Registry } from './registry';

/** Makes the schedules of the database those of the code. */
export async function syncSchedules(boss: PgBoss, registry: Registry): Promise<void> {
  const wanted = new Set(registry.schedules.map(({ job }) => job));
  for (const { name } of await boss.getSchedules()) {
    if (!wanted.has(name)) await boss.unschedule(name);
  }
  for (const { job, cron } of registry.schedules) {
    await boss.schedule(job, cron, null, { tz: 'UTC', missed: 'once' });
  }
}
