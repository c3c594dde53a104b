import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { after, days } from '#platform/base/duration';
import { now } from '#platform/time/clock';
import { subTreatmentsOf, type SubTreatment } from '#contracts/consultation';
import { withdrawOffer } from '#modules/offers';
import { resetClock, setClock } from '../tests/kit/clock';
import { plansOf } from '../tests/kit/plans';
import { createTestServices, type TestServices } from '../tests/kit/services';
import { publishedLead, sentOffer, someClinics, withoutBudgets } from './offers/testing';
import { countPrices, pricesOf } from './public-prices';

let kit: TestServices;
type Clinics = Awaited<ReturnType<typeof someClinics>>;
let clinics: Clinics;
beforeAll(async () => {
  kit = await createTestServices();
  await withoutBudgets(kit);
});
afterAll(() => kit.close());
beforeEach(async () => {
  await resetClock(kit.services);
  clinics = await someClinics(kit, 3);
  treatment = treatments.shift()!;
});

/** Of its own for each test, so that none sees what another one offered. */
const treatments: SubTreatment[] = [...subTreatmentsOf.dental];
let treatment: SubTreatment;

/** One request, and what each of these clinics asks for it, in dollars. */
async function offered(prices: readonly (number | null)[], more: Record<string, unknown> = {}) {
  const { leadId } = await publishedLead(kit, { subTreatment: treatment, locations: [] });
  const ids: string[] = [];
  for (const [n, price] of prices.entries())
    if (price !== null)
      ids.push(await sentOffer(clinics[n]!, leadId, { amountCents: price * 100, ...more }));
  return ids;
}
const counted = async () => (await countPrices(kit.ctx(), treatment)).cities;

it('shows nothing below five offers or three clinics', async () => {
  await offered([1000, 1200]);
  await offered([1100, 1300]);
  await offered([1500, 1700]);
  expect(await counted()).toEqual([]);
  const [third] = await offered([null, null, 1400]);
  expect(await counted()).toEqual([
    { city: 'Istanbul', median: 1300, lowest: 1000, highest: 1700, offers: 7, clinics: 3 },
  ]);
  await withdrawOffer(clinics[2]!, { offerId: third! });
  expect(await counted()).toEqual([]);
});

it('counts the latest three of a clinic, so that none makes the price alone', async () => {
  for (const price of [9000, 9000, 9000, 1000, 1000, 1000]) await offered([price]);
  await offered([null, 2000, 3000]);
  expect(await counted()).toMatchObject([{ median: 1000, highest: 3000, offers: 5, clinics: 3 }]);
});

it('compares no currencies, rounds to ten dollars, and leaves other treatments out', async () => {
  await offered([1003, 1006, 1111]);
  await offered([1004, 1008, 1117]);
  await offered([7000, 7000, 7000], { currency: 'EUR' });
  expect(await counted()).toEqual([
    { city: 'Istanbul', median: 1010, lowest: 1000, highest: 1120, offers: 6, clinics: 3 },
  ]);
  expect((await countPrices(kit.ctx(), treatments[0]!)).cities).toEqual([]);
});

it('keeps cities apart, however they are spelled, and forgets what is older than a year', async () => {
  const { pool } = kit.services.database;
  const ids = clinics.map(({ actor }) => actor.id);
  await pool.query('update clinic_onboarding.clinic set city = $2 where id = $1', [
    ids[0],
    'İSTANBUL',
  ]);
  await offered([1000, 1200, 1400]);
  await offered([1000, 1200, 1400]);
  expect(await counted()).toMatchObject([{ offers: 6, clinics: 3 }]);
  await pool.query(`update clinic_onboarding.clinic set city = 'Ankara' where id = $1`, [ids[0]]);
  expect(await counted()).toEqual([]);
  await pool.query(`update clinic_onboarding.clinic set city = 'Istanbul' where id = $1`, [ids[0]]);
  await setClock(kit.services, after(await now(kit.ctx()), days(367)));
  expect(await counted()).toEqual([]);
});

it('has a median and quartiles over all cities from twenty offers on, of each clinic the latest three', async () => {
  clinics = await someClinics(kit, 7);
  const { pool } = kit.services.database;
  const away = clinics.slice(4).map(({ actor }) => actor.id);
  await pool.query(`update clinic_onboarding.clinic set city = 'Ankara' where id = any($1)`, [
    away,
  ]);
  const overall = async () => (await countPrices(kit.ctx(), treatment)).overall;
  // An older one of the first clinic, which counts no more once it has made three others.
  await offered([90_000]);
  const prices = Array.from({ length: 21 }, (_, n) => 1000 + 100 * n);
  for (const round of [0, 1]) {
    const asked = prices.slice(7 * round, 7 * round + 7);
    // At most five offers live on one request.
    await offered([...asked.slice(0, 4), null, null, null]);
    await offered([null, null, null, null, ...asked.slice(4)]);
  }
  await offered(prices.slice(14, 18));
  await offered([null, null, null, null, prices[18]!]);
  expect(await overall()).toBeNull();
  await offered([null, null, null, null, null, prices[19]!, prices[20]!]);
  expect(await overall()).toEqual({
    median: 2000,
    quartiles: [1500, 2500],
    offers: 21,
    clinics: 7,
  });
});

it('is read by three indexed statements, and once in ten minutes', async () => {
  await offered([1000, 1200, 1400]);
  const plans = await plansOf(kit, (ctx) => countPrices(ctx, treatment));
  expect(plans.length).toBeGreaterThanOrEqual(3);
  expect(plans.filter(({ scans }) => scans.length > 0)).toEqual([]);
  const first = await pricesOf(kit.ctx(), treatment);
  await offered([1000, 1200, 1400]);
  expect(await pricesOf(kit.ctx(), treatment)).toBe(first);
});
