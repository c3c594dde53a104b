import type pg from 'pg';
import { queuesOf } from './queues';
import type { Registry } from './registry';

/**
 * Existing queues take the new options too, which pg-boss's `createQueue` would not do. Policy is
 * `standard` throughout: with any other the insert may drop jobs in silence.
 */
const upsertQueues = `
  insert into pgboss.queue (name, policy, retry_limit, retry_delay, retry_backoff, retry_delay_max,
    expire_seconds, retention_seconds, deletion_seconds, dead_letter, partition, table_name,
    heartbeat_seconds, notify)
  select name, 'standard', retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
    retention_seconds, deletion_seconds, dead_letter, false, 'job_common', heartbeat_seconds, notify
  from jsonb_to_recordset($1::jsonb) as q(name text, retry_limit int, retry_delay int,
    retry_backoff boolean, retry_delay_max int, expire_seconds int, retention_seconds int,
    deletion_seconds int, dead_letter text, heartbeat_seconds int, notify boolean)
  on conflict (name) do update set
    retry_limit = excluded.retry_limit, retry_delay = excluded.retry_delay,
    retry_backoff = excluded.retry_backoff, retry_delay_max = excluded.retry_delay_max,
    expire_seconds = excluded.expire_seconds, retention_seconds = excluded.retention_seconds,
    deletion_seconds = excluded.deletion_seconds, dead_letter = excluded.dead_letter,
    heartbeat_seconds = excluded.heartbeat_seconds, notify = excluded.notify, updated_on = now()`;

const upsertSubscriptions = `
  insert into pgboss.subscription (event, name)
  select event, name from jsonb_to_recordset($1::jsonb) as s(event text, name text)
  on conflict do nothing`;

const dropSubscriptions = `
  delete from pgboss.subscription s where not exists (
    select 1 from jsonb_to_recordset($1::jsonb) as k(event text, name text)
    where k.event = s.event and k.name = s.name)`;

/** Makes the queues and subscriptions of the database those of the code. Idempotent; safe from two processes at once. */
export async function syncQueues(
  { pool }: { pool: Pick<pg.Pool, 'connect'> },
  registry: Registry,
): Promise<void> {
  const client = await pool.connect();
  const subscriptions = registry.subscriptions.map(({ on, name }) => ({ event: on, name }));
  try {
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(hashtext('jobs.sync-queues'))`);
    await client.query(upsertQueues, [JSON.stringify(queuesOf(registry))]);
    await client.query(upsertSubscriptions, [JSON.stringify(subscriptions)]);
    await client.query(dropSubscriptions, [JSON.stringify(subscriptions)]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
