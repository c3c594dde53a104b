import type { Services } from '#platform/context';
import { seconds } from '#platform/base/duration';
import { newId } from '#platform/base/ids';

/** Real time on purpose: the clock of rules may be moved, a dead worker stays dead. */
const beat = `insert into flow.worker_heartbeat (worker, started_at, beat_at) values ($1, now(), now())
  on conflict (worker) do update set beat_at = now()`;
const forgetOld = `delete from flow.worker_heartbeat where beat_at < now() - interval '1 hour'`;
const age = `select extract(epoch from now() - max(beat_at))::float8 as age from flow.worker_heartbeat`;

export const heartbeatInterval = seconds(5);

/** Says every five seconds that this worker lives. The result stops it. */
export function startHeartbeat(services: Services): () => Promise<void> {
  const { pool } = services.database;
  const worker = newId();
  const run = () =>
    pool.query(beat, [worker]).catch((error: unknown) => {
      services.log.warn({ err: error }, 'no heartbeat');
    });
  void pool.query(forgetOld).catch(() => undefined);
  void run();
  const timer = setInterval(run, heartbeatInterval);
  return async () => {
    clearInterval(timer);
    await pool
      .query('delete from flow.worker_heartbeat where worker = $1', [worker])
      .catch(() => undefined);
  };
}

/** Seconds since any worker said that it lives; null when none ever did. */
export async function secondsSinceHeartbeat({ database }: Services): Promise<number | null> {
  const { rows } = await database.pool.query<{ age: number | null }>(age);
  return rows[0]!.age;
}
