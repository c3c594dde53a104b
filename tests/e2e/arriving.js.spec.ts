import type { Page } from '@playwright/test';
import { beforeOffers } from './kit/before-offers';
import { enterCode } from './kit/page';
import { expect, test } from './kit/test';

const clinicName = 'Beacon Hill Dental';

/** Signs in on the page itself, with no other page to go back to. */
async function signsIn(page: Page, phone: string, codeFor: (since: Date) => Promise<string>) {
  await page.context().clearCookies({ name: 'patient' });
  await page.goto('/login');
  await page.waitForLoadState('networkidle');
  await page.getByLabel('Phone number').fill(phone);
  const since = new Date();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('We sent a six-digit code')).toBeVisible();
  await enterCode(page, await codeFor(since));
}

test('signing in leads to the offers that wait, and what is chosen stays among what is active', async ({
  page,
  browser,
  baseURL,
  outbox,
}) => {
  test.setTimeout(180_000);
  const { patient, leadId, clinics } = await beforeOffers({ browser, baseURL }, [clinicName]);
  await patient.untilReviewed();
  const offer = { amountCents: 190_000, message: 'In May, with pleasure.' };
  const offerId = await clinics[0]!.offers(leadId, offer);
  const { phoneNumber } = patient;
  const codeFor = (since: Date) => outbox.codeFor(phoneNumber, since);

  // The browser is known: codes for it are in no stranger's budget.
  await patient.enters(page.context());
  await signsIn(page, phoneNumber, codeFor);
  await expect(page).toHaveURL(new RegExp(`/offers/${leadId}$`));
  // Who is asked to choose finds out about the clinic first, and comes back.
  await page.getByRole('link', { name: `Reviews of ${clinicName}` }).click();
  await expect(page).toHaveURL(/\/find-clinics\/[^/]+#reviews$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(clinicName);
  await expect(page.getByRole('heading', { name: 'What patients say' })).toBeInViewport();
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`/offers/${leadId}$`));

  await page.getByRole('link', { name: `Accept ${clinicName}` }).click();
  await page.getByRole('button', { name: 'Accept this offer' }).click();
  await expect(page).toHaveURL(new RegExp(`/deal/${offerId}`));
  await page.goto('/my-offers');
  await expect(page.getByRole('link', { name: /^Active/ })).toContainText('1');
  const card = page.getByRole('main').getByRole('listitem').filter({ hasText: clinicName });
  await expect(card).toContainText('A date is still to be agreed on');
  await card.getByRole('link', { name: 'Open your treatment: Root Canal' }).click();
  await expect(page).toHaveURL(new RegExp(`/deal/${offerId}`));
});
