import type { Browser, Page } from '@playwright/test';
import { showPhone } from '../../modules/identity/phone';
import { approvedClinic } from './kit/approved-clinic';
import { consoleCalls } from './kit/console-calls';
import { query } from './kit/database';
import { enterConsole } from './kit/staff-session';
import { expect, test } from './kit/test';
import { Bidder } from './story/bidder';
import { Patient } from './story/patient';
import { agreedDateComes } from '../kit/agreed-date';

const day = (ahead: number): string =>
  new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);

async function freshPage(browser: Browser, baseURL: string, scripts: boolean): Promise<Page> {
  return (await browser.newContext({ baseURL, javaScriptEnabled: scripts })).newPage();
}

/** Sends a request through the wizard, with words that every treatment of its kind has. */
async function asksForImplants(patient: Patient): Promise<void> {
  await patient.asksForCode();
  await patient.entersCode();
  await patient.completesProfile();
  await patient.chooses('Dental', '/treatment');
  await patient.chooses('Dental Implants', '/area');
  await patient.chooses('Smile', '/photos');
  await patient.addsPhotos(1);
  await patient.continues();
  await patient.choosesCities('Istanbul');
  await patient.tellsTheRest('Two implants on the upper left, no metal please.');
  await patient.submits();
}

/** Confirms the treatment with what was paid, on the date that was agreed on. */
async function confirmsTreatment(page: Page, amount: string): Promise<void> {
  await page.reload();
  await page.getByLabel('Final price in USD').fill(amount);
  await page.getByRole('button', { name: 'Confirm the treatment' }).click();
}

for (const scripts of [true, false])
  test(`a request becomes offers, a choice, a treatment and a review, ${scripts ? 'live' : 'without JavaScript'}`, async ({
    browser,
    baseURL,
    outbox,
  }) => {
    test.setTimeout(420_000);
    const staff = await browser.newContext({ baseURL });
    await enterConsole(staff, 'admin');
    const calls = consoleCalls(staff);
    const names = ['Golden Horn Dental', 'Two Bridges Smile', 'Old Harbour Teeth'];
    const clinics = await Promise.all(names.map((name) => approvedClinic(baseURL!, calls, name)));
    const bidders: Bidder[] = [];
    for (const clinic of clinics) {
      const page = await freshPage(browser, baseURL!, scripts);
      await clinic.enters(page.context());
      const bidder = new Bidder(page, scripts);
      await bidder.watches();
      bidders.push(bidder);
    }
    const [first, second, third] = bidders as [Bidder, Bidder, Bidder];

    const page = await freshPage(browser, baseURL!, scripts);
    const patient = new Patient(page, { scripts, codeFor: outbox.codeFor });
    await asksForImplants(patient);
    const leadId = await patient.onlyRequest();

    // It arrives on every dashboard that is open, and says nothing of whose it is.
    for (const bidder of bidders) await bidder.seesRequest(leadId);
    if (scripts) {
      const card = await first.seesRequest(leadId);
      await expect(card).toContainText('Quenby T.');
      await expect(card).toHaveClass(/arrival-border/);
      // The demo's own requests sound too.
      expect(await first.sounds()).toContain('/sounds/new-request.wav 0.5');
    }
    for (const { page: watched } of bidders)
      for (const secret of [
        patient.lastName,
        patient.email,
        patient.phone,
        showPhone(patient.phone),
      ])
        expect(await watched.content()).not.toContain(secret);

    await first.opensRequest(leadId);
    await expect(first.page.getByRole('img', { name: 'Photo 1 of 1' })).toBeVisible();
    await first.offers({ amount: '2500', message: 'Both implants and their crowns, in one week.' });
    await page.goto(`/offers/${leadId}`);
    await expect(page.getByText('1 open offer for Dental Implants')).toBeVisible();
    await second.opensRequest(leadId);
    await second.offers({ amount: '1900', message: 'We can begin in May.' });
    await third.opensRequest(leadId);
    await third.offers({ amount: '3100', message: 'With sedation and a hotel.' });
    const show = page.getByRole('button', { name: 'Show' });
    if (scripts) await show.click();
    else await page.reload();
    // News of the third offer may come after the press that shows the second.
    await expect(async () => {
      if (await show.isVisible()) await show.click();
      await expect(page.getByText('3 open offers for Dental Implants')).toBeVisible({
        timeout: 2_000,
      });
    }).toPass({ timeout: 20_000 });

    // A question and its answer, without a way around us.
    await page.getByRole('link', { name: 'View details of the offer of Golden Horn' }).click();
    await page.waitForURL('**/offer/*');
    const offerId = page.url().split('/').at(-1)!;
    await page.goto(`/conversation/${offerId}`);
    await patient.writes(`Are the crowns in it? You can call me on ${patient.phone}.`);
    await first.page.goto('/clinic/dashboard?tab=bids');
    await first.sees('The patient has written to you.');
    await first.page.getByRole('link', { name: 'View Conversation' }).click();
    await first.sees('Are the crowns in it?');
    for (const secret of [patient.phone, showPhone(patient.phone)])
      expect(await first.page.content()).not.toContain(secret);
    await first.answers('Yes, both. And we can do it for less.');
    await patient.sees('And we can do it for less.');
    await first.page.goto(`/clinic/request/${leadId}`);
    await first.revises('2250');
    await page.goto(`/offer/${offerId}`);
    await expect(page.getByText('Changed: price')).toBeVisible();

    await page.getByRole('link', { name: 'Accept', exact: true }).click();
    await expect(page.getByText('The 2 other open offers are declined.')).toBeVisible();
    await page.getByRole('button', { name: 'Accept this offer' }).click();
    await expect(page).toHaveURL(/\/deal\//);

    // The others learn it, and no more than where their price lay.
    await second.page.goto('/clinic/dashboard?tab=bids&over=yes');
    await second.sees('The patient chose another clinic.');
    await expect(second.page.getByText('1st of 3 from the lowest')).toBeVisible();
    await second.page.goto('/clinic/notifications');
    await second.sees(/Another offer on Dental Implants was chosen/);
    expect((await second.page.goto(`/clinic/deal/${offerId}`))?.status()).toBe(404);
    expect((await second.page.goto(`/clinic/conversation/${offerId}`))?.status()).toBe(404);

    // The chosen one alone learns how to reach the patient; they agree on a date.
    await first.hasWon('Date to agree', 'Scheduled');
    await first.page.goto(`/clinic/deal/${offerId}`);
    await first.sees(showPhone(patient.phone));
    await first.page.getByLabel('Day', { exact: true }).fill(day(14));
    await first.page.getByLabel('Time', { exact: true }).fill('10:30');
    await first.page.getByRole('button', { name: 'Propose this time' }).click();
    await patient.sees('The clinic proposes:');
    await page.getByRole('button', { name: 'Accept this time' }).click();
    await expect(page.getByRole('link', { name: 'Add to your calendar' })).toBeVisible();
    await first.sees('The date is set');
    await first.hasWon('Scheduled', 'Date to agree');

    await agreedDateComes(query, offerId);
    await first.page.goto(`/clinic/deal/${offerId}`);
    await confirmsTreatment(first.page, '2250');
    await first.sees('Waiting for the other side to confirm');
    await patient.sees('The other side has confirmed the treatment');
    await confirmsTreatment(page, '2250');
    await patient.sees('How was it?');
    await first.hasWon('Treated', 'Reviewed');
    await page.getByText('5 stars', { exact: true }).click();
    await page.getByLabel('Your review').fill('They kept the price and explained every step.');
    await page.getByRole('button', { name: 'Publish Review' }).click();
    await patient.sees('All done');
    await first.hasWon('Reviewed', 'Treated');
    await first.page.goto(`/clinic/deal/${offerId}`);
    await first.sees('They kept the price and explained every step.');
    await first.page.getByLabel('Your public answer').fill('Thank you, and enjoy them.');
    await first.page.getByRole('button', { name: 'Publish Answer' }).click();
    await patient.sees('Thank you, and enjoy them.');
  });
