import type { Services } from './context';
import { isHeld } from './restored';

/** A thing that must be there before this process can serve; throws when it is not. Changes nothing. */
export interface Probe {
  readonly name: string;
  check(): Promise<void>;
}

/**
 * What this process cannot serve without: the database, its schema, a demo's people, and that a restored copy was
 * opened. What others do beside it (worker, store, queues) is an alert and no outage: `readingsOf` of
 * `platform/readings.ts`. `steps` are the migrations of this code.
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
    { name: 'opened', check: () => refuseHeld(services) },
    // The mark is set by the same preparation that migrates.
    ...(services.env.mode === 'demo'
      ? [{ name: 'seed', check: () => exists('select from migrations.seed') }]
      : []),
  ];
}

/** A restored copy takes no traffic, and its workers do nothing, before the operator opens it. */
async function refuseHeld(services: Services): Promise<void> {
  if (await isHeld(services)) throw new Error('restored and not opened');
}
