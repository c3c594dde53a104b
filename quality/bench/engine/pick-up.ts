import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { createContext, type Services } from '#platform/context';
import { system } from '#platform/base/actor';
import { minutes, seconds } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import { withTransaction, defineJob, enqueue, job } from '#engine';
import { startWorkers } from '#engine/operations';

const jobs = 200;
const between = 25;

const arrive = defineJob({
  name: 'bench.arrive',
  payload: z.strictObject({ n: z.number() }),
  retry: { limit: 1, delay: seconds(1) },
  expiresAfter: minutes(1),
});

/** How long after its commit a job begins, one at a time, with a worker that has nothing else to do. */
export async function benchPickUp(services: Services): Promise<void> {
  const began = new Map<number, number>();
  const workers = await startWorkers(services, {
    jobs: [job(arrive, async (_ctx, { payload: { n } }) => void began.set(n, performance.now()))],
    subscriptions: [],
    schedules: [],
  });
  const ctx = createContext(services, system('bench'), { requestId: newId() });
  const waits: number[] = [];
  for (let n = 0; n < jobs; n += 1) {
    await withTransaction(ctx, (tx) => enqueue(tx, arrive, { n }));
    const committed = performance.now();
    while (!began.has(n)) await pause(1);
    waits.push(began.get(n)! - committed);
    await pause(between);
  }
  await workers.stop(seconds(5));
  waits.sort((a, b) => a - b);
  const at = (share: number) => waits[Math.floor(share * (jobs - 1))]!.toFixed(1);
  console.log(`\njob pick-up, calm: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms (goal: p50 10 ms)`);
}
