import type { Browser, Page } from '@playwright/test';
import { demoStaff, signInAsStaff } from '../kit/staff';
import { expect, test } from '../kit/test';

/** Waiting for review in the demo, and late. */
const clinic = 'Capital Hair Institute (demo)';
const reason = 'The licence number belongs to another clinic.';

async function reviews(browser: Browser, role: 'reviewer' | 'admin'): Promise<Page> {
  const context = await browser.newContext({ baseURL: process.env.E2E_URL });
  const page = await context.newPage();
  await signInAsStaff(page, demoStaff(process.env.E2E_DATA_DIR!, role));
  await page.goto('/admin/clinics?filter={"q":"DEMO-06-0115"}');
  await page.getByRole('link', { name: clinic }).click();
  await expect(page.getByRole('button', { name: 'Approve clinic' })).toBeVisible();
  return page;
}

test('the slower of two reviewers is told, and loses nothing that was typed', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const [quick, slow] = await Promise.all([
    reviews(browser, 'admin'),
    reviews(browser, 'reviewer'),
  ]);
  await onOneDocument(quick, slow);
  const decision = (page: Page) => page.getByRole('region', { name: 'Decision' });
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Reject' });

  for (const page of [slow, quick]) {
    await decision(page).getByRole('button', { name: 'Reject' }).click();
    await dialog(page).getByLabel('Reason').fill(reason);
  }
  await dialog(quick).getByRole('button', { name: 'Reject' }).click();
  await expect(decision(quick)).toContainText(reason);

  // The stream tells the other page; the dialog stays until its owner is done with it.
  await expect(slow.getByText('Someone was quicker')).toBeVisible();
  await expect(dialog(slow).getByLabel('Reason')).toHaveValue(reason);
  const refused = slow.waitForResponse('**/api/admin/clinics/*/reject');
  await dialog(slow).getByRole('button', { name: 'Reject' }).click();
  expect((await refused).status()).toBe(409);
  await expect(dialog(slow)).toHaveCount(0);
  await expect(decision(slow)).toContainText(reason);
  await expect(slow.getByText('Rejected', { exact: true }).first()).toBeVisible();
});

/** One accepts while the other types why to ask again: nothing is decided twice, and the words are there again. */
async function onOneDocument(quick: Page, slow: Page): Promise<void> {
  const note = 'The second page is missing.';
  const documents = (page: Page) => page.getByRole('region', { name: 'Documents' });
  const dialog = slow.getByRole('dialog', { name: 'Ask again' });
  const ask = documents(slow).getByRole('button', { name: 'Ask again' });
  await ask.click();
  await dialog.getByLabel('What is asked for').fill(note);
  await documents(quick).getByRole('button', { name: 'Accept' }).click();
  await expect(documents(quick).getByText('Accepted').first()).toBeVisible();
  const refused = slow.waitForResponse('**/api/admin/documents/*/ask-again');
  await dialog.getByRole('button', { name: 'Ask again' }).click();
  expect((await refused).status()).toBe(409);
  await expect(dialog).toHaveCount(0);
  const told = documents(slow).getByRole('alert');
  await expect(told).toContainText('A colleague accepted this document in the meantime.');
  await ask.click();
  await expect(dialog.getByLabel('What is asked for')).toHaveValue(note);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
}
