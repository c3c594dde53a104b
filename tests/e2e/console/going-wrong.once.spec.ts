import type { Page } from '@playwright/test';
import { query } from '../kit/database';
import { codeOf, untilNextCode } from '../kit/staff';
import { enterConsole } from '../kit/staff-session';
import { expect, test } from '../kit/test';

const reason = 'Asked for by the patient on the phone.';

/** Opens somebody's page and begins to give the reason for which contact data opens. */
async function givesReason(page: Page) {
  await page.goto('/admin/patients');
  await page.locator('tbody').getByRole('link').first().click();
  await page.getByRole('button', { name: 'Show contact data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Show contact data' });
  await dialog.getByLabel('Reason').fill(reason);
  return { dialog, send: () => dialog.getByRole('button', { name: 'Show contact data' }).click() };
}

test('a request that fails is told in the dialog, and what was typed stays', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/);
  await enterConsole(page.context(), 'reviewer');
  const { dialog, send } = await givesReason(page);
  await page.route('**/reveal', (route) => route.abort());
  await send();
  await expect(dialog.getByRole('alert')).toContainText('The server cannot be reached');
  await expect(dialog.getByLabel('Reason')).toHaveValue(reason);
  await page.unroute('**/reveal');
  await send();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Full name')).toBeVisible();
});

test('a session that ends while somebody types leads back, with what was typed, once', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 401/);
  const staff = await enterConsole(page.context(), 'reviewer');
  const { dialog, send } = await givesReason(page);
  const address = page.url();
  await query(
    `update identity.staff_session set ended_at = now()
     where staff_id = (select id from identity.staff_account where email = $1)`,
    [staff.email],
  );
  await send();
  await expect(page.getByRole('heading', { name: 'Staff sign-in' })).toBeVisible();
  await untilNextCode(page);
  await page.getByLabel('E-mail').fill(staff.email);
  await page.getByLabel('Password').fill(staff.password);
  await page.getByLabel('Code').fill(codeOf(staff));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(address);
  await page.getByRole('button', { name: 'Show contact data' }).click();
  await expect(dialog.getByLabel('Reason')).toHaveValue(reason);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Show contact data' }).click();
  await expect(dialog.getByLabel('Reason')).toHaveValue('');
});

test('a part that cannot be loaded says so and leaves the page standing', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/, /dynamically imported module/, /charts/);
  await enterConsole(page.context(), 'reviewer');
  await page.route('**/charts-*.js', (route) => route.abort());
  await page.goto('/admin');
  await expect(page.getByRole('alert')).toContainText('could not be loaded');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Hello /);
  await page.unroute('**/charts-*.js');
  await page.getByRole('button', { name: 'Load the page again' }).click();
  await expect(page.getByRole('heading', { name: 'Clinics, last thirty days' })).toBeVisible();
});
