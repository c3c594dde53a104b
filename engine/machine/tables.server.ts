import { sql } from 'drizzle-orm';
import {
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  pgSchema,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { moment } from '#platform/base/columns.server';

export const flowSchema = pgSchema('flow');

/** One running or finished machine: its present snapshot. Written by the engine only. */
export const instance = flowSchema.table(
  'instance',
  {
    id: uuid('id').primaryKey(),
    /** Name of the flow, e.g. `leads.lead`. */
    machine: text('machine').notNull(),
    machineVersion: integer('machine_version').notNull(),
    status: text('status', { enum: ['active', 'done'] }).notNull(),
    /** A job of this instance ended as a dead letter and waits for a person. */
    stuck: boolean('stuck').notNull().default(false),
    /** XState's persisted snapshot. */
    state: jsonb('state').notNull(),
    /** Number of the last accepted event; the start is 1. */
    version: integer('version').notNull(),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
    /** The instance that every event of this one locks first; null for a root. Never changes. */
    rootId: uuid('root_id'),
  },
  (t) => [
    index('instance_root_idx')
      .on(t.rootId, t.id)
      .where(sql`root_id is not null`),
    index('instance_updated_idx').on(t.machine, t.status, t.updatedAt, t.id),
    index('instance_created_idx').on(t.machine, t.status, t.createdAt, t.id),
    index('instance_version_idx').on(t.machine, t.status, t.version, t.id),
    index('instance_stuck_idx')
      .on(t.updatedAt)
      .where(sql`stuck`),
    // As above, of the few that stand still.
    index('instance_stuck_updated_idx')
      .on(t.machine, t.status, t.updatedAt, t.id)
      .where(sql`stuck`),
    index('instance_stuck_created_idx')
      .on(t.machine, t.status, t.createdAt, t.id)
      .where(sql`stuck`),
    index('instance_stuck_version_idx')
      .on(t.machine, t.status, t.version, t.id)
      .where(sql`stuck`),
  ],
);

/** In the words of the index that holds such instances only. */
export const isStuck = sql`${instance.stuck}`;

/**
 * The log: every accepted event and the snapshot it led to. Rows are added, and go with their instance. No foreign key
 * to the instance: it would cost a second row lock per event, and instances are never deleted alone. Both its keys begin
 * with the instance, so that it can be partitioned by a hash of it (docs/decisions/0002).
 */
export const transition = flowSchema.table(
  'transition',
  {
    instanceId: uuid('instance_id').notNull(),
    version: integer('version').notNull(),
    machineVersion: integer('machine_version').notNull(),
    /** Readable word of the event: its type, `flow.started`, `flow.migrated` or a timer's name. */
    name: text('name').notNull(),
    /** The event as the machine received it; what a replay applies. */
    event: jsonb('event').notNull(),
    /** The caller's idempotency key. */
    key: text('key'),
    actor: text('actor').notNull(),
    at: moment('at').notNull(),
    /** The snapshot after the event. */
    state: jsonb('state').notNull(),
    /** Names of the jobs and events that left with it, in order. */
    effects: jsonb('effects').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.instanceId, t.version] }),
    uniqueIndex('transition_key_idx')
      .on(t.instanceId, t.key)
      .where(sql`key is not null`),
  ],
);

/** A pending timer: the truth about when it fires. The job of the same id as `token` is only its alarm clock. */
export const timer = flowSchema.table(
  'timer',
  {
    instanceId: uuid('instance_id').notNull(),
    /** XState's id of the delayed event; the same again when the state is entered again. */
    name: text('name').notNull(),
    /** Readable: `leads.offer-window-elapsed`. */
    label: text('label').notNull(),
    /** Differs for every arming, so that the alarm of an earlier one does nothing. */
    token: uuid('token').notNull(),
    fireAt: moment('fire_at').notNull(),
    event: jsonb('event').notNull(),
  },
  (t) => [primaryKey({ columns: [t.instanceId, t.name] }), index('timer_fire_at_idx').on(t.fireAt)],
);

/** What an operator must look at: a job that ended as a dead letter. */
export const alert = flowSchema.table(
  'alert',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: moment('at').notNull(),
    /** Queue of the job. */
    job: text('job').notNull(),
    /** Id of the job in its dead-letter queue. */
    jobId: uuid('job_id').notNull(),
    instanceId: uuid('instance_id'),
    /** Name and code of the error; never its message, which may hold data. */
    reason: text('reason').notNull(),
    resolvedAt: moment('resolved_at'),
  },
  (t) => [
    uniqueIndex('alert_job_id_idx').on(t.jobId),
    index('alert_open_idx')
      .on(t.at)
      .where(sql`resolved_at is null`),
  ],
);

/** Last sign of life per worker process, by the server's own clock: shifting the clock must not kill it. */
export const workerHeartbeat = flowSchema.table('worker_heartbeat', {
  worker: uuid('worker').primaryKey(),
  startedAt: moment('started_at').notNull(),
  beatAt: moment('beat_at').notNull(),
});
