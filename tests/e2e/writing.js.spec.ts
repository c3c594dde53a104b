import { randomUUID } from 'node:crypto';
import { beforeOffers } from './kit/before-offers';
import { expect, test } from './kit/test';

test('a conversation opens at what is new, and whoever sends a message goes on writing', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const { patient, leadId, clinics } = await beforeOffers({ browser, baseURL }, ['Fluent Dental']);
  await patient.untilReviewed();
  const clinic = clinics[0]!;
  const offerId = await clinic.offers(leadId, { amountCents: 190_000, message: 'In June.' });
  const path = `/conversations/${offerId}/messages`;
  for (let n = 1; n <= 12; n += 1)
    expect((await patient.call('POST', path, { text: `Question ${n}` })).status).toBe(201);
  for (const text of ['The first answer.', 'The second answer.'])
    await clinic.callUntilAnswered(path, { text }, randomUUID());
  await patient.enters(context);
  await page.goto(`/conversation/${offerId}`);
  const marker = page.getByText('New messages', { exact: true });
  await expect(marker).toBeInViewport();
  await expect(page.getByText('The second answer.')).toBeInViewport();
  await page.waitForLoadState('networkidle');
  // They were read by being shown, and the place where they began stays.
  await expect(marker).toBeVisible();

  const box = page.getByLabel('Your message');
  for (const words of ['Thank you!', 'And in July?']) {
    await box.fill(words);
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: words })).toBeInViewport();
    await expect(box).toBeFocused();
    await expect(box).toHaveValue('');
  }
  await page.goto('/my-offers');
  await page.goto(`/conversation/${offerId}`);
  await expect(page.getByText('And in July?')).toBeInViewport();
  await expect(marker).toHaveCount(0);
});

test('an offer begins with a template that is chosen in its form', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const { patient, leadId, clinics } = await beforeOffers({ browser, baseURL }, ['Able Dental']);
  await patient.untilReviewed();
  await clinics[0]!.enters(context);
  await page.goto('/clinic/templates');
  await page.getByLabel('Treatment').selectOption('Root Canal');
  await page.getByRole('button', { name: 'New template' }).click();
  await page.getByLabel('Name of the template').fill('In two visits');
  await page.getByLabel('Message to the patient').fill('Two visits, one week apart.');
  await page.getByRole('button', { name: 'Save template' }).click();
  await expect(page.getByText('The template is saved.')).toBeVisible();

  await page.goto(`/clinic/request/${leadId}`);
  await page.waitForLoadState('networkidle');
  const opener = page.getByRole('link', { name: 'Hemen Teklif Gönder' });
  if (await opener.isVisible()) await opener.click();
  await page.getByRole('link', { name: 'In two visits' }).click();
  await expect(page.getByLabel('Message to the patient')).toHaveValue(
    'Two visits, one week apart.',
  );
});
