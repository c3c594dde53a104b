import { expect, test } from './kit/test';
import { newFinn, unusedCodes } from './kit/strangers';

test('a browser that cannot work is offered the line', async ({
  page,
  expectedErrors,
  expectAccessible,
}) => {
  expectedErrors.push(/428/);
  await unusedCodes();
  await page.addInitScript(() => Object.defineProperty(window, 'Worker', { value: undefined }));
  await page.goto('/login');
  await page.waitForLoadState('networkidle');
  await page.getByLabel('Phone number').fill(newFinn());
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('The check could not be finished')).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Wait in line' }).click();
  await expect(page.getByText('You are in line for your code')).toBeVisible();
  await page.getByRole('button', { name: 'Send the code' }).click();
  await expect(page.getByText('We sent a six-digit code')).toBeVisible();
});
