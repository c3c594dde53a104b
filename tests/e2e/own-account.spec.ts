import type { Locator, Page } from '@playwright/test';
import { ApiPatient } from './kit/api-patient';
import { hydrated } from './kit/page';
import { expect, test } from './kit/test';

const heightOf = async (box: Locator): Promise<number> => (await box.boundingBox())!.height;

/** The menu that holds the account: of its own where the header is wide, else together with the places. */
function accountMenu(page: Page): { summary: Locator; entries: Locator } {
  const isWide = page.viewportSize()!.width > 1_000;
  const header = page.getByRole('banner');
  return {
    summary: header.locator('summary', { hasText: isWide ? 'Account' : 'Menu' }),
    entries: header.getByRole('navigation', { name: isWide ? 'Account' : 'Main' }).last(),
  };
}

/** From the bell on by the keyboard alone: the menu is next, opens, and holds the way out last. */
async function reachesTheWayOut(page: Page): Promise<void> {
  const { summary, entries } = accountMenu(page);
  const out = entries.getByRole('button', { name: 'Logout' });
  await expect(out).toBeHidden();
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Notifications/ })
    .focus();
  await page.keyboard.press('Tab');
  await expect(summary).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(out).toBeVisible();
  const stops = await entries.locator('a, button').count();
  for (let stop = 0; stop < stops; stop += 1) await page.keyboard.press('Tab');
  await expect(out).toBeFocused();
}

test('the account menu stands after the bell and holds the way out; only public pages end in the long footer', async ({
  page,
  context,
  baseURL,
  scripts,
}) => {
  const patient = new ApiPatient(baseURL!);
  await patient.signIn();
  await patient.enters(context);
  await page.goto('/about');
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByRole('heading', { level: 2 })).not.toHaveCount(0);
  await expect(footer.getByRole('link', { name: 'Careers' })).toBeVisible();
  const long = await heightOf(footer);
  for (const path of ['/my-offers', '/profile/personal', '/messages']) {
    await page.goto(path);
    await expect(footer.getByRole('heading')).toHaveCount(0);
    await expect(footer.getByRole('link', { name: 'Careers' })).toHaveCount(0);
    await expect(footer.getByRole('link', { name: 'Terms' })).toBeVisible();
    // One line, or two where a phone breaks it.
    expect(await heightOf(footer)).toBeLessThan(Math.min(100, long / 3));
  }
  await page.goto('/my-offers');
  if (scripts) await hydrated(page);
  await expect(page.getByRole('main').getByRole('button', { name: 'Logout' })).toHaveCount(0);
  await reachesTheWayOut(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('banner').locator('summary', { hasText: 'Account' })).toHaveCount(0);
  await page.goto('/my-offers');
  await expect(page).toHaveURL(/\/login/);
});

test('the date of birth says what it is for, stays in this browser, and goes with the sign-out', async ({
  page,
  context,
  baseURL,
  scripts,
}) => {
  const patient = new ApiPatient(baseURL!);
  await patient.signIn();
  await patient.enters(context);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  await page.goto('/profile/personal');
  const date = page.getByLabel('Date of birth');
  if (!scripts) {
    await expect(date).toBeDisabled();
    await expect(date).toHaveAccessibleDescription(/Needs JavaScript/);
    return;
  }
  await hydrated(page);
  await expect(date).toHaveAccessibleDescription(
    /clinics ask for it when you fill in their papers.* until you sign out, and is not sent to us/,
  );
  const kept = () => page.evaluate(() => Object.values(localStorage).join(' '));
  await date.fill('1987-06-05');
  await page.getByLabel('First name').fill('Augusta');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await page.goto('/profile/personal');
  await expect(page.getByLabel('First name')).toHaveValue('Augusta');
  await expect(date).toHaveValue('1987-06-05');
  expect(await kept()).toContain('1987-06-05');
  await hydrated(page);
  await reachesTheWayOut(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/$/);
  expect(await kept()).not.toContain('1987');
  expect(sent.filter((each) => each.includes('Augusta'))).not.toEqual([]);
  expect(sent.filter((each) => each.includes('1987'))).toEqual([]);
});
