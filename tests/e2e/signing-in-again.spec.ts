import { enterCode } from './kit/page';
import { expect, test } from './kit/test';
import { Patient } from './story/patient';

test('who signs in again is asked for no terms, and finds what they began', async ({
  page,
  scripts,
  outbox,
  expectAccessible,
}) => {
  const patient = new Patient(page, { scripts, codeFor: outbox.codeFor });
  await patient.arrivesAtPhotos();
  // The browser stays known: codes for it are in no stranger's budget.
  await page.context().clearCookies({ name: 'patient' });

  await page.goto('/login');
  if (scripts) await page.waitForLoadState('networkidle');
  await expect(page.getByRole('checkbox', { name: /I agree to/ })).toHaveCount(0);
  await page.getByLabel('Phone number').fill(patient.phone);
  const since = new Date();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('We sent a six-digit code')).toBeVisible();
  const verify = page.getByRole('button', { name: 'Verify' });
  if (scripts) {
    await expect(verify).toBeDisabled();
    await expect(verify).toHaveAccessibleDescription('Type all six digits to go on.');
    // One can get to it, and hears there why it does nothing.
    await verify.focus();
    await expect(verify).toBeFocused();
  }
  await enterCode(page, await outbox.codeFor(patient.phone, since));

  await expect(page).toHaveURL(/\/my-offers$/);
  await expect(page.getByRole('heading', { name: 'Continue your request (4 of 6)' })).toBeVisible();
  if (scripts) await expectAccessible();
  await page.getByRole('link', { name: 'Continue', exact: true }).click();
  await expect(page).toHaveURL(/\/consultation\/photos$/);

  await page.goto('/my-offers');
  if (scripts) await page.waitForLoadState('networkidle');
  await page.getByText('Start over', { exact: true }).click();
  await page.getByRole('button', { name: 'Throw it away and start over' }).click();
  await expect(page).toHaveURL(/\/consultation\?step=1$/);
  await page.goto('/my-offers');
  await expect(page.getByText('No active requests')).toBeVisible();
  await expect(page.getByText('Continue your request')).toHaveCount(0);
});
