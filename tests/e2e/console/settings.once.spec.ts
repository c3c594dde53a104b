import { auditOf } from '../kit/audit';
import { saysYes } from '../kit/dialogs';
import { codeOf } from '../kit/staff';
import { enterConsole, letFactorAge } from '../kit/staff-session';
import { expect, test } from '../kit/test';

const notice = 'Without an offer: tell the patient after';

test('a setting keeps what was typed over a refusal and a fresh code, and says who changed it', async ({
  page,
  expectedErrors,
  expectAccessible,
}) => {
  // The value that does not fit, and the act that asks for a fresh code.
  expectedErrors.push(/status of (400|401|422)/);
  const admin = await enterConsole(page.context(), 'admin');
  await page.goto('/admin/settings');
  await page.getByRole('link', { name: 'Clocks of a request' }).click();
  const field = page.getByLabel(notice, { exact: true });
  const save = page.getByRole('button', { name: 'Save the change' });
  await expect(save).toBeDisabled();

  await field.fill('1');
  await save.click();
  await expect(field).toHaveAccessibleDescription(
    'Longer than the wait before all cities are matched.',
  );
  await expect(field).toHaveValue('1');
  await expectAccessible();

  await letFactorAge(admin.email, 11);
  const days = String(3 + (Date.now() % 300));
  await field.fill(days);
  await save.click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByLabel('Code from your authenticator').fill('000000');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog).toContainText('This is not right.');
  await dialog.getByLabel('Code from your authenticator').fill(codeOf(admin, 1));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('The setting is changed.')).toBeVisible();
  await expect(field).toHaveValue(days);
  await expect(page.getByRole('region', { name: 'Value' })).toContainText(admin.email);
  const changes = await auditOf(admin.email, 'setting');
  expect(changes.map(({ action, objectId }) => [action, objectId])).toEqual([
    ['settings.changed', 'leads.windows'],
  ]);
  await page.goto('/admin/audit');
  const entry = page.getByRole('row').filter({ hasText: 'settings.changed' });
  await expect(entry.filter({ hasText: admin.email })).toContainText('leads.windows');

  await page.goto('/admin/settings/leads.windows/show');
  await page.getByRole('button', { name: 'Back to as delivered' }).click();
  await saysYes(page, 'Back to as delivered');
  await expect(field).toHaveValue('2');
});
