import { beforeOffers } from './kit/before-offers';
import { expect, test } from './kit/test';
import { clinicToday } from '../kit/clinic-days';

test('a clinic states what its price rests on; the patient asks where plans lie apart, accepts, and names the assumption', async ({
  page,
  browser,
  context,
  baseURL,
  expectAccessible,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 422/);
  test.setTimeout(240_000);
  const { patient, leadId, clinics } = await beforeOffers({ browser, baseURL }, [
    'Two Teeth Dental',
    'Four Teeth Dental',
  ]);
  const [two, four] = clinics;
  const desk = await browser.newContext({ baseURL });
  await two!.enters(desk);
  const form = await desk.newPage();
  await form.goto(`/clinic/request/${leadId}`);
  await form.getByLabel('Offer amount').fill('1,000');
  await form.getByLabel('Message to the patient').fill('Two root canals in one visit.');
  await form.getByLabel('Quantity: The procedure itself').fill('2');
  await form.getByLabel('Make or material: The procedure itself').fill('Gutta-percha');
  await form.locator('summary', { hasText: 'Journey and guarantee' }).click();
  await form.getByLabel('Trips (1 to 4)').fill('9');
  await form.getByLabel('Guarantee in months').fill('24');
  await form.locator('summary', { hasText: 'What the price rests on' }).click();
  await form.getByLabel('Assumption 1', { exact: true }).fill('No third root is found.');
  await form.getByLabel('Surcharge if assumption 1 does not hold').fill('150');
  await form.getByRole('button', { name: 'Send Offer' }).click();
  await expect(form.getByLabel('Trips (1 to 4)')).toHaveAccessibleDescription(/within the range/);
  await expect(form.getByLabel('Assumption 1', { exact: true })).toHaveValue(
    'No third root is found.',
  );
  await form.getByLabel('Trips (1 to 4)').fill('1');
  await form.getByRole('button', { name: 'Send Offer' }).click();
  await expect(form.getByText('Offer sent successfully!')).toBeVisible();
  await four!.offers(leadId, {
    ...{ amountCents: 150_000, message: 'All four molars.' },
    items: [{ key: 'procedure', state: 'included', quantity: 4, unit: 'teeth' }],
  });

  await patient.enters(context);
  await page.goto(`/offers/${leadId}`);
  const plans = page.locator('#plans');
  await expect(plans.getByRole('heading', { name: 'Where the plans differ' })).toBeVisible();
  await expect(page.getByText('$500 per tooth')).toBeVisible();
  await expect(page.getByText('No third root is found.')).toBeVisible();
  await expectAccessible();
  await plans.getByRole('button', { name: 'Ask these 2 clinics' }).click();
  const asked = plans.getByRole('link', { name: /^Asked/ });
  await expect(asked).toHaveCount(2);
  await asked.first().click();
  await expect(page.getByText(/Why do you plan this number/)).toBeVisible();

  await page.goto(`/offers/${leadId}`);
  await page.getByRole('link', { name: 'Accept Two Teeth' }).click();
  await expect(page.getByText('else + $150')).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Accept this offer' }).click();
  await expect(page).toHaveURL(/\/deal\//);
  await page.locator('summary', { hasText: 'The treatment took place already' }).click();
  await page.getByLabel('Day of the treatment').fill(clinicToday());
  await page.getByLabel('Final price in USD').fill('1,150');
  const confirm = page.getByRole('button', { name: 'Confirm the treatment' });
  await confirm.click();
  const because = page.getByLabel('What the offer said of it');
  await expect(because).toHaveAccessibleDescription(/Please say what the offer said of it/);
  await because.selectOption({ label: 'No third root is found. (else + $150)' });
  await expectAccessible();
  await confirm.click();
  await expect(page.getByText('Foreseen in the offer: No third root is found.')).toBeVisible();
});
