import type pg from 'pg';
import type { PgBoss } from 'pg-boss';
import { hours, inSeconds, days, minutes, seconds, type Duration } from '#platform/base/duration';
import { deadLetterQueue, eventsQueue, timerQueue } from '../queue/envelope';
import {
  dropQueues,
  dropSubscriptions,
  moveDeliveries,
  upsertQueues,
  upsertSubscriptions,
} from '../queue/pg-boss';
import type { JobDefinition } from './define-job';
import type { JobRegistry } from './registry';

/** A row of `pgboss.queue`, all times in whole seconds. */
interface QueueRow {
  readonly name: string;
  readonly retry_limit: number;
  readonly retry_delay: number;
  readonly retry_backoff: boolean;
  readonly retry_delay_max: number | null;
  readonly expire_seconds: number;
  readonly retention_seconds: number;
  readonly deletion_seconds: number;
  readonly dead_letter: string | null;
  readonly heartbeat_seconds: number;
  readonly notify: boolean;
}

const whole = (duration: Duration): number => Math.ceil(inSeconds(duration));

/** How long a waiting job may wait: timers run for months, and a lost effect is worse than an old row. */
const waiting = whole(days(400));
/** A claim without a sign of life is pg-boss's to end after this long, its least; `poll.ts` is there before. */
const heartbeat = whole(seconds(10));

function queueOf(definition: Omit<JobDefinition, 'payload'>, notify: boolean): QueueRow {
  const { retry } = definition;
  return {
    name: definition.name,
    retry_limit: retry.limit,
    retry_delay: whole(retry.delay),
    retry_backoff: retry.backoff ?? false,
    retry_delay_max: retry.backoff ? whole(hours(1)) : null,
    expire_seconds: whole(definition.expiresAfter),
    retention_seconds: waiting,
    deletion_seconds: whole(days(7)),
    dead_letter: deadLetterQueue,
    heartbeat_seconds: heartbeat,
    notify,
  };
}

/** Tries of each delivery of an event. */
const deliveries = {
  name: eventsQueue,
  retry: { limit: 8, delay: seconds(5), backoff: true },
  expiresAfter: minutes(2),
} as const;

const timers = {
  name: timerQueue,
  retry: { limit: 20, delay: seconds(2), backoff: true },
  expiresAfter: seconds(30),
};

const deadLetters: QueueRow = {
  ...queueOf({ ...timers, name: deadLetterQueue }, false),
  deletion_seconds: waiting,
  dead_letter: null,
};

/**
 * Every queue that the registry needs; the dead letters first, because the others refer to them. That of
 * a subscription is its address only: pg-boss's table of subscriptions refers to it, and a web process of
 * the release before this one puts its deliveries there, from where `moveDeliveries` takes them.
 */
const queuesOf = (registry: JobRegistry): QueueRow[] => [
  deadLetters,
  queueOf(timers, false),
  ...registry.jobs.map(({ definition }) => queueOf(definition, true)),
  queueOf(deliveries, true),
  ...registry.subscriptions.map(({ name }) => queueOf({ ...deliveries, name }, true)),
];

/**
 * Brings queues, subscriptions and waiting deliveries to what the code has, and takes away what it names
 * as retired. What another release has stays. Idempotent; safe from two processes at once.
 */
export async function syncQueues(
  { pool }: { pool: Pick<pg.Pool, 'connect'> },
  registry: JobRegistry,
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

async function sync(client: pg.PoolClient, registry: JobRegistry): Promise<void> {
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

/** Sets the schedules of the code and takes away those that it names as retired. Others stay: another release has them. */
export async function syncSchedules(boss: PgBoss, registry: JobRegistry): Promise<void> {
  const { schedules, retired = [] } = registry;
  const there = new Set((await boss.getSchedules()).map(({ name }) => name));
  for (const name of retired) {
    if (there.has(name)) await boss.unschedule(name);
  }
  for (const { job, cron } of schedules) {
    await boss.schedule(job, cron, null, { tz: 'UTC', missed: 'once' });
  }
}
