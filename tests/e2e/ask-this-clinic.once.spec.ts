import type { Browser, Page } from '@playwright/test';
import { approvedClinic } from './kit/approved-clinic';
import { consoleCalls } from './kit/console-calls';
import { query } from './kit/database';
import { hydrated } from './kit/page';
import { enterConsole } from './kit/staff-session';
import { expect, test } from './kit/test';
import { Bidder } from './story/bidder';
import { Patient } from './story/patient';

async function freshPage(browser: Browser, baseURL: string, scripts: boolean): Promise<Page> {
  return (await browser.newContext({ baseURL, javaScriptEnabled: scripts })).newPage();
}

/** The address of a clinic's public page. */
async function pageOf(clinicName: string): Promise<string> {
  const [row] = await query<{ slug: string }>(
    'select slug from clinic_onboarding.clinic where clinic_name = $1 order by registered_at desc',
    [clinicName],
  );
  return `/find-clinics/${row!.slug}`;
}

for (const scripts of [true, false])
  test(`a patient asks two clinics by name: one offers, one refuses, ${scripts ? 'live' : 'without JavaScript'}`, async ({
    browser,
    baseURL,
    outbox,
  }) => {
    test.setTimeout(420_000);
    const staff = await browser.newContext({ baseURL });
    await enterConsole(staff, 'admin');
    const calls = consoleCalls(staff);
    const names = scripts
      ? ['Lighthouse Asked Dental', 'Cedar Asked Dental']
      : ['Lantern Asked Teeth', 'Copper Asked Teeth'];
    const bidders: Bidder[] = [];
    for (const name of names) {
      const clinic = await approvedClinic(baseURL!, calls, name);
      const page = await freshPage(browser, baseURL!, scripts);
      await clinic.enters(page.context());
      const bidder = new Bidder(page, scripts);
      await bidder.watches();
      bidders.push(bidder);
    }
    const [first, second] = bidders as [Bidder, Bidder];

    // From the clinic's page through the sign-in to the question, and on to the wizard.
    const page = await freshPage(browser, baseURL!, scripts);
    const patient = new Patient(page, { scripts, codeFor: outbox.codeFor });
    await page.goto(await pageOf(names[0]!));
    await page.getByRole('link', { name: 'Ask this clinic' }).click();
    await expect(page).toHaveURL(/\/login\?redirectTo=/);
    await patient.asksForCode(new URL(page.url()).pathname + new URL(page.url()).search);
    await patient.entersCode();
    await patient.completesProfile();
    await expect(page.getByRole('heading', { name: `Ask ${names[0]}` })).toBeVisible();
    if (scripts) await hydrated(page);
    await page.getByRole('button', { name: 'Ask this clinic' }).click();
    await expect(page).toHaveURL(/\/consultation$/);

    // Another device of the same person would have it too: it lies in the draft.
    await page.goto(await pageOf(names[1]!));
    await page.getByRole('link', { name: 'Ask this clinic' }).click();
    await expect(page.getByRole('heading', { name: `Ask ${names[1]}` })).toBeVisible();
    if (scripts) await hydrated(page);
    await page.getByRole('button', { name: 'Ask this clinic' }).click();
    await patient.chooses('Dental', '/treatment');
    await patient.chooses('Dental Implants', '/area');
    await patient.chooses('Smile', '/photos');
    await patient.continues();
    // A city in which neither of them is.
    await patient.choosesCities('Antalya');
    await patient.tellsTheRest('Two implants on the upper left, no metal please.');
    for (const name of names) await expect(page.getByText(name, { exact: true })).toBeVisible();
    await patient.submits();
    const leadId = await patient.onlyRequest();

    for (const bidder of bidders) {
      const card = await bidder.seesRequest(leadId);
      await expect(card).toContainText('Asked for you');
      await expect(
        bidder.page
          .getByRole('listitem')
          .filter({ has: bidder.page.locator('a[href^="/clinic/request/"]') })
          .filter({ hasNotText: 'Send an offer for a new request' })
          .first(),
      ).toContainText('Asked for you');
    }
    await page.goto(`/request-detail/${leadId}`);
    await expect(page.getByText('A place is kept for its offer until')).toHaveCount(2);

    await first.opensRequest(leadId);
    await expect(first.page.getByText('The patient asked for your clinic.')).toBeVisible();
    await first.offers({ amount: '2500', message: 'Gladly, in one week.' });
    await second.opensRequest(leadId);
    await second.page.getByRole('link', { name: 'We make no offer' }).click();
    await expect(second.page.getByText('Why do you make no offer?')).toBeVisible();
    if (scripts) await hydrated(second.page);
    await second.page.getByRole('button', { name: 'No time for new patients' }).click();
    await expect(second.page.getByRole('heading', { name: 'Lead Exchange' })).toBeVisible();
    await expect(second.page.locator(`li a[href="/clinic/request/${leadId}"]`)).toHaveCount(0);

    if (!scripts) await page.reload();
    await expect(page.getByText('Has made an offer')).toBeVisible();
    await expect(page.getByText('It has no time for new patients at the moment.')).toBeVisible();
    await page.goto('/notifications');
    await expect(page.getByText(`${names[1]} makes no offer`).first()).toBeVisible();
  });
