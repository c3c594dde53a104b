import { afterAll, beforeAll, expect, it } from 'vitest';
import { confirmTreatment } from '#modules/deals';
import { days } from '#platform/base/duration';
import { agreeToAftercare, answerAftercare } from '../../workflows/deals/aftercare';
import { acceptShownOffer } from '../../workflows/offers/offers';
import { looks, publishedLead, sentOffer, withoutBudgets } from '../../workflows/offers/testing';
import { someDay } from '../../modules/deals/testing';
import { signedInPatient } from '../../modules/identity/testing';
import { advance } from '../kit/clock';
import { signedInClinic } from '../kit/clinics';
import { createQueuedServices } from '../kit/identity';
import type { TestServices } from '../kit/services';
import { bundleWorker, kill, workersOf } from './killed/worker';

const treatments = 12;
const home = { country: 'GB', zone: 'Europe/London' } as const;
const danger = {
  ...{ pain: 'severe', breathing: 'no', swelling: 'no', bleeding: 'no', fever: 'no' },
  recovery: 'worse',
};

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

/** A treatment that both sides confirmed, whose patient is asked how it goes. */
async function followed(): Promise<{ offerId: string; leadId: string; answer(): Promise<void> }> {
  const clinic = await signedInClinic(kit.ctx());
  const { leadId, patient } = await publishedLead(kit, {}, (await signedInPatient(kit.ctx())).ctx);
  const offerId = await sentOffer(clinic.ctx, leadId);
  await acceptShownOffer(patient, { offerId });
  const treatedOn = await someDay(patient);
  for (const side of [patient, clinic.ctx])
    await confirmTreatment(side, { offerId, finalAmountCents: 250_000, reason: null, treatedOn });
  await agreeToAftercare(patient, { offerId, ...home });
  const answer = () =>
    answerAftercare(patient, { offerId, day: '1', answers: danger, note: null, ...home });
  return { offerId, leadId, answer };
}

it('a worker that is killed among the clocks of aftercare and outcomes leaves whole ones, and another rings the rest, each once', async () => {
  const { rows } = looks(kit);
  const all = [];
  for (let n = 0; n < treatments; n += 1) all.push(await followed());
  const offerIds = all.map(({ offerId }) => offerId);
  const statesOf = async () => {
    const found = await rows<{ day: number; state: string; n: number }>(
      `select day, state, count(*)::int as n from aftercare.check_in where offer_id = any($1) group by 1, 2 order by 1, 2`,
      [offerIds],
    );
    return found.map(({ day, state, n }) => `${day} ${state} ${n}`);
  };
  // The first day is due, and half of the patients say that they are in danger.
  await advance(kit.services, days(2));
  const early = await workers.start();
  await expect.poll(statesOf, { timeout: 30_000 }).toContain(`1 due ${treatments}`);
  await kill(early);
  for (const { answer } of all.slice(0, treatments / 2)) await answer();

  await advance(kit.services, days(200));
  // Whoever holds the flows of the eighth request keeps the worker from what is behind them.
  const holder = await kit.services.database.pool.connect();
  const passed = async () =>
    (
      await rows<{ n: number }>(
        `select count(*)::int as n from aftercare.check_in where offer_id = any($1) and state in ('missed', 'escalated')`,
        [offerIds],
      )
    )[0]!.n;
  try {
    await holder.query(`begin; set local idle_in_transaction_session_timeout = 0`);
    await holder.query(`select from flow.instance where id = $1 or root_id = $1 for update`, [
      all[7]!.leadId,
    ]);
    const first = await workers.start();
    await expect.poll(passed, { timeout: 30_000, interval: 20 }).toBeGreaterThan(0);
    await kill(first);
  } finally {
    // Its transaction ends with it.
    holder.release(true);
  }
  expect(await passed()).toBeLessThan(treatments * 4);
  const second = await workers.start();
  await expect
    .poll(statesOf, { timeout: 120_000, interval: 200 })
    .toEqual([
      `1 escalated ${treatments / 2}`,
      `1 missed ${treatments / 2}`,
      `7 missed ${treatments}`,
      `30 missed ${treatments}`,
      `180 missed ${treatments}`,
      `365 planned ${treatments}`,
    ]);
  const asked = () =>
    rows(
      `select half_year, count(*)::int as n from outcomes.outcome where offer_id = any($1) group by 1`,
      [offerIds],
    );
  await expect.poll(asked, { timeout: 30_000 }).toEqual([{ half_year: 'open', n: treatments }]);
  await kill(second);
  const twice = await rows(
    `select t.instance_id, t.event ->> 'type' as type, count(*)::int as n from flow.transition t
       join flow.instance i on i.id = t.instance_id
       where i.machine in ('aftercare.check-in', 'outcomes.outcome') group by 1, 2 having count(*) > 1`,
  );
  expect(twice).toEqual([]);
}, 240_000);
