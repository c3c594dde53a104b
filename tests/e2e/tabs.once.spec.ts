import type { Locator } from '@playwright/test';
import sharp from 'sharp';
import { ApiClinic } from './kit/api-clinic';
import { ApiPatient } from './kit/api-patient';
import { fits, onPhone } from './kit/page';
import { expect, test } from './kit/test';

test('every tab is within reach when a phone shows everything twice as large', async ({
  page,
  context,
  baseURL,
}) => {
  const patient = new ApiPatient(baseURL!);
  await patient.signIn();
  await patient.enters(context);
  // What a screen 390 wide has left at 200 %.
  const width = 195;
  await page.setViewportSize({ width, height: 422 });
  await page.goto('/my-offers');
  const tabs = page.getByRole('main').getByRole('navigation').getByRole('link');
  await expect(tabs).toHaveCount(2);
  for (const tab of await tabs.all()) {
    // They stand in one line that scrolls.
    await tab.scrollIntoViewIfNeeded();
    const box = (await tab.boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(width);
  }
  await tabs.last().click();
  await expect(page.getByText('No completed requests')).toBeVisible();
});

/** A clinic that the demo has approved, and no other test signs in as. */
const demoClinic = '+12125550145';

/** How light the last pixels of a row of tabs are, above its words. */
async function lightAtEnd(tabs: Locator): Promise<number> {
  const { x, y, width } = (await tabs.boundingBox())!;
  const clip = { x: x + width - 6, y: y + 2, width: 6, height: 8 };
  const { channels } = await sharp(await tabs.page().screenshot({ clip })).stats();
  return Math.min(...channels.slice(0, 3).map(({ mean }) => mean));
}

/** They stand in one line, each with its words in one line; what hides at an end shows that it goes on there. */
async function standInOneLine(tabs: Locator): Promise<void> {
  const boxes = await tabs.getByRole('link').evaluateAll((links) =>
    links.map((link) => ({
      top: link.getBoundingClientRect().top,
      lines: new Set([...link.getClientRects()].map(({ top }) => top)).size,
      height: link.getBoundingClientRect().height,
    })),
  );
  expect(new Set(boxes.map(({ top }) => Math.round(top))).size).toBe(1);
  expect(boxes.filter(({ lines, height }) => lines > 1 || height > 56)).toEqual([]);
}

test('the tabs of a clinic stay in one line on a phone, and show that they go on', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ ...onPhone, baseURL });
  const clinic = new ApiClinic(baseURL!, demoClinic);
  await clinic.signIn();
  await clinic.enters(context);
  const page = await context.newPage();
  // In Turkish they are longest.
  await page.request.put('/api/account/locale', { data: { locale: 'tr' } });
  await page.goto('/clinic/dashboard');
  const tabs = page.getByRole('main').getByRole('navigation').first();
  await expect(tabs.getByRole('link')).toHaveCount(3);
  for (const wide of [390, 320]) {
    await page.setViewportSize({ width: wide, height: 844 });
    await standInOneLine(tabs);
    expect(await fits(page)).toBe(true);
  }
  const hidden = () => tabs.evaluate((box) => box.scrollWidth - box.clientWidth - box.scrollLeft);
  expect(await hidden()).toBeGreaterThan(0);
  const light = await lightAtEnd(tabs);
  await tabs.getByRole('link').last().tap();
  await expect(page).toHaveURL(/tab=won/);
  await expect.poll(hidden).toBeLessThanOrEqual(1);
  // The shade is gone where nothing hides any more.
  await expect.poll(() => lightAtEnd(tabs)).toBeGreaterThan(light + 8);
  await page.request.put('/api/account/locale', { data: { locale: 'en' } });
});
