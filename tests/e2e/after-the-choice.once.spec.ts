import { randomUUID } from 'node:crypto';
import type { ApiPatient } from './kit/api-patient';
import { beforeOffers } from './kit/before-offers';
import { clockComes, query } from './kit/database';
import { givesReason } from './kit/dialogs';
import { enterConsole } from './kit/staff-session';
import { expect, test } from './kit/test';
import { photo } from './story/photos';
import { clinicToday } from '../kit/clinic-days';

const views = ['teeth-front', 'teeth-left', 'teeth-right', 'teeth-upper', 'teeth-lower'];
const well = { breathing: 'no', swelling: 'no', bleeding: 'no', fever: 'no' };
const home = { country: 'DE', zone: 'Europe/Berlin' };

const guidedSet = async (patient: ApiPatient): Promise<object> => ({
  photos: await Promise.all(
    views.map(async (view) => patient.uploads((await photo()).buffer, view)),
  ),
});

const checkInOf = (day: number) =>
  `select id from aftercare.check_in where offer_id = $1 and day = ${day}`;
const outcome = `select id from outcomes.outcome where offer_id = $1`;

const reads = (statement: string, offerId: string) =>
  expect.poll(async () => (await query<{ is: string }>(statement, [offerId]))[0]?.is, {
    timeout: 120_000,
  });
const dayIs = (day: number, offerId: string) =>
  reads(`select state as is from aftercare.check_in where offer_id = $1 and day = ${day}`, offerId);
const phaseIs = (offerId: string) =>
  reads(`select phase as is from outcomes.outcome where offer_id = $1`, offerId);

test('a guided set, plans that lie apart, a price that was foreseen, a year of questions, and what became of it', async ({
  page,
  browser,
  context,
  baseURL,
}) => {
  test.setTimeout(300_000);
  const names = ['Six Crowns Dental', 'Two Crowns Dental'];
  const { patient, leadId, clinics } = await beforeOffers({ browser, baseURL }, names, guidedSet);
  await patient.untilReviewed();
  const [six, two] = clinics;
  const planned = (quantity: number) => ({
    amountCents: 90_000,
    message: 'As planned from your photos.',
    items: [{ key: 'procedure', state: 'included', quantity, unit: 'teeth' }],
    assumptions: [{ text: 'No root canal is needed.', surchargeCents: 20_000 }],
  });
  await six!.offers(leadId, planned(6));
  const offerId = await two!.offers(leadId, planned(2));

  await patient.enters(context);
  await page.goto(`/request-detail/${leadId}`);
  await expect(page.getByText('5 of 5 views')).toBeVisible();
  await page.goto(`/offers/${leadId}`);
  await page.getByRole('button', { name: 'Ask these 2 clinics' }).click();
  await expect(page.locator('#plans').getByRole('link', { name: /^Asked/ })).toHaveCount(2);
  await page.goto(`/offer/${offerId}/accept`);
  await page.getByRole('button', { name: 'Accept this offer' }).click();
  await expect(page).toHaveURL(/\/deal\//);

  const treated = { finalAmountCents: 110_000, because: 'assumption-1' };
  const treatedOn = clinicToday();
  const path = `/deals/${offerId}/treated`;
  expect((await patient.call('POST', path, { ...treated, treatedOn })).status).toBe(200);
  const aftercare = { plan: 'Soft food for a week.', used: [{ name: 'Zirconia', lot: 'Z-88' }] };
  await two!.callUntilAnswered(path, { ...treated, aftercare }, randomUUID());
  await page.reload();
  // Each side names it.
  await expect(page.getByText('Foreseen in the offer: No root canal is needed.')).toHaveCount(2);
  const agreed = await patient.call('POST', `/deals/${offerId}/aftercare/agree`, {
    ...{ ...home, agree: true },
  });
  expect(agreed.status).toBe(200);

  const answers = {
    1: { ...well, pain: 'mild', recovery: 'expected' },
    7: { ...well, pain: 'severe', recovery: 'worse' },
    30: { ...well, pain: 'none', recovery: 'better' },
    180: { pain: 'none', wound: 'no', recovery: 'better' },
    365: { pain: 'none', wound: 'no', recovery: 'better' },
  };
  for (const [key, said] of Object.entries(answers)) {
    const day = Number(key);
    await clockComes(checkInOf(day), [offerId]);
    await dayIs(day, offerId).toBe('due');
    const { status } = await patient.call('POST', `/deals/${offerId}/aftercare/${day}`, {
      ...{ ...home, answers: said, note: null },
    });
    expect(status, key).toBe(200);
  }

  await page.goto(`/deal/${offerId}/aftercare`);
  await expect(page.getByRole('link', { name: 'Call 112 now' })).toBeVisible();
  await dayIs(7, offerId).toBe('alerted');
  await clockComes(checkInOf(7), [offerId]);
  await dayIs(7, offerId).toBe('escalated');
  const staff = await browser.newContext({ baseURL });
  await enterConsole(staff, 'reviewer');
  const desk = await staff.newPage();
  await desk.goto('/admin/check-ins');
  await desk.getByRole('link', { name: names[1] }).first().click();
  await expect(desk.getByText('severe')).toBeVisible();
  await desk.getByRole('button', { name: 'It is dealt with' }).click();
  await givesReason(desk, 'It is dealt with', 'We called the patient: a dentist has looked at it.');
  await dayIs(7, offerId).toBe('closed');

  for (const [due, moment] of [
    ['half-year-due', 'half-year'],
    ['year-due', 'year'],
  ] as const) {
    await clockComes(outcome, [offerId]);
    await phaseIs(offerId).toBe(due);
    const said = { moment, again: 'yes', result: 'better', text: `They hold, ${moment}.` };
    expect((await patient.call('POST', `/deals/${offerId}/outcomes`, said)).status).toBe(201);
  }
  const pdf = await context.request.get(`/api/deals/${offerId}/handover.pdf`);
  expect([pdf.status(), (await pdf.body()).subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
  const [clinic] = await query<{ slug: string }>(
    `select c.slug from clinic_onboarding.clinic c join deals.deal d on d.clinic_id = c.id where d.offer_id = $1`,
    [offerId],
  );
  await page.goto(`/find-clinics/${clinic!.slug}`);
  const reviews = page.locator('#reviews li');
  await expect(reviews.filter({ hasText: 'After a year' })).toContainText('They hold, year.');
  await expect(reviews.filter({ hasText: 'After 6 months' })).toContainText(
    'They hold, half-year.',
  );
});
