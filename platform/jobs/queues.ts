import { hours, inSeconds, days, minutes, seconds, type Duration } from '../duration';
import type { JobDefinition } from './types';
import type { Registry } from './registry';

/** Where every job goes that has used up its tries or cannot be read. */
export const deadLetterQueue = 'jobs.dead-letter';
/** Alarm clocks of timers. */
export const timerQueue = 'flow.timer';
/** Deliveries of facts to every subscription; the envelope names which. */
export const factsQueue = 'events.facts';

/** A row of `pgboss.queue`, all times in whole seconds. */
export interface QueueRow {
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
/** A crash is seen after this long without a sign of life; pg-boss's least. */
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

/** Tries of each delivery of a fact. */
const deliveries = {
  name: factsQueue,
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
export const queuesOf = (registry: Registry): QueueRow[] => [
  deadLetters,
  queueOf(timers, false),
  ...registry.jobs.map(({ definition }) => queueOf(definition, true)),
  queueOf(deliveries, true),
  ...registry.subscriptions.map(({ name }) => queueOf({ ...deliveries, name }, true)),
];
