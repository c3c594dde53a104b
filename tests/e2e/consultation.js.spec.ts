import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from './kit/test';
import { Patient } from './story/patient';

const networkError = 'Network error. Please try again.';
const keptKey = 'consultation.wizard';

/** Without network the act says so and moves nothing; with it, what was meant is sent by itself. */
async function losesNetwork(
  { page, context }: { page: Page; context: BrowserContext },
  act: () => Promise<void>,
): Promise<void> {
  await page.waitForLoadState('networkidle');
  const before = new URL(page.url()).pathname;
  await context.setOffline(true);
  await act();
  await expect(page.getByText(networkError).first()).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(before);
  await context.setOffline(false);
}

const continues = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Continue', exact: true }).click();

test('a lost network costs nothing at any step', async ({
  page,
  context,
  scripts,
  outbox,
  expectedErrors,
}) => {
  // Scripts are fetched ahead, also in the moment in which the network goes.
  expectedErrors.push(
    /ERR_INTERNET_DISCONNECTED|ERR_FAILED .*assets|Failed to fetch manifest patches/,
  );
  const patient = new Patient(page, { scripts, codeFor: outbox.codeFor });
  await patient.asksForCode('/login?redirectTo=/consultation');
  await patient.entersCode();
  await patient.completesProfile();
  for (const [label, next] of [
    ['Hair', 'treatment'],
    ['Beard Transplant', 'area'],
    ['Beard', 'photos'],
  ] as const) {
    await losesNetwork({ page, context }, async () => {
      await page.getByText(label, { exact: true }).click();
      await expect(page.getByRole('radio', { name: label, exact: true })).toBeChecked();
    });
    await expect(page).toHaveURL(new RegExp(`/${next}$`));
    await expect(page.getByText(networkError)).toBeHidden();
  }
  const dot = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  await losesNetwork({ page, context }, () =>
    page
      .locator('input[type=file]')
      .setInputFiles([{ name: 'dot.png', mimeType: 'image/png', buffer: dot }]),
  );
  await expect(page.getByText('1 of 10 photos added')).toBeVisible();
  await continues(page);
  await expect(page).toHaveURL(/\/locations$/);
  await page.getByText('Ankara', { exact: true }).click();
  await losesNetwork({ page, context }, () => continues(page));
  await expect(page).toHaveURL(/\/budget$/);
  await page.getByLabel('Notes').fill('CANARY of a note');
  await losesNetwork({ page, context }, async () => {
    await continues(page);
    await expect(page.getByLabel('Notes')).toHaveValue('CANARY of a note');
  });
  await expect(page).toHaveURL(/\/summary$/);
  await expect(page.getByText('CANARY of a note')).toBeVisible();
  const kept = await page.evaluate((key) => localStorage.getItem(key), keptKey);
  expect(kept).toContain('Beard Transplant');
  expect(kept).not.toContain('CANARY');
  await losesNetwork({ page, context }, () =>
    page.getByRole('button', { name: 'Submit Request' }).click(),
  );
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
  await expect(page.getByText(networkError)).toBeHidden();
  await patient.submits();
  expect(await page.evaluate((key) => localStorage.getItem(key), keptKey)).toBeNull();
  await page.goto('/my-offers');
  await expect(page.getByRole('link', { name: 'View Details' })).toHaveCount(1);
});

test('two tabs lose no word and make one request', async ({
  page,
  context,
  scripts,
  outbox,
  expectedErrors,
}) => {
  expectedErrors.push(/409/);
  const patient = new Patient(page, { scripts, codeFor: outbox.codeFor });
  await patient.asksForCode('/login?redirectTo=/consultation');
  await patient.entersCode();
  await patient.completesProfile();
  await patient.chooses('Dental', '/treatment');
  await patient.chooses('Root Canal', '/area');
  await patient.chooses('Smile', '/photos');
  await page.goto('/consultation/budget');
  const other = await context.newPage();
  await other.goto('/consultation/budget');
  await other.getByLabel('Notes').fill('words of the other tab');
  await continues(other);
  await expect(other).toHaveURL(/\/summary$/);
  await page.getByLabel('Notes').fill('words of this tab');
  await continues(page);
  await expect(page.getByText('This request was changed in another tab')).toBeVisible();
  await expect(page.getByText('words of the other tab')).toBeVisible();
  await expect(page.getByLabel('Notes')).toHaveValue('words of this tab');
  await continues(page);
  await expect(page.getByText('words of this tab')).toBeVisible();
  await patient.submits();
  await other.getByRole('button', { name: 'Submit Request' }).click();
  await expect(other).toHaveURL(page.url());
});

test('arrow keys choose without going on, the camera says what it needs, axe finds nothing', async ({
  page,
  scripts,
  outbox,
  expectAccessible,
}) => {
  const patient = new Patient(page, { scripts, codeFor: outbox.codeFor });
  await patient.asksForCode('/login?redirectTo=/consultation');
  await patient.entersCode();
  await patient.completesProfile();
  await page.waitForLoadState('networkidle');
  await expectAccessible();
  await page.getByRole('radio', { name: 'Dental' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Hair' })).toBeChecked();
  await page.waitForTimeout(600);
  await expect(page).toHaveURL(/\/consultation$/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/treatment$/);
  await patient.chooses('Eyebrow Transplant', '/area');
  await patient.chooses('Eyebrow', '/photos');
  await page.getByRole('button', { name: 'Take a photo' }).click();
  await expect(
    page.getByRole('alertdialog', {
      name: 'Camera access is required to take photos. Please allow camera permission and try again.',
    }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'OK' }).click();
  for (const step of ['photos', 'locations', 'budget', 'summary']) {
    await page.goto(`/consultation/${step}`);
    await page.waitForLoadState('networkidle');
    await expectAccessible();
  }
});
