import { beforeOffers } from './kit/before-offers';
import { expect, test } from './kit/test';

test('a clinic fills an offer with few taps, hears what is missing, and finds the deal by its state', async ({
  page,
  context,
  browser,
  baseURL,
  expectAccessible,
}) => {
  test.setTimeout(180_000);
  const { patient, leadId, clinics } = await beforeOffers({ browser, baseURL }, ['Quay Dental']);
  await patient.untilReviewed();
  await clinics[0]!.enters(context);
  await page.goto(`/clinic/request/${leadId}`);
  await page.waitForLoadState('networkidle');
  const opener = page.getByRole('link', { name: 'Hemen Teklif Gönder' });
  if (await opener.isVisible()) {
    await opener.click();
    await expect(page.getByRole('heading', { name: 'Your offer' })).toBeInViewport();
  }
  // One thing scrolls, and that is the page.
  const form = page.getByRole('complementary', { name: 'Your offer' });
  expect(
    await form.evaluate((box) => {
      const { position, overflowY } = getComputedStyle(box);
      return [position, overflowY, box.scrollHeight <= box.clientHeight];
    }),
  ).toEqual(['static', 'visible', true]);

  const send = page.getByRole('button', { name: 'Send Offer' });
  await expect(send).toHaveAccessibleDescription(
    'Still missing: the offer amount and the message to the patient.',
  );
  await expect(page.getByLabel('The procedure itself', { exact: true })).toHaveValue('included');
  await expect(page.getByLabel('Anaesthesia', { exact: true })).toHaveValue('not-stated');
  await page.getByRole('button', { name: 'Mark all as included' }).click();
  await expect(page.getByLabel('Anaesthesia', { exact: true })).toHaveValue('included');
  await page.getByLabel('Offer amount').fill('1900');
  await expect(send).toHaveAccessibleDescription('Still missing: the message to the patient.');
  await page.getByLabel('Message to the patient').fill('In May, with pleasure.');
  await expect(send).toBeEnabled();
  await expectAccessible();
  await send.click();
  await expect(page.getByText('Offer sent successfully!')).toBeVisible();

  const { offers } = (await patient.call('GET', `/offers?lead=${leadId}`)).body.data as {
    offers: Array<{ _id: string }>;
  };
  const accepted = await patient.call('POST', `/offers/${offers[0]!._id}/accept`, {});
  expect(accepted.status).toBe(200);
  await page.goto('/clinic/dashboard?tab=won');
  const cards = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Ada B.' });
  const states = page.getByRole('navigation', { name: 'Deals by state' });
  await expect(cards).toHaveCount(1);
  await expect(cards).toContainText('Date to agree');
  await states.getByRole('link', { name: 'Scheduled' }).click();
  await expect(cards).toHaveCount(0);
  await states.getByRole('link', { name: 'Date to agree' }).click();
  await expect(page).toHaveURL(/state=accepted/);
  await expect(cards).toHaveCount(1);
});

test('the directory lists cities, each one tap away, and can be sorted', async ({ page }) => {
  await page.goto('/find-clinics');
  const cities = page.getByRole('navigation', { name: 'Cities with clinics' });
  await cities.getByRole('link', { name: 'Ankara' }).click();
  await expect(page).toHaveURL(/city=Ankara/);
  const cards = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.locator('h2') });
  for (const card of await cards.all()) await expect(card).toContainText('Ankara');
  await page.goto('/find-clinics');
  // Those with a picture stand first, unless another order is asked for.
  await expect(cards.first().getByRole('img')).toBeVisible();
  await page.getByLabel('Order').selectOption('rating');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/sort=rating/);
  const stars = (await cards.allTextContents()).map((text) =>
    Number(/([\d.]+) of 5 stars/.exec(text)?.[1] ?? 0),
  );
  expect(stars[0]).toBeGreaterThan(0);
  expect(stars).toEqual(stars.toSorted((a, b) => b - a));
});
