import postgres from 'postgres';
import { anonymous } from '#platform/base/actor';
import { audit, withTransaction, send, startMachine, publishLive } from '#engine';
import { syncQueues } from '#engine/operations';
import { createContext, type Services, type TxCtx } from '#platform/context';
import { openDatabase } from '#platform/database/db';
import { newId } from '#platform/base/ids';
import { createLogger } from '#platform/observability/log';
import { openBenchDatabase } from '../database';
import { bareEvent, bareEventPostgresJs, bareTables, fillBare } from './bare';
import { lightFlow, lightRegistry } from './light.flow';
import { benchPickUp } from './pick-up';
import { median, rate } from './rate';

/** Ratios to reach, of a transition and of one that is told and entered, by number of concurrent instances. */
const goals = [
  { loops: 1, goal: 0.7, told: 0.85 },
  { loops: 8, goal: 0.45, told: 0.7 },
  { loops: 32, goal: 0.38, told: 0.6 },
];
const rounds = 3;
const ms = 1_500;

/**
 * Transitions per second next to bare SQL of the same shape, in turns on the same database, pool and
 * driver, so that the machine's mood hits both; "told" is an event with a job and a live message, "entered" one with a job and an audit entry.
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
      eventSteps: [],
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
  for (const id of ids) await startMachine(ctx, lightFlow, { id, input: { lightId: id } });
  const sendEvent = (type: 'bench.turn' | 'bench.report') => (id: string) =>
    send(ctx, lightFlow, { id, event: { type } });
  const tell = (tx: TxCtx, id: string) =>
    publishLive(tx, `patient:${id}`, { type: 'bench.reported', data: { id } });
  const enter = (tx: TxCtx, id: string) =>
    audit(tx, { action: 'bench.report', object: { type: 'light', id } });
  const reportAnd =
    (...more: Array<typeof tell>) =>
    (id: string) =>
      withTransaction(ctx, async (tx) => {
        await send(tx, lightFlow, { id, event: { type: 'bench.report' } });
        for (const one of more) await one(tx, id);
      });
  const variants: Record<string, (id: string) => Promise<unknown>> = {
    bare: (id) => bareEvent(pool, id),
    'postgres.js': (id) => bareEventPostgresJs(other, id),
    transition: sendEvent('bench.turn'),
    'with a job': sendEvent('bench.report'),
    'and told': reportAnd(tell),
    'and entered': reportAnd(enter),
    'told, entered': reportAnd(tell, enter),
  };
  const names = Object.keys(variants);
  for (const work of Object.values(variants)) await rate({ ids, loops: 32, ms: 1_000 }, work);
  console.log(`events per second, and of bare\n${row('at once', names)}`);
  for (const { loops, goal, told } of goals) {
    const seen = names.map((): number[] => []);
    for (let round = 0; round < rounds; round += 1)
      for (const [at, name] of names.entries())
        seen[at]!.push(await rate({ ids, loops, ms }, variants[name]!));
    const rates = seen.map((each) => median(each));
    const cells = rates.map((one) => `${one.toFixed(0)} ${(one / rates[0]!).toFixed(2)}`);
    console.log(row(String(loops), cells));
    console.log(row('goal', ['', '', goal.toFixed(2), '', '', '', told.toFixed(2)]));
  }
}

const row = (name: string, cells: readonly string[]): string =>
  [name.padStart(7), ...cells.map((cell) => cell.padStart(14))].join('');
