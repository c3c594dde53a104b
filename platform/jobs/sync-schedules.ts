import type { PgBoss } from 'pg-boss';
import type { Registry } from './registry';

/** Sets the schedules of the code and takes away those that it names as retired. Others stay: another release has them. */
export async function syncSchedules(boss: PgBoss, registry: Registry): Promise<void> {
  const { schedules, retired = [] } = registry;
  const there = new Set((await boss.getSchedules()).map(({ name }) => name));
  for (const name of retired) {
    if (there.has(name)) await boss.unschedule(name);
  }
  for (const { job, cron } of schedules) {
    await boss.schedule(job, cron, null, { tz: 'UTC', missed: 'once' });
  }
}
