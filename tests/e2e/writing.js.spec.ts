import { randomUUID } from 'node:crypto';
import type { ApiPatient } from './kit/api-patient';
import { beforeOffers } from './kit/before-offers';
import { hydrated } from './kit/page';
import { expect, test } from './kit/test';

/** A patient with an offer, and where its messages go. */
async function offered(product: Parameters<typeof beforeOffers>[0], clinicName: string) {
  const { patient, leadId, clinics } = await beforeOffers(product, [clinicName]);
  await patient.untilReviewed();
  const clinic = clinics[0]!;
  const offerId = await clinic.offers(leadId, { amountCents: 190_000, message: 'In June.' });
  return { patient, clinic, offerId, path: `/conversations/${offerId}/messages` };
}

/** More than a screen of messages. */
async function asksMuch(patient: ApiPatient, path: string): Promise<void> {
  for (let n = 1; n <= 12; n += 1)
    expect((await patient.call('POST', path, { text: `Question ${n}` })).status).toBe(201);
}

test('a conversation opens at what is new, and whoever sends a message goes on writing', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const { patient, clinic, offerId, path } = await offered({ browser, baseURL }, 'Fluent Dental');
  await asksMuch(patient, path);
  for (const text of ['The first answer.', 'The second answer.'])
    await clinic.callUntilAnswered(path, { text }, randomUUID());
  await patient.enters(context);
  await page.goto('/messages');
  await page.goto(`/conversation/${offerId}`);
  const marker = page.getByText('New messages', { exact: true });
  await expect(marker).toBeInViewport();
  await expect(page.getByText('The second answer.')).toBeInViewport();
  await hydrated(page);
  // They were read by being shown; the place where they began stays, and so does its reader.
  const unread = page.getByRole('banner').getByRole('link', { name: 'Messages', exact: true });
  await expect(unread).toBeVisible();
  await expect(marker).toBeInViewport();

  const box = page.getByLabel('Your message');
  for (const words of ['Thank you!', 'And in July?']) {
    await box.fill(words);
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: words })).toBeInViewport();
    await expect(box).toBeFocused();
    await expect(box).toHaveValue('');
  }
  await page.goBack();
  await expect(page).toHaveURL(/\/messages$/);
  await page.goto(`/conversation/${offerId}`);
  await expect(page.getByText('And in July?')).toBeInViewport();
  await expect(marker).toHaveCount(0);
});

test('whoever scrolls while a message arrives stays where they are', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const { patient, clinic, offerId, path } = await offered({ browser, baseURL }, 'Steady Dental');
  await asksMuch(patient, path);
  await patient.enters(context);
  await page.goto(`/conversation/${offerId}`);
  await hydrated(page);
  await page.evaluate(() => scrollTo(0, 0));

  // What a message makes the page load takes as long as it does for a slow phone.
  let goOn = () => {};
  const slow = new Promise<void>((done) => (goOn = done));
  await page.route(/\.data/, async (route) => {
    await slow;
    await route.continue();
  });
  const asked = page.waitForRequest(/\.data/);
  await clinic.callUntilAnswered(path, { text: 'The answer.' }, randomUUID());
  await asked;
  await page.evaluate(() => scrollTo(0, 333));
  goOn();
  await expect(page.getByText('The answer.')).toBeAttached();
  expect(await page.evaluate(() => scrollY)).toBe(333);
});

test('what is said while a page opens is shown', async ({ page, context, browser, baseURL }) => {
  const { patient, clinic, offerId, path } = await offered({ browser, baseURL }, 'Prompt Dental');
  await patient.enters(context);
  // The document is there, and nothing listens yet: as on a slow phone.
  let goOn = () => {};
  const slow = new Promise<void>((done) => (goOn = done));
  await page.route(/\/api\/events/, async (route) => {
    await slow;
    await route.continue();
  });
  await page.goto(`/conversation/${offerId}`);
  await hydrated(page);
  await clinic.callUntilAnswered(path, { text: 'At once.' }, randomUUID());
  goOn();
  await expect(page.getByText('At once.')).toBeVisible();
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
  await hydrated(page);
  const opener = page.getByRole('link', { name: 'Hemen Teklif Gönder' });
  if (await opener.isVisible()) await opener.click();
  await page.getByRole('link', { name: 'In two visits' }).click();
  await expect(page.getByLabel('Message to the patient')).toHaveValue(
    'Two visits, one week apart.',
  );
});
