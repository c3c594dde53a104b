import postgres from 'postgres';
import { anonymous } from '#platform/actor';
import { audit } from '#platform/audit';
import { createContext, transaction, type Services } from '#platform/context';
import { openDatabase } from '#platform/db';
import { dispatch, startFlow } from '#platform/flow';
import { newId } from '#platform/ids';
import { syncQueues } from '#platform/jobs';
import { announce } from '#platform/live';
import { createLogger } from '#platform/log';
import { openBenchDatabase } from '../database';
import { bareEvent, bareEventPostgresJs, bareTables, fillBare } from './bare';
import { lightFlow, lightRegistry } from './light.flow';
import { benchPickUp } from './pick-up';
import { median, rate } from './rate';

/** Ratios to reach, of a transition and of one that is told, by number of concurrent instances. */
const goals = [
  { loops: 1, goal: 0.7, told: 0.85 },
  { loops: 8, goal: 0.45, told: 0.7 },
  { loops: 32, goal: 0.38, told: 0.6 },
];
const rounds = 3;
const ms = 1_500;

/**
 * Transitions per second next to bare SQL of the same shape, in turns on the same database, pool and
 * driver, so that the machine's mood hits both; "told" is an event with a job, a live message and an audit entry.
 * Settings are those of production: commits are durable.
 */
export async function benchEngine(): Promise<void> {
  const { url, close } = await openBenchDatabase();
  const database = openDatabase({ url, poolSize: 32, onError: () => undefined });
  const other = postgres(url, { max: 32 });
  try {
    await database.pool.query(bareTables);
    await syncQueues(database, lightRegistry);
    const services = {
      database,
      cascades: [],
      env: { databaseUrl: url, databaseDirectUrl: url, DATABASE_POOL_SIZE: 8 },
      log: createLogger('error', 'bench'),
    } as unknown as Services;
    await measure(services, other);
    await benchPickUp(services);
  } finally {
    await other.end({ timeout: 5 });
    await database.close();
    await close();
  }
}

async function measure(services: Services, other: postgres.Sql): Promise<void> {
  const { pool } = services.database;
  const ctx = createContext(services, anonymous, { requestId: newId() });
  const ids = Array.from({ length: 256 }, newId);
  await fillBare(pool, ids);
  for (const id of ids) await startFlow(ctx, lightFlow, { id, input: { lightId: id } });
  const send = (type: 'bench.turn' | 'bench.report') => (id: string) =>
    dispatch(ctx, lightFlow, { id, event: { type } });
  const variants = {
    bare: (id: string) => bareEvent(pool, id),
    postgresJs: (id: string) => bareEventPostgresJs(other, id),
    turn: send('bench.turn'),
    report: send('bench.report'),
    told: (id: string) =>
      transaction(ctx, async (tx) => {
        await dispatch(tx, lightFlow, { id, event: { type: 'bench.report' } });
        await announce(tx, `patient:${id}`, { type: 'bench.reported', data: { id } });
        await audit(tx, { action: 'bench.report', object: { type: 'light', id } });
      }),
  };
  const names = ['bare', 'postgresJs', 'turn', 'report', 'told'] as const;
  for (const work of Object.values(variants)) await rate({ ids, loops: 32, ms: 1_000 }, work);
  console.log(
    'concurrent  bare/s  postgres.js/s  ratio  transition/s  ratio  goal   with a job/s  ratio  and told/s  ratio  goal',
  );
  for (const { loops, goal, told: goalTold } of goals) {
    const seen = { bare: [], postgresJs: [], turn: [], report: [], told: [] } as Record<
      (typeof names)[number],
      number[]
    >;
    for (let round = 0; round < rounds; round += 1) {
      for (const name of names) seen[name].push(await rate({ ids, loops, ms }, variants[name]));
    }
    const [bare, postgresJs, turn, report, told] = names.map((name) => median(seen[name])) as [
      number,
      number,
      number,
      number,
      number,
    ];
    console.log(
      [
        String(loops).padStart(10),
        bare.toFixed(0).padStart(7),
        postgresJs.toFixed(0).padStart(14),
        (postgresJs / bare).toFixed(2).padStart(6),
        turn.toFixed(0).padStart(13),
        (turn / bare).toFixed(2).padStart(6),
        goal.toFixed(2).padStart(5),
        report.toFixed(0).padStart(14),
        (report / bare).toFixed(2).padStart(6),
        told.toFixed(0).padStart(11),
        (told / bare).toFixed(2).padStart(6),
        goalTold.toFixed(2).padStart(5),
      ].join(' '),
    );
  }
}
