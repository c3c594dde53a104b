import type { Browser, Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { beforeOffers } from './kit/before-offers';
import { query } from './kit/database';
import { hydrated } from './kit/page';
import { expect, test } from './kit/test';
import { photo } from './story/photos';
import { clinicToday } from '../kit/clinic-days';

async function freshPage(browser: Browser, baseURL: string, scripts: boolean): Promise<Page> {
  return (await browser.newContext({ baseURL, javaScriptEnabled: scripts })).newPage();
}

for (const scripts of [true, false])
  test(`a patient is asked after the treatment, danger leads to a number and to the clinic, ${scripts ? 'live' : 'without JavaScript'}`, async ({
    browser,
    baseURL,
  }) => {
    test.setTimeout(240_000);
    const ready = async (page: Page) => {
      if (scripts) await hydrated(page);
    };
    const names = [scripts ? 'Harbour Light Dental' : 'Harbour Light Teeth'];
    const { patient, leadId, clinics } = await beforeOffers({ browser, baseURL }, names);
    const clinic = clinics[0]!;
    await patient.untilReviewed();
    const offerId = await clinic.offers(leadId, { amountCents: 200_000, message: 'In a week.' });
    expect((await patient.call('POST', `/offers/${offerId}/accept`, {})).status).toBe(200);
    // It was accepted four days ago, and the treatment was two days later.
    await query(
      `update deals.deal set created_at = created_at - interval '4 days' where offer_id = $1`,
      [offerId],
    );
    const treated = { finalAmountCents: 200_000, treatedOn: clinicToday(-2) };
    expect((await patient.call('POST', `/deals/${offerId}/treated`, treated)).status).toBe(200);
    const used = [{ name: 'Implant, Straumann BLX', lot: 'A-4711' }];
    const said = { ...treated, aftercare: { plan: 'Rinse with salt water.', used } };
    await clinic.callUntilAnswered(`/deals/${offerId}/treated`, said, randomUUID());

    const page = await freshPage(browser, baseURL!, scripts);
    await patient.enters(page.context());
    await page.goto(`/deal/${offerId}`);
    await page.getByRole('link', { name: 'Open the aftercare' }).click();
    await expect(page.getByText('Shall we ask how you are?')).toBeVisible();
    await expect(page.getByText('lot A-4711')).toBeVisible();
    await ready(page);
    await page.getByRole('button', { name: 'Yes, ask me' }).click();
    await expect(page.getByText('Please choose a country.').first()).toBeVisible();
    await page.getByLabel('Country where you are now').selectOption('GB');
    await page.getByLabel('Time zone there').selectOption('Europe/London');
    await page.getByRole('checkbox', { name: /I agree that I am asked/ }).check();
    await page.getByRole('button', { name: 'Yes, ask me' }).click();
    await expect(page.getByRole('heading', { name: 'Day 365' })).toBeVisible();
    const answer = page.getByRole('link', { name: 'Answer the questions' });
    await expect(async () => {
      await page.reload();
      await expect(answer.first()).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 60_000 });
    await answer.first().click();
    await expect(page.getByText('call the local emergency number now')).toBeVisible();
    await ready(page);
    await page.getByRole('button', { name: 'Send the answers' }).click();
    await expect(page.getByText('Please choose one of the answers.').first()).toBeVisible();
    for (const [question, choice] of [
      ['How strong is the pain?', 'Mild'],
      ['trouble breathing', 'Yes'],
      ['swelling spread', 'No'],
      ['bleeding that does not stop', 'No'],
      ['fever', 'No'],
      ['How is it going?', 'Worse than I expected'],
    ])
      await page
        .getByRole('radiogroup', { name: new RegExp(question!) })
        .getByText(choice!, { exact: true })
        .click();
    await page.getByLabel('Anything else?').fill('It began in the night.');
    await page.getByRole('button', { name: 'Send the answers' }).click();
    await expect(page.getByRole('link', { name: 'Call 999 now' })).toBeVisible();

    await page.getByText('Add photos of day 1').click();
    await page.getByRole('link', { name: 'From the front, day 1' }).click();
    await ready(page);
    await page.locator('#photo-file').setInputFiles(await photo(scripts ? 91_001 : 91_002));
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByRole('heading', { name: 'Before and after' })).toBeVisible();
    await expect(page.getByText('Only you see these photos.')).toBeVisible();

    const office = await freshPage(browser, baseURL!, scripts);
    await clinic.enters(office.context());
    await office.goto(`/clinic/deal/${offerId}/aftercare`);
    await expect(office.getByText('Your patient may be in danger')).toBeVisible();
    await expect(office.getByText('It began in the night.')).toBeVisible();
    await expect(office.getByRole('heading', { name: 'Before and after' })).toHaveCount(0);
    await ready(page);
    await page.getByRole('button', { name: 'Share the photos of day 1' }).click();
    await expect(page.getByText('Your clinic sees these photos.')).toBeVisible();
    await office.reload();
    await expect(office.getByRole('heading', { name: 'Before and after' })).toBeVisible();
    await ready(office);
    await office.getByLabel('Reply to your patient').fill('We called you: go to the hospital.');
    await office.getByRole('button', { name: 'Send the reply' }).click();
    await expect(office.getByText('Your patient may be in danger')).toHaveCount(0);
    await page.reload();
    await expect(page.getByText('We called you: go to the hospital.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Call 999 now' })).toHaveCount(0);

    await page.getByRole('link', { name: 'Open the handover' }).click();
    await expect(page.getByText('A-4711')).toBeVisible();
    // What stands outside of the screen would be printed across the text.
    const skip = page.getByText('Skip to main content');
    await expect(skip).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(skip).toBeHidden();
    await page.emulateMedia({ media: null });
    const pdf = await page.context().request.get(`/api/deals/${offerId}/handover.pdf`);
    expect([pdf.status(), (await pdf.body()).subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    const fhir = await page.context().request.get(`/api/deals/${offerId}/handover.json`);
    expect(((await fhir.json()) as { resourceType: string }).resourceType).toBe('Bundle');

    await page.goto(`/deal/${offerId}/aftercare`);
    await ready(page);
    await page.getByText('Stop the questions').first().click();
    await page.getByRole('button', { name: 'Stop the questions' }).click();
    await expect(page.getByText('You are not asked any more about this treatment.')).toBeVisible();
  });
