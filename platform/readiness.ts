import type { Services } from './context';
import { secondsSinceHeartbeat } from './flow';

/** A thing that must be there before requests make sense; throws when it is not. */
export interface Probe {
  readonly name: string;
  check(): Promise<void>;
}

/** Beyond this age of its last sign of life the worker counts as gone (api.md). */
const workerSilenceSeconds = 30;

/** What every process needs: database, schema, worker, store. `steps` are the migrations of this code. */
export function probesOf(
  services: Services,
  steps: ReadonlyArray<{ readonly name: string; readonly hash: string }>,
): Probe[] {
  const { pool } = services.database;
  const exists = async (sql: string, values: unknown[] = []) => {
    const { rowCount } = await pool.query(sql, values);
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
    // The demo's people; the mark is set by the same preparation that migrates.
    ...(services.env.mode === 'demo'
      ? [{ name: 'seed', check: () => exists('select from migrations.seed') }]
      : []),
    {
      name: 'worker',
      check: async () => {
        const silence = await secondsSinceHeartbeat(services);
        if (silence === null || silence > workerSilenceSeconds) throw new Error('silent');
      },
    },
    { name: 'storage', check: () => services.ports.storage.check() },
  ];
}
