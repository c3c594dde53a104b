import type { Services } from '#platform/context';
import { milliseconds } from '#platform/base/duration';
import { sendNotices } from '../unit-of-work/notices';
import { insertJobs, unarmedTimers, wakeNotices } from '../queue/pg-boss';
import { timerQueue } from '../queue/envelope';
import { withSessionLock } from '#platform/process/session-lock';
import { fireArmedTimer } from './fire-timer';
import type { AnyFlow } from './types';

const sweepLock = 7_203_115;
const atOnce = 500;

const overdue = `select instance_id as instance, token from flow.timer
  where fire_at <= platform.now() order by fire_at limit ${atOnce}`;

/**
 * Repairs what a lost job would leave undone: fires timers that are due, sets alarms anew. Runs every
 * minute and when a worker starts. Returns how many were repaired; 0 when another process is at it.
 */
export async function sweepTimers(
  services: Services,
  flows: readonly AnyFlow[],
): Promise<{ fired: number; armed: number }> {
  const swept = await withSessionLock(services, sweepLock, async () => ({
    fired: await fireOverdue(services, flows),
    armed: await armLost(services),
  }));
  return swept ?? { fired: 0, armed: 0 };
}

async function fireOverdue(services: Services, flows: readonly AnyFlow[]): Promise<number> {
  const { rows } = await services.database.pool.query<{ instance: string; token: string }>(overdue);
  let fired = 0;
  let newer = 0;
  for (const armed of rows) {
    try {
      const outcome = await fireArmedTimer(services, flows, armed);
      if (outcome === 'fired') fired += 1;
      if (outcome === 'newer') newer += 1;
    } catch (error) {
      // One broken instance must not hold up the timers of the others; its job ends as a dead letter.
      services.log.error({ err: error, instance: armed.instance }, 'a due timer failed');
    }
  }
  if (newer > 0) services.log.warn({ timers: newer }, 'due timers wait for a newer release');
  return fired;
}

async function armLost(services: Services): Promise<number> {
  const { pool } = services.database;
  const { rows } = await pool.query<{ instance: string; token: string; startAfter: number }>(
    unarmedTimers(atOnce),
  );
  if (rows.length === 0) return 0;
  const jobs = rows.map(({ instance, token, startAfter }) => ({
    id: token,
    name: timerQueue,
    startAfter: milliseconds(startAfter),
    data: { key: token, instance, payload: { instance, token } },
  }));
  sendNotices(services.database, wakeNotices(await insertJobs(pool, jobs)));
  return rows.length;
}
