import type { Page } from '@playwright/test';
import { query } from '../kit/database';
import { codeOf, untilNextCode } from '../kit/staff';
import { enterConsole } from '../kit/staff-session';
import { expect, test } from '../kit/test';

/** Ends the session of whoever types, lets them notice it by `act`, and signs them in again. */
async function signsInAgain(
  page: Page,
  staff: Awaited<ReturnType<typeof enterConsole>>,
  act: () => Promise<void>,
) {
  const address = page.url();
  await query(
    `update identity.staff_session set ended_at = now()
     where staff_id = (select id from identity.staff_account where email = $1)`,
    [staff.email],
  );
  await act();
  await expect(page.getByRole('heading', { name: 'Staff sign-in' })).toBeVisible();
  await untilNextCode(page);
  await page.getByLabel('E-mail').fill(staff.email);
  await page.getByLabel('Password').fill(staff.password);
  await page.getByLabel('Code').fill(codeOf(staff));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(address);
}

test('the form of a setting survives the end of the session', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 401/);
  const admin = await enterConsole(page.context(), 'admin');
  await page.goto('/admin/settings/leads.windows/show');
  const field = page.getByLabel('Without an offer: tell the patient after', { exact: true });
  const days = String(3 + (Date.now() % 300));
  await field.fill(days);
  await signsInAgain(page, admin, () =>
    page.getByRole('button', { name: 'Save the change' }).click(),
  );
  await expect(field).toHaveValue(days);
  await page.getByRole('button', { name: 'Undo what I typed' }).click();
  await expect(field).not.toHaveValue(days);
});

test('what two editors type about the same words survives each other and the end of a session', async ({
  page,
  browser,
  baseURL,
  expectedErrors,
}) => {
  expectedErrors.push(/status of (401|409)/);
  const admin = await enterConsole(page.context(), 'admin');
  const colleague = await (await browser.newContext({ baseURL })).newPage();
  await enterConsole(colleague.context(), 'admin');
  const label = (on: Page) => on.getByLabel('Words').first();
  const save = (on: Page) => on.getByRole('button', { name: 'Save as draft' }).click();
  const [mine, theirs] = [`Mine ${Date.now() % 9_999}`, `Theirs ${Date.now() % 9_999}`];

  for (const on of [page, colleague]) await on.goto('/admin/content/badges/show');
  await label(page).fill(mine);
  await label(colleague).fill(theirs);
  await save(colleague);
  await expect(colleague.getByText('Draft not published')).toBeVisible();

  await signsInAgain(page, admin, () => save(page));
  await expect(label(page)).toHaveValue(mine);
  await save(page);
  await expect(page.getByRole('alert')).toContainText('what you typed is kept');
  await expect(page.getByRole('list').filter({ hasText: theirs }).first()).toBeVisible();
  await expect(label(page)).toHaveValue(mine);
  await page.getByRole('button', { name: 'Go on with mine' }).click();
  await save(page);
  await expect(page.getByRole('button', { name: 'Save as draft' })).toBeDisabled();
  await expect(label(page)).toHaveValue(mine);

  // Who looked at theirs does not publish mine by it.
  await colleague.getByRole('button', { name: 'Publish the draft' }).click();
  const dialog = colleague.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Publish the draft' }).click();
  await expect(colleague.getByRole('alert')).toContainText('Nothing was decided');
  await expect(label(colleague)).toHaveValue(mine);
  await colleague.getByRole('button', { name: 'Discard the draft' }).click();
  await colleague.getByRole('dialog').getByRole('button', { name: 'Discard the draft' }).click();
  await expect(colleague.getByText('Draft not published')).toHaveCount(0);
  await colleague.context().close();
});

test('the filters of the log are within reach of a thumb', async ({ page, expectAccessible }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enterConsole(page.context(), 'admin');
  await page.goto('/admin/audit');
  const filters = page.getByRole('search', { name: 'Filters' });
  const rows = page.locator('tbody tr');
  await expect(rows.first()).toBeInViewport();
  const outcome = filters.getByRole('combobox', { name: 'Outcome' });
  await expect(outcome).toBeHidden();
  await filters.getByRole('button', { name: 'More filters' }).click();
  await expect(outcome).toBeVisible();
  await outcome.click();
  await page.getByRole('option', { name: 'Refused' }).click();
  await expect(page).toHaveURL(/outcome/);
  await expect(filters.getByRole('button', { name: 'More filters, 1 set' })).toBeVisible();
  await filters.getByLabel('From', { exact: true }).fill('2024-01-01');
  await expect(page).toHaveURL(/from/);
  await expectAccessible();
  for (const field of await filters.locator('input:visible, [role=combobox]').all())
    expect((await field.boundingBox())!.width).toBeGreaterThan(250);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  await filters.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).not.toHaveURL(/outcome/);
});
