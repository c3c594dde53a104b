import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Services } from '#platform/context';
import { minutes } from '#platform/base/duration';
import type { StoredVersion } from '#engine/testing';
import { setClock } from './clock';

type Entry = StoredVersion['snapshots'][number]['past'][number];
interface Snapshot extends Omit<StoredVersion['snapshots'][number], 'past'> {
  /** With XState's name of a timer that went off. */
  readonly past: ReadonlyArray<Entry & { readonly type: string }>;
}

/** The stored snapshots of a released version: `snapshotsOf('leads', 'lead-v1')`. */
export function snapshotsOf(module: string, file: string): readonly Snapshot[] {
  const at = path.join(import.meta.dirname, '../../modules', module, 'snapshots', `${file}.json`);
  const { snapshots } = JSON.parse(readFileSync(at, 'utf8')) as StoredVersion;
  const timers = snapshots.flatMap((snapshot) => Object.keys(snapshot.timers));
  const typeOf = (name: string) =>
    timers.find((timer) => name === `${module}.${timer.split('.')[2]}-elapsed`) ?? name;
  return snapshots.map(({ past, ...snapshot }) => ({
    ...snapshot,
    past: past.map((entry) => ({ ...entry, type: typeOf(entry.name) })),
  }));
}

/**
 * Puts the instance `id` back to where a version of its machine left it, log and timers included, a minute before the
 * clock's time. `names` are ids of the snapshot by those that stand for them here.
 */
export async function putBack(
  services: Services,
  snapshot: Snapshot,
  { id, version, names }: { id: string; version: number; names: Record<string, string> },
): Promise<void> {
  let json = JSON.stringify(snapshot);
  for (const [there, here] of Object.entries(names)) json = json.replaceAll(there, here);
  const { state, timers, past } = JSON.parse(json) as Snapshot;
  const { pool } = services.database;
  await pool.query('delete from flow.transition where instance_id = $1', [id]);
  await pool.query('delete from flow.timer where instance_id = $1', [id]);
  const last = past.at(-1)!;
  for (const [index, { name, type, at, value }] of past.entries())
    await pool.query(
      `insert into flow.transition (instance_id, version, machine_version, name, event, actor, at, state, effects)
       values ($1, $2, $3, $4, $5, 'system:test', $6, $7, '[]')`,
      [id, index + 1, version, name, { type }, at, index === past.length - 1 ? state : { value }],
    );
  for (const [name, fireAt] of Object.entries(timers))
    await pool.query(
      `insert into flow.timer (instance_id, name, label, token, fire_at, event)
       values ($1, $2, 'test.elapsed', gen_random_uuid(), $3, $4)`,
      [id, name, fireAt, { type: name }],
    );
  await pool.query(
    `update flow.instance set machine_version = $2, status = $3, state = $4, version = $5, updated_at = $6
     where id = $1`,
    [id, version, state.status, state, past.length, last.at],
  );
  await setClock(services, new Date(Date.parse(last.at) + minutes(1)));
}

/** Pending timers of an instance, by name. */
export async function timersOf(
  { database }: Pick<Services, 'database'>,
  id: string,
): Promise<Record<string, { token: string; fireAt: Date }>> {
  const { rows } = await database.pool.query<{ name: string; token: string; fireAt: Date }>(
    'select name, token, fire_at as "fireAt" from flow.timer where instance_id = $1 order by name',
    [id],
  );
  return Object.fromEntries(rows.map(({ name, ...timer }) => [name, timer]));
}
