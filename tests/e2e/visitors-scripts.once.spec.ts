import type { Page } from '@playwright/test';
import { expect, test } from './kit/test';

const running = (page: Page) => page.evaluate(() => '__remixRouter' in window);
const nobodyThere = async (page: Page) => {
  await page.waitForLoadState('networkidle');
  expect(await running(page)).toBe(false);
};
const takenOver = (page: Page) =>
  page.waitForFunction(() => window.__remixRouter?.state.initialized && document.readyState);

test('a visitor’s page runs its scripts for somebody who is there, and goes on without loading anew', async ({
  page,
}) => {
  const signs: Record<string, () => Promise<void>> = {
    'a key': () => page.keyboard.press('Tab'),
    'the pointer': () => page.mouse.move(40, 40),
    scrolling: () => page.evaluate(() => scrollTo(0, 200)),
  };
  for (const sign of Object.values(signs)) {
    await page.goto('/');
    await nobodyThere(page);
    await sign();
    await takenOver(page);
  }
  let documents = 0;
  page.on('request', (request) => (documents += Number(request.isNavigationRequest())));
  await page.getByRole('link', { name: 'How it works' }).first().click();
  await expect(page).toHaveURL(/\/how-it-works$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(documents).toBe(0);
});

test('its scripts run at once when they have something to go on with', async ({ page }) => {
  await page.goto('/how-it-works');
  await nobodyThere(page);
  await page.reload();
  await takenOver(page);
  await page.goto('/');
  await nobodyThere(page);
  await page.goBack();
  await takenOver(page);
});
