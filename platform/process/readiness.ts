import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '../context';
import { seconds, type Duration } from '../base/duration';
import { isHeld } from './restored';

/** A thing that must be there before this process can serve; throws when it is not. Changes nothing. */
export interface Probe {
  readonly name: string;
  check(): Promise<void>;
}

/**
 * What this process cannot serve without: the database, its schema, a demo's people, and that a restored copy was
 * opened. What others do beside it (worker, store, queues) is an alert and no outage: `readingsOf` of
 * `engine/readings.ts`. `steps` are the migrations of this code.
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

/**
 * Asks whether the database answers within `patience`, one question at a time for all who ask: a database that keeps silent
 * costs one connection, and makes each of them wait no longer than the first.
 */
export function databaseAnswers(
  services: Pick<Services, 'database'>,
  patience: Duration = seconds(1),
): () => Promise<boolean> {
  let asking: { readonly answer: Promise<boolean>; readonly late: Promise<false> } | null = null;
  return () => {
    if (!asking) {
      const answer = services.database.pool.query('select 1').then(
        () => true,
        () => false,
      );
      const late = sleep(patience, false as const, { ref: false });
      asking = { answer, late };
      void answer.then(() => (asking = null));
    }
    return Promise.race([asking.answer, asking.late]);
  };
}
