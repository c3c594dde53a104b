import { expect, test } from './kit/test';
import { newFinn, unusedCodes } from './kit/strangers';

test('a stranger works for a code, or waits in line for it, while codes of a country are not used', async ({
  page,
  scripts,
  outbox,
  expectedErrors,
}) => {
  // The refusal that asks for the work.
  expectedErrors.push(/428/);
  await unusedCodes();
  const phone = newFinn();
  const asks = async () => {
    await page.goto('/login');
    if (scripts) await page.waitForLoadState('networkidle');
    await page.getByLabel('Phone number').fill(phone);
    await page.getByRole('button', { name: 'Continue' }).click();
  };
  await asks();
  if (!scripts) {
    await expect(page.getByText('You are in line for your code')).toBeVisible();
    await page.getByRole('button', { name: 'Send the code' }).click();
  }
  await expect(page.getByText('We sent a six-digit code')).toBeVisible({ timeout: 60_000 });
  expect(await outbox.codeFor(phone)).toMatch(/^\d{6}$/);
});
