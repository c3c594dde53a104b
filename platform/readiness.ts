import type { Services } from './context';
import { secondsSinceHeartbeat } from './flow';
import { timerQueue } from './queue/envelope';

/** A thing that must be there before this process can serve; throws when it is not. Changes nothing. */
export interface Probe {
  readonly name: string;
  check(): Promise<void>;
}

/**
 * What this process cannot serve without (api.md): the database, its schema, and a demo's people. What others do beside
 * it (worker, store, queues) is an alert and no outage: {@link conditionsOf}. `steps` are the migrations of this code.
 */
export function probesOf(
  services: Services,
  steps: ReadonlyArray<{ readonly name: string; readonly hash: string }>,
): Probe[] {
  const exists = async (sql: string, values: unknown[] = []) => {
    const { rowCount } = await services.database.pool.query(sql, values);
    if (!rowCount) throw new Error('not there');
  };
  const last = steps.at(-1)!;
  return [
    { name: 'database', check: () => exists('select 1') },
    {
      name: 'migrations',
      check: () =>
        exists('select from migrations.step where name = $1 and hash = $2', [last.name, last.hash]),
    },
    // The mark is set by the same preparation that migrates.
    ...(services.env.mode === 'demo'
      ? [{ name: 'seed', check: () => exists('select from migrations.seed') }]
      : []),
  ];
}

/** A number that operators watch, as Prometheus names it. */
export interface Condition {
  readonly name: string;
  readonly help: string;
  /** Asked at each scrape; changes nothing. */
  read(): Promise<number>;
}

/** Beyond this a count says 'very many', and costs no more. */
const countedAtMost = 10_000;

const dueJobs = `from pgboss.job_common
  where state < 'active' and name <> '${timerQueue}' and start_after <= now()`;

/** What is somebody's alert: whatever this process serves without. */
export function conditionsOf(services: Services): Condition[] {
  const { pool, readDb } = services.database;
  const numberOf = async (sql: string) =>
    (await pool.query<{ n: number | null }>(sql)).rows[0]!.n ?? 0;
  const succeeds = (work: Promise<unknown>) =>
    work.then(
      () => 1,
      () => 0,
    );
  return [
    {
      name: 'worker_silence_seconds',
      help: 'Since any worker last said that it lives; 1e9 when none ever did',
      read: async () => (await secondsSinceHeartbeat(services)) ?? 1e9,
    },
    {
      name: 'storage_up',
      help: 'Whether the store of files answers',
      read: () => succeeds(services.ports.storage.check()),
    },
    {
      name: 'jobs_due',
      help: `Jobs that could run now, timers apart; counted up to ${countedAtMost}`,
      read: () =>
        numberOf(`select count(*)::int as n from (select ${dueJobs} limit ${countedAtMost}) due`),
    },
    {
      name: 'jobs_oldest_due_seconds',
      help: 'For how long the oldest of them has waited',
      read: () =>
        numberOf(`select extract(epoch from now() - min(start_after))::float8 as n ${dueJobs}`),
    },
    {
      name: 'jobs_failed',
      help: 'Jobs that used up their tries and that nobody has dealt with',
      read: () => numberOf('select count(*)::int as n from flow.alert where resolved_at is null'),
    },
    {
      name: 'database_limits_in_force',
      help: 'Whether statements of this process have a time limit on the server',
      read: () => numberOf(`select (current_setting('statement_timeout') <> '0')::int as n`),
    },
    {
      name: 'database_copy_lag_seconds',
      help: 'How far behind the copy for lists is; 0 without one and while it is away',
      read: async () => {
        const { rows } = await readDb.execute<{ n: number }>(copyLag);
        return rows[0]!.n;
      },
    },
  ];
}

/** A copy that has replayed all that it received is not behind, however long ago that was. */
const copyLag = `select case when not pg_is_in_recovery()
  or pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
  else extract(epoch from now() - pg_last_xact_replay_timestamp()) end::float8 as n`;
