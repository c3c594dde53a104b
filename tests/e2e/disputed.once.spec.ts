import type { Browser, Locator, Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { agreedDateComes } from '../kit/agreed-date';
import { beforeOffers } from './kit/before-offers';
import { query } from './kit/database';
import { givesReason } from './kit/dialogs';
import { enterConsole } from './kit/staff-session';
import { expect, test } from './kit/test';
import { hydrated } from './kit/page';

const denial = 'I waited, and nobody came.';
const decision = 'The clinic could show no record of it.';

async function freshPage(browser: Browser, baseURL: string, scripts: boolean): Promise<Page> {
  return (await browser.newContext({ baseURL, javaScriptEnabled: scripts })).newPage();
}

/** Two weeks from now, in the morning. */
const inTwoWeeks = (): string =>
  `${new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10)}T07:00:00.000Z`;

/** A dialog of the console whose title is the button's own. */
async function decides(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await givesReason(page, name, decision);
}

const looksOf = (button: Locator): Promise<string[]> =>
  button.evaluate((element) => {
    const { color, backgroundColor, borderColor, fontWeight } = getComputedStyle(element);
    return [color, backgroundColor, borderColor, fontWeight];
  });

for (const scripts of [true, false])
  test(`a treatment is confirmed from its day on, and where the sides disagree staff decide, ${scripts ? 'live' : 'without JavaScript'}`, async ({
    browser,
    baseURL,
  }) => {
    test.setTimeout(240_000);
    const names = [scripts ? 'Two Rivers Dental' : 'Two Rivers Teeth'];
    const { patient, leadId, clinics } = await beforeOffers({ browser, baseURL }, names);
    const clinic = clinics[0]!;
    await patient.untilReviewed();
    const offerId = await clinic.offers(leadId, {
      ...{ amountCents: 200_000, listPriceCents: 230_000, message: 'In two weeks.' },
      items: [
        { key: 'procedure', state: 'included' },
        { key: 'anaesthesia', state: 'extra', priceCents: 30_000 },
      ],
    });
    const page = await freshPage(browser, baseURL!, scripts);
    await patient.enters(page.context());
    // What is compared comes first, here and once it is accepted.
    await page.goto(`/offers/${leadId}`);
    await expect(page.getByRole('row').filter({ hasText: 'Comparable total' })).toContainText(
      '$2,300',
    );
    expect((await patient.call('POST', `/offers/${offerId}/accept`, {})).status).toBe(200);
    await page.goto(`/deal/${offerId}`);
    const treatment = page.locator('section', {
      has: page.getByRole('heading', { name: 'Treatment and price' }),
    });
    await expect(treatment).toContainText('Accepted price$2,300');
    await expect(treatment).toContainText('$2,000 without the extras of the offer');
    // Without a date the day is asked for.
    await page.getByText('The treatment took place already').click();
    await expect(page.getByLabel('Day of the treatment')).toBeVisible();

    const times = `/deals/${offerId}/times`;
    await clinic.callUntilAnswered(times, { startsAt: inTwoWeeks() }, randomUUID());
    await page.reload();
    if (scripts) await hydrated(page);
    await page.getByRole('button', { name: 'Accept this time' }).click();
    await expect(page.getByRole('link', { name: 'Add to your calendar' })).toBeVisible();
    const confirm = page.getByRole('button', { name: 'Confirm the treatment' });
    await expect(confirm).toHaveCount(0);
    await expect(treatment).toContainText('From the agreed day on');
    const early = await patient.call('POST', `/deals/${offerId}/treated`, {
      finalAmountCents: 230_000,
    });
    expect([early.status, early.body.code]).toEqual([409, 'before_the_date']);

    await agreedDateComes(query, offerId);
    const office = await freshPage(browser, baseURL!, scripts);
    await clinic.enters(office.context());
    await office.goto(`/clinic/deal/${offerId}`);
    if (scripts) await hydrated(office);
    await office.getByLabel('Final price in USD').fill('2300');
    await office.getByRole('button', { name: 'Confirm the treatment' }).click();
    await expect(office.getByText('Waiting for the other side to confirm')).toBeVisible();
    await page.reload();
    await expect(confirm).toBeVisible();
    if (scripts) await hydrated(page);
    await page.getByText('The treatment did not take place').click();
    await page.getByLabel('What happened?').fill(denial);
    await page.getByRole('button', { name: 'Tell the review team' }).click();
    await expect(page.getByText('The review team is looking at this')).toBeVisible();

    const desk = await freshPage(browser, baseURL!, true);
    await enterConsole(desk.context(), 'reviewer');
    await desk.goto('/admin/deals');
    await desk.getByLabel('Id of a deal, offer, clinic or patient').fill(offerId);
    await expect(desk.getByText('1–1 of 1')).toBeVisible();
    await desk.getByRole('link', { name: names[0] }).click();
    await expect(desk.getByText('The sides disagree: which is so?')).toBeVisible();
    const end = (heading: string) =>
      desk.locator('section', { has: desk.getByRole('heading', { level: 3, name: heading }) });
    const [treated, not] = [end('The treatment took place'), end('No treatment took place')];
    await expect(treated.last()).toContainText('Clinic: treated, and paid $2,300');
    await expect(treated.last()).not.toContainText(denial);
    await expect(not.last()).toContainText('Patient: no treatment took place.');
    await expect(not.last()).toContainText(denial);
    const [uphold, cancel] = ['Count as treated', 'Cancel deal'].map((name) =>
      desk.getByRole('button', { name, exact: true }),
    );
    // Neither is nearer to hand; what the pointer lies on looks another way.
    await desk.mouse.move(0, 0);
    await expect.poll(() => looksOf(uphold!)).toEqual(await looksOf(cancel!));

    if (scripts) {
      await decides(desk, 'Count as treated');
      await expect(page.getByText('How was it?')).toBeVisible();
      await expect(office.getByText('The patient may review it now.')).toBeVisible();
      return;
    }
    await decides(desk, 'Cancel deal');
    await expect(desk.getByText('Team: cancelled.')).toBeVisible();
    await page.reload();
    await expect(page.getByText('Cancelled by the review team:')).toBeVisible();
    await expect(page.getByText(decision)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send the request again' })).toBeVisible();
    await office.reload();
    await expect(office.getByText(decision)).toBeVisible();
  });
