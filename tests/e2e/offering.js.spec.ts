import type { Page } from '@playwright/test';
import { beforeOffers } from './kit/before-offers';
import { hydrated } from './kit/page';
import { expect, test } from './kit/test';

/** A request that names no city is open to every city: it stays when the list is narrowed to one, another city's goes. */
async function findsByCity(
  page: Page,
  requests: { readonly open: string; readonly istanbul: string },
): Promise<void> {
  const card = (id: string) =>
    page
      .getByRole('listitem')
      .filter({ has: page.locator(`a[href="/clinic/request/${id}"]`) })
      .filter({ has: page.getByRole('heading', { level: 2 }) });
  await page.goto('/clinic/dashboard');
  await hydrated(page);
  await expect(card(requests.istanbul)).toHaveCount(1);
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Terms' })).toBeVisible();
  const opener = page.getByRole('link', { name: 'Filters', exact: true });
  if (await opener.isVisible()) await opener.click();
  await page.getByRole('radio', { name: 'Ankara' }).click();
  await page.getByRole('button', { name: 'Show requests' }).click();
  await expect(page).toHaveURL(/location=Ankara/);
  await expect(card(requests.istanbul)).toHaveCount(0);
  await expect(card(requests.open)).toHaveCount(1);
}

test('a clinic fills an offer with few taps, hears what is missing, and finds the deal by its state', async ({
  page,
  context,
  browser,
  baseURL,
  expectAccessible,
}) => {
  test.setTimeout(180_000);
  const { patient, leadId, clinics } = await beforeOffers({ browser, baseURL }, ['Quay Dental']);
  const elsewhere = await patient.submits({
    locations: ['Istanbul'],
    subTreatment: 'Dental Crown',
  });
  await patient.untilReviewed();
  await clinics[0]!.enters(context);
  await findsByCity(page, { open: leadId, istanbul: elsewhere });
  await page.goto(`/clinic/request/${leadId}`);
  await hydrated(page);
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

  // Of what is over, the patient's figures count as completed what was chosen, and not what was cancelled.
  expect((await patient.call('POST', `/leads/${elsewhere}/cancel`, {})).status).toBe(200);
  await patient.enters(context);
  await page.goto('/profile');
  const figures = page.getByRole('region', { name: 'Your requests in figures' });
  const figure = (label: string) =>
    figures.locator('div', { has: page.getByText(label, { exact: true }) }).locator('dd');
  await expect(figure('Total Requests')).toHaveText('2');
  await expect(figure('Completed')).toHaveText('1');
  await expect(figure('In Progress')).toHaveText('0');
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
