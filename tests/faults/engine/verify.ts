import type pg from 'pg';
import { anonymous } from '#platform/base/actor';
import { createContext, type Services } from '#platform/context';
import { idFromName, newId } from '#platform/base/ids';
import { replayFlow } from '#engine/testing';
import { crashFlow } from './crash.flow';
import type { Answer } from './nodes';

/** Every way in which the run's traces disagree with its promises; empty when all were kept. */
export async function findLosses(
  services: Services,
  answers: readonly Answer[],
): Promise<string[]> {
  const { pool } = services.database;
  return [
    ...(await answersWithoutTransition(pool, answers)),
    ...(await unevenVersions(pool)),
    ...(await unevenCounts(pool)),
    ...(await effectsApart(pool)),
    ...(await leftovers(pool)),
    ...(await snapshotsThatDoNotReplay(services)),
  ];
}

async function answersWithoutTransition(
  pool: pg.Pool,
  answers: readonly Answer[],
): Promise<string[]> {
  const { rows } = await pool.query<{ key: string; id: string; version: number }>(
    'select key, instance_id as id, version from flow.transition where key is not null',
  );
  const stored = new Map(rows.map(({ key, id, version }) => [key, `${id} ${version}`]));
  const doubled = rows.length - stored.size;
  const lost = answers.filter(({ key, id, version }) => stored.get(key) !== `${id} ${version}`);
  return [
    ...lost.map(({ key }) => `answered call ${key} is not what is stored`),
    ...(doubled > 0 ? [`${doubled} calls were applied twice`] : []),
  ];
}

async function unevenVersions(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select i.id from flow.instance i join flow.transition t on t.instance_id = i.id
     group by i.id, i.version
     having count(*) <> i.version or max(t.version) <> i.version or min(t.version) <> 1`,
  );
  return rows.map(({ id }) => `versions of ${id} are not contiguous`);
}

async function unevenCounts(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select i.id from flow.instance i join flow.transition t on t.instance_id = i.id
     group by i.id, i.state
     having (i.state->'context'->>'n')::int <> count(*) filter (where t.name = 'crash.add')
       or (i.state->'context'->>'ticks')::int <> count(*) filter (where t.name = 'crash.tick-elapsed')`,
  );
  return rows.map(({ id }) => `context of ${id} does not count its events`);
}

/** A job exists if and only if its transition does, and its effect happened once. */
async function effectsApart(pool: pg.Pool): Promise<string[]> {
  const log = await pool.query<{ id: string; version: number }>(
    `select instance_id as id, version from flow.transition where name = 'crash.add'`,
  );
  const jobs = await pool.query<{ id: string }>(
    `select id from pgboss.job where name = 'crash.note'`,
  );
  const done = await pool.query<{ job: string; times: number }>('select job, times from ledger');
  const wanted = new Set(log.rows.map(({ id, version }) => idFromName(`${id}:${version}:0`)));
  const queued = new Set(jobs.rows.map(({ id }) => id));
  const happened = new Map(done.rows.map(({ job, times }) => [job, times]));
  return [
    ...[...wanted].filter((id) => !queued.has(id)).map((id) => `effect ${id} was lost`),
    ...[...queued].filter((id) => !wanted.has(id)).map((id) => `effect ${id} has no transition`),
    ...[...wanted]
      .filter((id) => happened.get(id) !== 1)
      .map((id) => `effect ${id} happened ${happened.get(id) ?? 0} times`),
  ];
}

async function leftovers(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ what: string; n: number }>(
    `select 'timers that never fired' as what, count(*)::int as n from flow.timer
     union all select 'dead letters', count(*)::int from flow.alert
     union all select 'counters that still tick', count(*)::int from flow.instance where state->>'value' <> 'quiet'`,
  );
  return rows.filter(({ n }) => n > 0).map(({ what, n }) => `${n} ${what}`);
}

async function snapshotsThatDoNotReplay(services: Services): Promise<string[]> {
  const ctx = createContext(services, anonymous, { requestId: newId() });
  const { rows } = await services.database.pool.query<{ id: string; state: unknown }>(
    'select id, state from flow.instance',
  );
  const faults: string[] = [];
  for (const { id, state } of rows) {
    const steps = await replayFlow(ctx, crashFlow, { id });
    const wrong = steps.find(({ check }) => check !== 'same');
    if (wrong) faults.push(`${id} does not replay at version ${wrong.version}`);
    if (JSON.stringify(steps.at(-1)?.state) !== JSON.stringify(state))
      faults.push(`${id} is not where its log ends`);
  }
  return faults;
}
