import type { Services } from '#platform/context';
import { fireArmedTimer } from './fire-timer';
import type { AnyFlow } from './types';

export { readHistory } from './inspect';
export { fingerprintOf } from './testing/fingerprint';
export { listAlerts, listPendingTimers } from './testing/inspect';
export { lintFlow } from './testing/lint-flow';
export { readFlow } from './testing/read';
export { replayFlow } from './testing/replay';
export {
  stepStored,
  storedVersionOf,
  unknownTimers,
  type StoredVersion,
} from './testing/stored-snapshots';
export { walkFlow, type FlowSample } from './testing/walk-flow';
export type { AnyFlow } from './types';

const nextDue = `select instance_id as instance, token from flow.timer
  where fire_at <= coalesce($1::timestamptz, platform.now()) order by fire_at, name limit 1`;

const shiftTo = `insert into platform.clock (id, shift)
  select true, coalesce((select shift from platform.clock), interval '0') + (t.fire_at - platform.now())
  from flow.timer t where t.token = $1 and t.fire_at > platform.now()
  on conflict (id) do update set shift = excluded.shift`;

/**
 * Fires every timer that is due, earliest first, as the worker would; timers that these arm are fired
 * too. With `upTo` the clock walks to each timer and at last to `upTo`. Returns how many fired.
 */
export async function runDueTimers(
  services: Services,
  { flows }: { flows: readonly AnyFlow[] },
  upTo?: Date,
): Promise<number> {
  const { pool } = services.database;
  for (let fired = 0; ; fired += 1) {
    const { rows } = await pool.query<{ instance: string; token: string }>(nextDue, [upTo ?? null]);
    if (!rows[0]) {
      if (upTo) await moveClockTo(services, upTo);
      return fired;
    }
    await pool.query(shiftTo, [rows[0].token]);
    const outcome = await fireArmedTimer(services, flows, rows[0]);
    if (outcome !== 'fired' && outcome !== 'ignored') throw new Error(`a due timer was ${outcome}`);
  }
}

async function moveClockTo({ database }: Services, upTo: Date): Promise<void> {
  await database.pool.query(
    `insert into platform.clock (id, shift) select true, $1::timestamptz - now()
      where $1 > platform.now()
     on conflict (id) do update set shift = excluded.shift`,
    [upTo],
  );
}
