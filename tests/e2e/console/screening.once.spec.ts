import type { Page } from '@playwright/test';
import { ApiPatient } from '../kit/api-patient';
import { auditOf } from '../kit/audit';
import { givesReason, saysYes } from '../kit/dialogs';
import { enterConsole } from '../kit/staff-session';
import { expect, test } from '../kit/test';
import { photo } from '../story/photos';

const reason = 'Please leave your number out; clinics answer you here.';

async function opens(page: Page, id: string): Promise<void> {
  await page.goto(`/admin/leads/${id}/show`);
  await expect(page.getByRole('button', { name: 'Publish request' })).toBeVisible();
}

test('held requests are looked at, published by key and by button, and refused with a reason', async ({
  page,
  browser,
  baseURL,
  expectAccessible,
}) => {
  const patient = new ApiPatient(baseURL!);
  const [reviewer] = await Promise.all([
    enterConsole(page.context(), 'reviewer'),
    patient.signIn(),
  ]);
  const photos = [await patient.uploads((await photo(41)).buffer)];
  const description = 'Call me on +90 532 555 01 02.';
  const byKey = await patient.submits({ subTreatment: 'Root Canal', description, photos });
  const byButton = await patient.submits({ subTreatment: 'Teeth Whitening', description });
  const refused = await patient.submits({ subTreatment: 'Dental Crown', description });

  await page.goto('/admin/leads');
  await page.getByRole('link', { name: 'Requests to screen' }).last().click();
  await page.getByLabel('Treatment or id of a request').fill(byKey);
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  await expect(page.getByText('Contact data')).toBeVisible();
  await page.keyboard.press('Tab');
  await page.getByRole('link', { name: 'Root Canal' }).click();
  await expect(page.getByText('Call me on +90 532 555 01 02.')).toBeVisible();
  await expectAccessible();

  // No photo is read before somebody asks for it; then the log knows who.
  const looks = () => auditOf(reviewer.email, 'photo');
  await expect(page.getByRole('button', { name: 'Show photos' })).toBeVisible();
  expect(await looks()).toHaveLength(0);
  await page.getByRole('button', { name: 'Show photos' }).click();
  await expect(page.getByRole('img', { name: 'Photo 1 of 1' })).toBeVisible();
  expect((await looks()).map(({ objectId }) => objectId)).toEqual(photos);

  // The count in the menu follows what is decided, without a look elsewhere.
  const inMenu = page
    .getByRole('navigation', { name: 'Console' })
    .getByRole('link', { name: 'Requests to screen' });
  await expect(inMenu).toHaveAccessibleName(/\d+ waiting/);
  const before = await inMenu.textContent();
  await page.keyboard.press('a');
  await saysYes(page, 'Publish request');
  await expect.poll(() => inMenu.textContent()).not.toBe(before);
  await expect(page.getByText('There is nothing to decide now.')).toBeVisible();
  await expect(page.getByText('They open together with the notes.')).toBeVisible();

  await opens(page, byButton);
  await page.getByRole('button', { name: 'Publish request' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish request' }).click();
  await expect(page.getByText('The request is published.')).toBeVisible();

  await opens(page, refused);
  await page.keyboard.press('r');
  await page.getByRole('dialog').getByRole('button', { name: 'Refuse' }).click();
  await expect(page.getByRole('dialog')).toContainText('Please write a few words.');
  await givesReason(page, 'Refuse', reason);
  await expect(page.getByRole('region', { name: 'Decision' })).toContainText(reason);

  const own = await (await browser.newContext({ baseURL })).newPage();
  await patient.enters(own.context());
  for (const id of [byKey, byButton]) {
    await own.goto(`/request-detail/${id}`);
    await expect(own.getByText('Under Review').first()).toBeVisible();
  }
  await own.goto(`/request-detail/${refused}`);
  await expect(own.getByText(reason)).toBeVisible();
  await own.context().close();
});
