import { anonymous } from '#platform/base/actor';
import { createContext, type Ctx } from '#platform/context';
import { seconds } from '#platform/base/duration';
import { readEnv } from '#platform/config/env';
import { isAppError } from '#platform/base/errors';
import { withTransaction, send, startMachine, job } from '#engine';
import { sweepTimers, timersOf, type Registry, startWorkers } from '#engine/operations';
import { insertJobs } from '#engine/testing';
import { idFromName, newId } from '#platform/base/ids';
import { openServices } from '#platform/process/services';
import { startSweeps } from '../../../workflows/sweeps/start-sweeps';
import { crashFlow, noteJob } from './crash.flow';
import type { Wrong } from './nodes';

/** One node of the fault run: four clients that retry until answered, and a worker. Killed at any time. */
interface Plan {
  readonly instances: readonly string[];
  /** Number of the next call, by client. */
  readonly clients: Record<string, number>;
  /** A negative control: what this node does the wrong way. */
  readonly wrong: Wrong | null;
}

const plan = JSON.parse(process.argv[2]!) as Plan;
const services = openServices('crash', [], readEnv());
const ctx = createContext(services, anonymous, { requestId: newId() });
const say = (line: string) => process.stdout.write(`${line}\n`);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Where a negative control can be caught: long enough for a kill that follows the line to hit it. */
async function stayBetween() {
  say('between');
  await pause(100);
}

const registry: Registry = {
  flows: [crashFlow],
  jobs: [
    job(noteJob, async (_ctx, { id }) => {
      const again =
        plan.wrong === 'settle-apart' ? 'update set times = ledger.times + 1' : 'nothing';
      const sql = `insert into ledger values ($1, 1) on conflict (job) do ${again}`;
      await services.database.pool.query(sql, [id]);
      if (plan.wrong === 'settle-apart') await stayBetween();
    }),
  ],
  subscriptions: [],
  schedules: [],
};

/** Sends call after call, each until it is answered, and reports every answer. */
async function client(name: string, first: number): Promise<void> {
  for (let n = first; ;) {
    const id = plan.instances[(n * 7 + name.charCodeAt(0)) % plan.instances.length]!;
    const key = `${name}-${n}`;
    try {
      const { version, repeated } = await call(ctx, id, key);
      say(`${repeated ? 'repeated' : 'answered'} ${name} ${n} ${id} ${version}`);
      n += 1;
      await pause(4);
    } catch (error) {
      if (isAppError(error)) say(`refused ${key} ${error.code}`);
      await pause(50);
    }
  }
}

async function call(caller: Ctx, id: string, key: string) {
  await startMachine(caller, crashFlow, { id, input: { counterId: id } });
  const input = { id, event: { type: 'crash.add' }, key } as const;
  if (plan.wrong !== 'enqueue-after-commit') return send(caller, crashFlow, input);
  return addThenEnqueue(caller, input);
}

/** The effect's job leaves its transaction and comes back in the next one. */
async function addThenEnqueue(
  caller: Ctx,
  input: Parameters<typeof send<typeof crashFlow.machine>>[2],
) {
  const { result, data } = await withTransaction(caller, async (tx) => {
    const result = await send(tx, crashFlow, input);
    const job = idFromName(`${input.id}:${result.version}:0`);
    const taken = await tx.tx.query<{ data: object }>(
      `delete from pgboss.job where name = $1 and id = $2 and state = 'created' returning data`,
      [noteJob.name, job],
    );
    return { result, data: taken.rows[0]?.data };
  });
  if (!data) return result;
  await stayBetween();
  const id = idFromName(`${input.id}:${result.version}:0`);
  await withTransaction(caller, (tx) => insertJobs(tx.tx, [{ name: noteJob.name, id, data }]));
  return result;
}

/** The database may be away at this moment; a supervisor would start the process again. */
async function untilThere<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch {
      await pause(200);
    }
  }
}

await untilThere(() => services.database.pool.query('select 1'));
for (const [name, first] of Object.entries(plan.clients)) void client(name, first);
await untilThere(() => startWorkers(services, registry, [timersOf(registry.flows)]));
startSweeps(services, [
  { name: 'sweep', every: seconds(5), run: () => sweepTimers(services, registry.flows) },
]);
