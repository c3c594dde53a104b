import { devices } from '@playwright/test';
import { expect, test } from './kit/test';

test('the three steps take turns, stand still when told to, and lie side by side for who wants it calm', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/');
  const steps = page.getByRole('region', { name: 'Three steps' });
  const drawings = steps.locator('svg[class*=turn-]');
  const lit = () =>
    drawings.evaluateAll((all) => all.map((one) => Number(getComputedStyle(one).opacity) > 0.5));
  const at = (ms: number) =>
    page.evaluate((now) => {
      for (const animation of document.getAnimations()) animation.currentTime = now;
    }, ms);
  // An animation that begins in the middle counts its delay as well.
  for (const [ms, step] of [
    [0, 0],
    [3_000, 1],
    [6_000, 2],
    [9_000, 0],
  ] as const) {
    await at(ms);
    expect(await lit()).toEqual([0, 1, 2].map((each) => each === step));
  }
  await steps.getByRole('checkbox', { name: 'Pause the animation' }).check({ force: true });
  const states = () =>
    page.evaluate(() => [...new Set(document.getAnimations().map(({ playState }) => playState))]);
  expect(await states()).toEqual(['paused']);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await lit()).toEqual([true, true, true]);
  await expect(steps.getByRole('checkbox')).toBeHidden();
});

test('Escape closes the menu, and the keyboard is where it was', async ({ page }) => {
  await page.setViewportSize(devices['iPhone 13'].viewport);
  await page.goto('/faq');
  await page.waitForLoadState('networkidle');
  const menu = page.locator('header summary').filter({ visible: true });
  await menu.click();
  const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link').first();
  await expect(entry).toBeVisible();
  await entry.focus();
  await page.keyboard.press('Escape');
  await expect(entry).toBeHidden();
  await expect(menu).toBeFocused();
});

test('without a connection a visitor is told so, and keeps what was typed', async ({
  page,
  context,
}) => {
  await page.goto('/contact');
  await page.waitForLoadState('networkidle');
  await page.getByLabel('Your name').fill('Ada');
  await page.getByLabel('E-mail address').fill(`ada-${Date.now()}@example.com`);
  await page.getByLabel('Subject').fill('Prices');
  await page.getByLabel('Message', { exact: true }).fill('How do prices come about?');
  await context.setOffline(true);
  const told = page.getByRole('alert').filter({ hasText: 'You are offline.' });
  await expect(told).toBeVisible();
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue(
    'How do prices come about?',
  );
  await context.setOffline(false);
  await expect(told).toHaveCount(0);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Your message has been sent!')).toBeVisible();
});

test("a clinic's page says first what it has shown and how to ask it, and names the treatment of each review", async ({
  page,
}) => {
  await page.setViewportSize(devices['iPhone 13'].viewport);
  await page.goto('/find-clinics?sort=rating');
  const best = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.locator('h2') })
    .first();
  const name = (await best.getByRole('heading').textContent())!;
  await best.getByRole('link', { name }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  const main = page.getByRole('main');
  const topOf = async (heading: string): Promise<number> =>
    (await main.getByRole('heading', { name: heading }).boundingBox())!.y;
  const figures = main.locator('section', {
    has: page.getByRole('heading', { name: 'What patients have seen' }),
  });
  await expect(figures).toContainText(/[\d.]+ of 5 stars/);
  await expect(figures).toContainText(/Price kept in \d+ of \d+ treatments/);
  const heading = (await page.getByRole('heading', { level: 1 }).boundingBox())!.y;
  expect(heading).toBeLessThan(await topOf('What patients have seen'));
  // Nobody can call before an offer was accepted.
  await expect(main.locator('a[href^="tel:"]')).toHaveCount(0);
  const ask = (await main.getByRole('link', { name: 'Ask this clinic' }).boundingBox())!.y;
  expect(await topOf('What patients have seen')).toBeLessThan(ask);
  expect(ask).toBeLessThan(await topOf('About the clinic'));
  const reviews = page.locator('#reviews li:not(li li)');
  expect(await reviews.count()).toBeGreaterThan(0);
  for (const review of await reviews.all()) {
    // What is said half a year or a year later counts no stars.
    const isLater = /After (?:6 months|a year)/.test((await review.textContent())!);
    await expect(review.getByRole('img', { name: /of 5 stars/ })).toHaveCount(isLater ? 0 : 1);
    await expect(review.getByRole('heading', { level: 3 })).toHaveText(/\w/);
  }
});
