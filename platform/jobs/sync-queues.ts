import type pg from 'pg';
import { moveDeliveries } from './move-deliveries';
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

const dropSubscriptions = `delete from pgboss.subscription where name = any($1::text[])`;

/**
 * A process of the release before may still add to a queue, and would fail without it. Nobody does when no
 * start has wished for it for a week, and no job of that time is there.
 */
const dropQueues = `
  delete from pgboss.queue q
  where q.name = any($1::text[]) and coalesce(q.updated_on, q.created_on) < now() - interval '7 days'
    and not exists (select 1 from pgboss.job j where j.name = q.name)`;

/**
 * Brings queues, subscriptions and waiting deliveries to what the code has, and takes away what it names
 * as retired. What another release has stays. Idempotent; safe from two processes at once.
 */
export async function syncQueues(
  { pool }: { pool: Pick<pg.Pool, 'connect'> },
  registry: Registry,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(hashtext('jobs.sync-queues'))`);
    await sync(client, registry);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

async function sync(client: pg.PoolClient, registry: Registry): Promise<void> {
  const { retired = [] } = registry;
  const queues = queuesOf(registry);
  const known = registry.subscriptions.map(({ on, name }) => ({ event: on, name }));
  const wanted = known.filter(({ name }) => !retired.includes(name));
  const gone = retired.filter((name) => !queues.some((queue) => queue.name === name));
  await client.query(upsertQueues, [JSON.stringify(queues)]);
  await client.query(upsertSubscriptions, [JSON.stringify(wanted)]);
  await client.query(dropSubscriptions, [retired]);
  await client.query(moveDeliveries, [known.map(({ name }) => name)]);
  await client.query(dropQueues, [gone]);
}
