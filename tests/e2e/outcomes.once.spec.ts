import type { Browser, Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { beforeOffers } from './kit/before-offers';
import { clockComes, query } from './kit/database';
import { hydrated } from './kit/page';
import { expect, test } from './kit/test';
import { clinicToday } from '../kit/clinic-days';

async function freshPage(browser: Browser, baseURL: string, scripts: boolean): Promise<Page> {
  return (await browser.newContext({ baseURL, javaScriptEnabled: scripts })).newPage();
}

const outcomeOf = `select id from outcomes.outcome where offer_id = $1`;

const phaseIs = async (offerId: string, phase: string) =>
  expect
    .poll(
      async () =>
        (
          await query<{ phase: string }>('select phase from outcomes.outcome where offer_id = $1', [
            offerId,
          ])
        )[0]?.phase,
      { timeout: 120_000 },
    )
    .toBe(phase);

/** Nine of twenty-six have answered the clinic's second question before. */
async function askedBefore(offerId: string): Promise<string> {
  const [clinic] = await query<{ id: string; slug: string }>(
    `select c.id, c.slug from clinic_onboarding.clinic c join deals.deal d on d.clinic_id = c.id
      where d.offer_id = $1`,
    [offerId],
  );
  await query(
    `insert into outcomes.tally (clinic_id, year_asked, year_answered, year_again) values ($1, 26, 9, 8)`,
    [clinic!.id],
  );
  return `/find-clinics/${clinic!.slug}`;
}

for (const scripts of [true, false])
  test(`a patient says twice what became of a treatment, and the clinic's page says how many did, ${scripts ? 'live' : 'without JavaScript'}`, async ({
    browser,
    baseURL,
  }) => {
    test.setTimeout(420_000);
    const names = [scripts ? 'Long After Dental' : 'Long After Teeth'];
    const { patient, leadId, clinics } = await beforeOffers({ browser, baseURL }, names);
    await patient.untilReviewed();
    const offerId = await clinics[0]!.offers(leadId, {
      ...{ amountCents: 200_000, message: 'One visit.' },
      items: [{ key: 'procedure', state: 'included' }],
    });
    expect((await patient.call('POST', `/offers/${offerId}/accept`, {})).status).toBe(200);
    const treated = { finalAmountCents: 200_000 };
    const treatedOn = clinicToday();
    const path = `/deals/${offerId}/treated`;
    expect((await patient.call('POST', path, { ...treated, treatedOn })).status).toBe(200);
    await clinics[0]!.callUntilAnswered(path, treated, randomUUID());
    const publicPath = await askedBefore(offerId);

    const page = await freshPage(browser, baseURL!, scripts);
    await patient.enters(page.context());
    await page.goto(`/deal/${offerId}`);
    await expect(page.getByText('what became of it?')).toHaveCount(0);
    await clockComes(outcomeOf, [offerId]);
    await phaseIs(offerId, 'half-year-due');
    if (!scripts) await page.reload();
    await expect(page.getByText('Half a year later: what became of it?')).toBeVisible();
    await page.getByRole('link', { name: 'Answer now' }).click();
    await expect(page).toHaveURL(`/deal/${offerId}/outcome`);
    if (scripts) await hydrated(page);
    await page.getByLabel('What else should others know?').fill('Sore for a week, then fine.');
    await page.getByRole('button', { name: 'Publish Answer' }).click();
    await expect(page.getByText('Please say whether you would do it again.').first()).toBeVisible();
    await page.getByLabel('Not sure', { exact: true }).check();
    await page.getByLabel('Worse than expected').check();
    await page.getByRole('button', { name: 'Publish Answer' }).click();
    await expect(page.getByText('Sore for a week, then fine.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Publish Answer' })).toHaveCount(0);

    const visitor = await freshPage(browser, baseURL!, scripts);
    await visitor.goto(publicPath);
    await expect(visitor.getByText('answered after a year')).toHaveCount(0);
    const later = visitor.locator('#reviews li', { hasText: 'After 6 months' });
    await expect(later).toContainText('Not sure whether to do it again');
    await expect(later.getByRole('img')).toHaveCount(0);

    await clockComes(outcomeOf, [offerId]);
    await phaseIs(offerId, 'year-due');
    await page.goto(`/deal/${offerId}/outcome`);
    if (scripts) await hydrated(page);
    await expect(page.getByRole('heading', { name: /^A year later/ })).toBeVisible();
    await page.getByLabel('Yes', { exact: true }).check();
    await page.getByLabel('As expected').check();
    await page.getByRole('button', { name: 'Publish Answer' }).click();
    await expect(page.getByText('Would do it again')).toBeVisible();

    await visitor.reload();
    await expect(
      visitor.getByText('10 of 27 answered after a year; 9 would do it again'),
    ).toBeVisible();
    await expect(visitor.getByText('17 were asked and did not answer.')).toBeVisible();
    const office = await freshPage(browser, baseURL!, scripts);
    await clinics[0]!.enters(office.context());
    await office.goto(`/clinic/deal/${offerId}`);
    await expect(office.getByText('After a year', { exact: true })).toBeVisible();
    await expect(office.getByText('Sore for a week, then fine.')).toBeVisible();
  });
