import type { Services } from '#platform/context';
import { milliseconds } from '#platform/base/duration';
import { sendNotices } from '../unit-of-work/notices';
import { insertJobs, wakeNotices } from '../queue/insert-jobs';
import { timerQueue } from '../queue/envelope';
import { withSessionLock } from '#platform/process/session-lock';
import { fireArmedTimer } from './fire-timer';
import type { AnyFlow } from './types';

const sweepLock = 7_203_115;
const atOnce = 500;

const overdue = `select instance_id as instance, token from flow.timer
  where fire_at <= platform.now() order by fire_at limit ${atOnce}`;

/** Only soon ones: a later one is looked at by a later sweep. A finished alarm's row is in the way of a new one. */
const unarmed = `
  with lost as (
    select t.instance_id, t.token, t.fire_at from flow.timer t
    where t.fire_at > platform.now() and t.fire_at <= platform.now() + interval '5 minutes'
      and not exists (select 1 from pgboss.job_common j where j.name = '${timerQueue}' and j.id = t.token
        and j.state < 'completed')
    limit ${atOnce}),
  cleared as (
    delete from pgboss.job_common j using lost
    where j.name = '${timerQueue}' and j.id = lost.token)
  select instance_id as instance, token,
    (extract(epoch from fire_at - platform.now()) * 1000)::float8 as "startAfter" from lost`;

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
    unarmed,
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
