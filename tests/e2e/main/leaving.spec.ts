import { readFile } from 'node:fs/promises';
import { ApiPatient } from '../kit/api-patient';
import { expect, test } from '../kit/test';

test('a patient takes back a consent, takes their data along once, and leaves for good', async ({
  page,
  context,
  baseURL,
  scripts,
  expectAccessible,
  expectedErrors,
}) => {
  expectedErrors.push(/422/);
  const checks = async () => (scripts ? expectAccessible() : undefined);
  const patient = new ApiPatient(baseURL!);
  await patient.signIn();
  const request = await patient.submits();
  await patient.enters(context);
  await page.goto('/profile');
  await page.getByRole('link', { name: 'Your data' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your data');
  await checks();

  await page.getByRole('button', { name: 'Make a copy of my data' }).click();
  await expect(page.getByText('We tell you when it is ready.')).toBeVisible();
  const take = page.getByRole('link', { name: 'Download my data' });
  await expect(async () => {
    await page.goto('/profile/privacy');
    await expect(take).toBeVisible({ timeout: 500 });
  }).toPass();
  const coming = page.waitForEvent('download');
  await take.click();
  const file = await readFile(await (await coming).path());
  expect(file.subarray(0, 2).toString()).toBe('PK');
  await page.goto('/profile/privacy');
  await expect(take).toHaveCount(0);

  const withdraw = page.getByRole('button', { name: 'Withdraw, and cancel my open requests' });
  await withdraw.first().click();
  await expect(page.getByText('What was open because of it has ended.')).toBeVisible();
  await page.goto(`/request-detail/${request}`);
  await expect(page.getByText('Cancelled').first()).toBeVisible();

  await page.goto('/profile/privacy');
  await page.getByRole('link', { name: 'See what happens' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Delete your account');
  await checks();
  const submit = page.getByRole('button', { name: 'Delete my account for good' });
  await submit.click();
  await expect(page.getByText('Please type DELETE').first()).toBeVisible();
  await page.getByLabel('Type DELETE to delete your account').fill('DELETE');
  await submit.click();
  await expect(page).toHaveURL(/\/(\?.*)?$/);
  await page.goto('/profile');
  await expect(page).toHaveURL(/\/login/);
});
