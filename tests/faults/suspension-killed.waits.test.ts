import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { system } from '#platform/actor';
import { suspendClinicAndEndSessions } from '../../workflows/review-clinic';
import {
  looks,
  publishedLead,
  sentOffer,
  someClinics,
  withoutBudgets,
} from '../../workflows/offers/testing';
import { createQueuedServices } from '../kit/identity';
import type { TestServices } from '../kit/services';
import { bundleWorker, kill, spawnWorker, untilWorking } from './killed/worker';

const offers = 120;

let kit: TestServices;
const workers: ChildProcess[] = [];
beforeAll(async () => {
  kit = await createQueuedServices();
  await withoutBudgets(kit);
  await bundleWorker();
});
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  await kit.close();
});

const start = async (): Promise<ChildProcess> => {
  const worker = spawnWorker(kit, {});
  workers.push(worker);
  await untilWorking(kit, workers.length);
  return worker;
};

it('a worker that is killed between two steps of a suspension leaves whole ones, and another does the rest', async () => {
  const { rows } = looks(kit);
  const [clinic] = await someClinics(kit);
  const { id: clinicId } = clinic!.actor;
  for (let n = 0; n < offers; n += 1) await sentOffer(clinic!, (await publishedLead(kit)).leadId);
  const withdrawn = async () =>
    (
      await rows<{ n: number }>(
        `select count(*)::int as n from offers.offer where clinic_id = $1 and status = 'withdrawn'`,
        [clinicId],
      )
    )[0]!.n;
  const first = await start();
  // Whoever holds the 60th offer's request keeps the second step from its end.
  const holder = await kit.services.database.pool.connect();
  try {
    await holder.query(`begin; set local idle_in_transaction_session_timeout = 0`);
    await holder.query(
      `select from flow.instance where id = (
         select lead_id from offers.offer where clinic_id = $1 order by id offset 59 limit 1) for update`,
      [clinicId],
    );
    await suspendClinicAndEndSessions(kit.ctx(system('test')), { clinicId, reason: 'For a test.' });
    await expect.poll(withdrawn, { timeout: 30_000, interval: 20 }).toBeGreaterThan(0);
    await kill(first);
    expect(await withdrawn()).toBe(50);
  } finally {
    // Its transaction ends with it.
    holder.release(true);
  }
  await start();
  await expect.poll(withdrawn, { timeout: 60_000 }).toBe(offers);
  const written = await rows<{ n: number; most: number }>(
    `select count(*)::int as n, count(distinct instance_id)::int as most from flow.transition
     where event ->> 'type' = 'offers.withdraw'`,
  );
  expect(written).toEqual([{ n: offers, most: offers }]);
}, 180_000);
