import { afterAll, beforeAll, expect, it } from 'vitest';
import { system } from '#platform/base/actor';
import { closeOwnAccount, placeLegalHold } from '#workflows';
import { suspendClinicAndEndSessions } from '../../workflows/review-clinic';
import { looks, publishedLead, sentOffer, withoutBudgets } from '../../workflows/offers/testing';
import { signedInClinic, someReviewer, type SignedInClinic } from '../kit/clinics';
import { createQueuedServices } from '../kit/identity';
import type { TestServices } from '../kit/services';
import { bundleWorker, kill, workersOf } from './killed/worker';

const offers = 120;

let kit: TestServices;
const workers = workersOf(() => kit);
beforeAll(async () => {
  kit = await createQueuedServices();
  await withoutBudgets(kit);
  await bundleWorker();
});
afterAll(async () => {
  workers.end();
  await kit.close();
});

/** What shuts a clinic. */
const ends: Record<string, (clinic: SignedInClinic) => Promise<unknown>> = {
  'a suspension': ({ clinicId }) =>
    suspendClinicAndEndSessions(kit.ctx(system('test')), { clinicId, reason: 'For a test.' }),
  // Held, so that no erasure does the work of these steps.
  'the end of an account': async ({ ctx, clinicId }) => {
    const person = { kind: 'clinic', id: clinicId } as const;
    await placeLegalHold(kit.ctx(someReviewer('admin')), { person, reason: 'A claim.' });
    await closeOwnAccount(ctx);
  },
};

it.each(Object.entries(ends))(
  'a worker that is killed between two steps after %s leaves whole ones, and another does the rest',
  async (_, shut) => {
    const { rows } = looks(kit);
    const clinic = await signedInClinic(kit.ctx());
    const { clinicId } = clinic;
    for (let n = 0; n < offers; n += 1)
      await sentOffer(clinic.ctx, (await publishedLead(kit)).leadId);
    const withdrawn = async () =>
      (
        await rows<{ n: number }>(
          `select count(*)::int as n from offers.offer where clinic_id = $1 and status = 'withdrawn'`,
          [clinicId],
        )
      )[0]!.n;
    const first = await workers.start();
    // Whoever holds the 60th offer's request keeps the second step from its end.
    const holder = await kit.services.database.pool.connect();
    try {
      await holder.query(`begin; set local idle_in_transaction_session_timeout = 0`);
      await holder.query(
        `select from flow.instance where id = (
         select lead_id from offers.offer where clinic_id = $1 order by id offset 59 limit 1) for update`,
        [clinicId],
      );
      await shut(clinic);
      await expect.poll(withdrawn, { timeout: 30_000, interval: 20 }).toBeGreaterThan(0);
      await kill(first);
      expect(await withdrawn()).toBe(50);
    } finally {
      // Its transaction ends with it.
      holder.release(true);
    }
    const second = await workers.start();
    await expect.poll(withdrawn, { timeout: 60_000 }).toBe(offers);
    await kill(second);
    const written = await rows<{ n: number; most: number }>(
      `select count(*)::int as n, count(distinct instance_id)::int as most from flow.transition
     where event ->> 'type' = 'offers.withdraw' and instance_id in (select id from offers.offer where clinic_id = $1)`,
      [clinicId],
    );
    expect(written).toEqual([{ n: offers, most: offers }]);
  },
  180_000,
);
