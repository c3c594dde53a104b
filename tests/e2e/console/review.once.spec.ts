import type { Page } from '@playwright/test';
import { demoStaff, signInAsStaff } from '../kit/staff';
import { expect, test } from '../kit/test';
import { Reviewer } from '../story/reviewer';

/** Waiting for review in the demo, with every document handed in. */
const clinic = 'Bosphorus Dermatology (demo)';

const violations = (page: Page): string[] => {
  const found: string[] = [];
  page.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text())) found.push(message.text());
  });
  return found;
};

test('a reviewer finds an application, checks its documents and approves it', async ({
  page,
  expectAccessible,
  expectedErrors,
}) => {
  test.setTimeout(180_000);
  // Nobody is signed in at first, and a code may have been used by another test.
  expectedErrors.push(/status of 401/);
  const refused = violations(page);

  await page.goto('/admin/clinics');
  await expect(page).toHaveURL(/\/admin\/login/);
  await expectAccessible();
  await signInAsStaff(page, demoStaff(process.env.E2E_DATA_DIR!, 'reviewer'));

  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Waiting for review' })).toBeVisible();
  await expect(page.getByText('Clinics, last thirty days').first()).toBeVisible();
  const guide = page.getByRole('region', { name: 'Three things to try here' });
  await expect(guide.getByRole('listitem').first()).toContainText(/\d+ waiting/);
  await expectAccessible();

  await guide.getByRole('link', { name: 'Decide on' }).click();
  await expect(page.getByRole('link', { name: clinic })).toBeVisible();
  await page.goto('/admin');
  await guide.getByRole('button', { name: 'Close this guide' }).click();
  await expect(guide).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Waiting for review' })).toBeVisible();
  await expect(guide).toHaveCount(0);

  const navigation = page.getByRole('navigation', { name: 'Console' });
  await expect(navigation.getByRole('link', { name: 'Staff' })).toHaveCount(0);
  await navigation.getByRole('link', { name: 'Waiting for review' }).click();
  await expect(page.getByRole('link', { name: clinic })).toBeVisible();
  await expect(page.getByRole('link', { name: /Galata/ })).toHaveCount(0);
  await expectAccessible();

  await page.getByLabel('Name, licence number or phone').fill('DEMO-34-0114');
  await expect(page).toHaveURL(/DEMO-34-0114/);
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  await page.reload();
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: clinic })).toBeFocused();
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { level: 1, name: clinic })).toBeVisible();
  const approve = page.getByRole('button', { name: 'Approve clinic' });
  await expect(approve).toBeDisabled();
  await expect(approve).toHaveAccessibleDescription(
    /Approval waits for an accepted document of each of these kinds: Medical license/,
  );
  await expect(page.locator('canvas, img[alt^="Uploaded picture"]').first()).toBeVisible();
  await expectAccessible();

  await new Reviewer(page).acceptsEverything();
  await expect(approve).toBeEnabled();
  await approve.click();
  const dialog = page.getByRole('dialog', { name: 'Approve clinic' });
  await expect(dialog).toContainText('The clinic is told by e-mail');
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Approve clinic' }).click();
  await expect(page.getByText('Approved', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Suspend' })).toBeVisible();
  expect(refused).toEqual([]);
});
