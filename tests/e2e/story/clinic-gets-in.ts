import type { Browser, Page } from '@playwright/test';
import { expect, type Outbox, test } from '../kit/test';
import { Clinic } from './clinic';
import { Reviewer } from './reviewer';

const everyKind = [
  'medical-license',
  'clinic-registration',
  'professional-id',
  'clinic-photos',
] as const;

const freshPage = async (browser: Browser, baseURL: string, scripts = true): Promise<Page> =>
  (await browser.newContext({ baseURL, javaScriptEnabled: scripts })).newPage();

/** Sees words on a page that changes by itself; without JavaScript by asking again. */
async function sees(page: Page, scripts: boolean, words: string): Promise<void> {
  await expect(async () => {
    if (!scripts) await page.reload();
    await expect(page.getByText(words).first()).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 20_000 });
}

interface Scene {
  readonly browser: Browser;
  readonly baseURL: string | undefined;
  readonly outbox: Outbox;
}

/** A clinic registers, is reviewed, corrects a document and gets in. */
export async function clinicGetsIn(
  { browser, baseURL, outbox }: Scene,
  scripts: boolean,
): Promise<void> {
  test.setTimeout(240_000);
  const page = await freshPage(browser, baseURL!, scripts);
  const clinic = new Clinic(page, { scripts, codeFor: outbox.codeFor });
  await clinic.asksForCode();
  await clinic.entersCode();
  await clinic.beginsDetails();
  await clinic.completesDetails();
  await clinic.uploads(...everyKind);
  await clinic.completesRegistration();
  await expect(page.getByRole('heading', { name: 'Application Under Review' })).toBeVisible();

  const [firstPage, secondPage] = [
    await freshPage(browser, baseURL!),
    await freshPage(browser, baseURL!),
  ];
  const [first, second] = [new Reviewer(firstPage), new Reviewer(secondPage)];
  await first.signsIn(baseURL!);
  await first.opens(clinic.clinicName);
  await first.asksAgain('medical-license.jpg', 'The stamp cannot be read on this one.');
  await sees(page, scripts, 'The stamp cannot be read on this one.');
  await page.goto('/clinic/dashboard');
  await expect(page).toHaveURL(/\/clinic\/pending-approval$/);
  expect((await page.request.get('/api/clinic/leads')).status()).toBe(403);

  await clinic.uploads('medical-license');
  await expect(firstPage.getByRole('button', { name: /To check ·/ })).toHaveCount(4);
  await first.acceptsEverything();

  // The second reviewer hears nothing of the first one, and decides a moment later.
  await secondPage.route('**/api/events**', (route) => route.abort());
  await second.signsIn(baseURL!);
  await second.opens(clinic.clinicName);
  await second.isAboutToApprove();
  await first.isAboutToApprove();
  await first.approves();
  await expect(firstPage.getByRole('button', { name: 'Suspend' })).toBeVisible();
  await second.approves();
  await expect(secondPage.getByText('Someone was quicker')).toBeVisible();
  await expect(secondPage.getByRole('button', { name: 'Suspend' })).toBeVisible();

  await sees(page, scripts, 'Application Approved!');
  await expect
    .poll(async () => (await outbox.messagesTo(clinic.email)).map(({ subject }) => subject))
    .toContain('Application Approved!');
  const approvals = (await outbox.messagesTo(clinic.email)).filter(
    ({ subject }) => subject === 'Application Approved!',
  );
  expect(approvals).toHaveLength(1);
  await page.goto('/clinic-login');
  await expect(page).toHaveURL(/\/clinic\/dashboard$/);
  await expect(page.getByRole('heading', { name: 'Lead Exchange' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'View & Bid' }).first()).toBeVisible();
  const guide = page.getByRole('region', { name: 'Three things to try here' });
  await expect(guide.getByText('(done)')).toHaveCount(0);
  await guide.getByRole('link', { name: 'Narrow the list' }).click();
  await page.getByLabel('Name of the filter').fill('Urgent ones');
  await page.getByRole('button', { name: 'Save these filters' }).click();
  await expect(guide.getByText('(done)')).toHaveCount(1);
  await guide.getByRole('button', { name: 'Close this guide' }).click();
  await expect(guide).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Lead Exchange' })).toBeVisible();
  await expect(guide).toHaveCount(0);
  expect((await page.request.get('/api/clinic/leads')).status()).toBe(200);
  await page.context().close();
}
