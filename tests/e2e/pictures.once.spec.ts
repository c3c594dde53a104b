import type { Locator, Page } from '@playwright/test';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { phoneOfPatient } from '../../migrations/seed/demo-patients';
import { fits, onPhone } from './kit/page';
import { demoStaff, signInAsStaff } from './kit/staff';
import { expect, test } from './kit/test';
import { Patient } from './story/patient';

const desktop = { width: 1440, height: 900 };

/**
 * A picture of README: what the page shows at the size of its window. `npm run pictures` (`PICTURES=write`) writes it where README
 * shows it; otherwise it is in the results of the test, which holds that it can be taken.
 */
async function takePicture(page: Page, name: string): Promise<void> {
  const folder =
    process.env.PICTURES === 'write'
      ? path.resolve('docs', 'pictures')
      : test.info().outputPath('pictures');
  mkdirSync(folder, { recursive: true });
  await page.waitForLoadState('load');
  await page.evaluate(() => document.fonts.ready);
  const taken = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  // Few colours: a palette is a third of the size.
  await sharp(taken)
    .png({ palette: true, effort: 10 })
    .toFile(path.join(folder, `${name}.png`));
}

/** The request of the demo's first patient that has four offers. */
async function comparedRequest(page: Page): Promise<string> {
  const answer = await page.request.get('/api/leads/me');
  const { data } = (await answer.json()) as {
    data: { leads: Array<{ _id: string; subTreatment: string; offersCount: number }> };
  };
  const found = data.leads.find(
    ({ subTreatment, offersCount }) => subTreatment === 'Dental Implants' && offersCount === 4,
  );
  expect(found, 'a request with four offers').toBeDefined();
  return found!._id;
}

/** The comparison on a phone: column after column begins beside the labels, and whose it is stays in view. */
async function readsByThumb(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  const table = page.getByRole('region', { name: 'Offers side by side' });
  const heads = table.getByRole('columnheader');
  const clinics = (await heads.getByRole('link').allTextContents()).map((name) => name.trim());
  expect(clinics).toHaveLength(4);
  await table.evaluate((box) => box.scrollIntoView({ block: 'end' }));
  const bar = page.locator('[aria-hidden="true"]').filter({ hasText: clinics[0] }).first();
  const names = clinics.map((name) => bar.getByText(name, { exact: true }));
  const edge = async (part: Locator): Promise<number> => (await part.boundingBox())!.x;
  const { x, width } = (await heads.first().boundingBox())!;
  for (const [n, name] of names.slice(0, 2).entries()) {
    if (n > 0) await table.evaluate((box) => box.scrollBy({ left: 120 }));
    // Not where it was moved to: where the column begins.
    await expect.poll(async () => Math.round((await edge(heads.nth(n + 1))) - x - width)).toBe(0);
    await expect(name).toBeVisible();
    await expect(name).toBeInViewport({ ratio: 1 });
    const padding = (await edge(name)) - (await edge(heads.nth(n + 1)));
    expect(padding).toBeGreaterThanOrEqual(0);
    expect(padding).toBeLessThan(24);
    expect((await name.boundingBox())!.y).toBeLessThan(24);
  }
  expect(await fits(page)).toBe(true);
  const accept = table.getByRole('link', { name: `Accept ${clinics[1]}`, exact: true });
  await accept.scrollIntoViewIfNeeded();
  await expect(accept).toHaveText(`Accept ${clinics[1]}`);
  await expect(names[1]!).toBeInViewport({ ratio: 1 });
  await accept.tap();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(clinics[1]!);
}

test('a patient compares offers, at a desk and on a phone', async ({
  page,
  context,
  browser,
  baseURL,
  outbox,
}) => {
  const began = new Date();
  const sarah = new Patient(page, {
    scripts: true,
    phone: phoneOfPatient('sarah'),
    codeFor: (number) => outbox.codeFor(number, began),
  });
  await sarah.asksForCode('/login?redirectTo=/my-offers');
  await sarah.entersCode();
  await expect(page).not.toHaveURL(/\/login/);
  const comparison = `/offers/${await comparedRequest(page)}`;
  await page.setViewportSize(desktop);
  await page.goto(comparison);
  await expect(page.getByText('4 open offers for Dental Implants')).toBeVisible();
  await takePicture(page, 'comparison');

  const storageState = await context.storageState();
  const pocket = await browser.newContext({
    ...{ ...onPhone, baseURL, storageState, deviceScaleFactor: 2 },
  });
  const small = await pocket.newPage();
  await small.goto(comparison);
  await expect(small.getByText('4 open offers for Dental Implants')).toBeVisible();
  await takePicture(small, 'phone');
  await readsByThumb(small);
});

test('a reviewer opens the console', async ({ page, expectedErrors }) => {
  test.setTimeout(180_000);
  // A code may have been used by another test; then the next one is waited for.
  expectedErrors.push(/status of 401/);
  await signInAsStaff(page, demoStaff(process.env.E2E_DATA_DIR!, 'reviewer'));
  await page.setViewportSize(desktop);
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Waiting for review' })).toBeVisible();
  await expect(page.getByText('Clinics, last thirty days').first()).toBeVisible();
  await takePicture(page, 'console');
});
