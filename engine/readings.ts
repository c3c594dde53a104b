import type { Services } from '#platform/context';
import { secondsSinceHeartbeat } from './machine/heartbeat';
import type { Reading } from '#platform/metrics/metrics';
import { dueJobs } from './queue/pg-boss';

/** Beyond this a count says 'very many', and costs no more. */
const countedAtMost = 10_000;

const failedJobs = {
  name: 'metrics-failed-jobs',
  text: `
  select job, count(*)::int as n
  from (select job from flow.alert where resolved_at is null order by at limit ${countedAtMost}) open group by job`,
};

/** By the index of timers; the limits are those of the connection that is asked. */
const engine = {
  name: 'metrics-engine',
  text: `
  select coalesce(extract(epoch from platform.now() - (
      select min(fire_at) from flow.timer where fire_at <= platform.now())), 0)::float8 as overdue,
    (current_setting('statement_timeout') <> '0')::int as limits`,
};

/** A copy that has replayed all that it received is not behind, however long ago that was. */
const copyLag = `select case when not pg_is_in_recovery()
  or pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
  else extract(epoch from now() - pg_last_xact_replay_timestamp()) end::float8 as n`;

/** What is somebody's alert: whatever this process serves without. The same from every web process. */
export const readingsOf = (services: Services): Reading[] => [
  readWorkers(services),
  readEngine(services),
  readDueJobs(services),
  readFailedJobs(services),
  readCopy(services),
  readStorage(services),
];

const readWorkers = (services: Services): Reading => ({
  numbers: {
    worker_silence_seconds: {
      help: 'Since any worker last said that it lives; 1e9 when none ever did',
    },
  },
  read: async () => ({ worker_silence_seconds: (await secondsSinceHeartbeat(services)) ?? 1e9 }),
});

const readEngine = ({ database }: Services): Reading => ({
  numbers: {
    timer_most_overdue_seconds: { help: 'How late the most overdue timer is; 0 when none is' },
    database_limits_in_force: {
      help: 'Whether statements of this process have a time limit on the server',
    },
  },
  read: async () => {
    const { rows } = await database.pool.query<{ overdue: number; limits: number }>(engine);
    const { overdue, limits } = rows[0]!;
    return { timer_most_overdue_seconds: overdue, database_limits_in_force: limits };
  },
});

const readDueJobs = ({ database }: Services): Reading => ({
  numbers: {
    jobs_due: {
      help: `Jobs that could run now, timers apart; counted up to ${countedAtMost} in each queue`,
      label: 'queue',
    },
    jobs_oldest_due_seconds: {
      help: 'For how long the oldest of them has waited',
      label: 'queue',
    },
  },
  read: async () => {
    const { rows } = await database.pool.query<{ queue: string; n: number; oldest: number }>(
      dueJobs(countedAtMost),
    );
    return {
      jobs_due: Object.fromEntries(rows.map(({ queue, n }) => [queue, n])),
      jobs_oldest_due_seconds: Object.fromEntries(rows.map(({ queue, oldest }) => [queue, oldest])),
    };
  },
});

const readFailedJobs = ({ database }: Services): Reading => ({
  numbers: {
    jobs_failed: {
      help: 'Jobs that used up their tries and that nobody has dealt with; none of a queue is no line',
      label: 'queue',
    },
  },
  read: async () => {
    const { rows } = await database.pool.query<{ job: string; n: number }>(failedJobs);
    return { jobs_failed: Object.fromEntries(rows.map(({ job, n }) => [job, n])) };
  },
});

const readCopy = ({ database }: Services): Reading => ({
  numbers: {
    database_copy_lag_seconds: {
      help: 'How far behind the copy for lists is; 0 without one and while it is away',
    },
  },
  read: async () => {
    const { rows } = await database.readDb.execute<{ n: number }>(copyLag);
    return { database_copy_lag_seconds: rows[0]!.n };
  },
});

const readStorage = ({ ports }: Services): Reading => ({
  numbers: { storage_up: { help: 'Whether the store of files answers' } },
  read: () =>
    ports.storage.check().then(
      () => ({ storage_up: 1 }),
      () => ({ storage_up: 0 }),
    ),
});
