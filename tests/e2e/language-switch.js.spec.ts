import type { Page } from '@playwright/test';
import { ApiClinic } from './kit/api-clinic';
import { ApiPatient } from './kit/api-patient';
import { ready } from './kit/page';
import { expect, test } from './kit/test';

/** A clinic that the demo has approved. */
const demoClinic = '+12125550112';

/** Chooses the other language in the footer, or in the menu of a page without it. */
async function switches(page: Page, name: 'English' | 'Türkçe'): Promise<void> {
  await ready(page);
  const button = page.getByRole('button', { name }).filter({ visible: true }).last();
  // A clinic's pages, and others of a signed-in person on a phone, have it in the menu alone, which is closed.
  if (!(await button.isVisible()))
    await page.locator('header summary').filter({ visible: true }).click();
  await button.click();
  await expect(page.locator('html')).toHaveAttribute('lang', name === 'English' ? 'en' : 'tr');
  await ready(page);
}

/** Everything that outlives a page in this browser, but for its cookies. */
const storedIn = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const caches = await Promise.all(
      (await window.caches.keys()).map(async (name) => {
        const cache = await window.caches.open(name);
        return (await cache.keys()).map(({ url }) => url);
      }),
    );
    return JSON.stringify([localStorage, sessionStorage, history.state, window.name, caches]);
  });

test('what a visitor typed is there in the other language, and nowhere else', async ({ page }) => {
  await page.goto('/contact');
  await page.getByLabel('Your name').fill('Ada Canary');
  await page.getByLabel('Message', { exact: true }).fill('A canary of health, line 1\nline 2');
  await switches(page, 'Türkçe');
  await expect(page).toHaveURL(/\/tr\/contact$/);
  await expect(page.getByLabel('Adınız')).toHaveValue('Ada Canary');
  const message = page.locator('textarea[name=message]');
  await expect(message).toHaveValue('A canary of health, line 1\nline 2');
  await expect(page.locator('input[name=subject]')).toHaveValue('');
  expect(await storedIn(page)).not.toMatch(/canary/i);
  await switches(page, 'English');
  await expect(page).toHaveURL(/\/contact$/);
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue(/A canary of health/);
  await page.reload();
  await ready(page);
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('');
});

test('a number that is being typed comes along to the other sign-in', async ({ page }) => {
  await page.goto('/login?redirectTo=%2Fmy-offers');
  await page.locator('input[type=tel]').fill('+90 532 123');
  await switches(page, 'Türkçe');
  await expect(page).toHaveURL(/\/tr\/login\?redirectTo=%2Fmy-offers$/);
  await expect(page.locator('input[type=tel]')).toHaveValue('+90 532 123');
});

test('words to the team and a message to a clinic stay', async ({ page, context, baseURL }) => {
  const patient = new ApiPatient(baseURL!);
  await patient.signIn();
  await patient.enters(context);
  for (const path of ['/profile/support', '/profile/support/chat']) {
    await page.goto(path);
    await ready(page);
    const words = page.locator('main textarea').first();
    await words.fill(`Words at ${path}`);
    await switches(page, 'Türkçe');
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.locator('main textarea').first()).toHaveValue(`Words at ${path}`);
    expect(await storedIn(page)).not.toContain('Words at');
    await switches(page, 'English');
  }
});

test("a clinic's words and marks of itself stay", async ({ page, context, baseURL }) => {
  const clinic = new ApiClinic(baseURL!, demoClinic);
  await clinic.signIn();
  await clinic.enters(context);
  await page.goto('/clinic/profile/info');
  await ready(page);
  const words = page.locator('main textarea').first();
  const mark = page.locator('main input[type=checkbox]').first();
  const list = page.locator('main select[name=experience]');
  const wasChecked = await mark.isChecked();
  await words.fill('Words that nobody has saved');
  await list.selectOption({ index: 1 });
  const chosen = await list.inputValue();
  await mark.click();
  await switches(page, 'Türkçe');
  await expect(words).toHaveValue('Words that nobody has saved');
  await expect(list).toHaveValue(chosen);
  await expect(mark).toBeChecked({ checked: !wasChecked });
  await switches(page, 'English');
});

test('a choice that does not get through is made by the form itself', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/503/);
  await page.goto('/contact');
  await ready(page);
  let failed = 0;
  await page.route('**/language', (route) => {
    if (route.request().isNavigationRequest()) return route.fallback();
    failed += 1;
    return route.fulfill({ status: 503, body: '' });
  });
  await switches(page, 'Türkçe');
  await expect(page).toHaveURL(/\/tr\/contact$/);
  expect(failed).toBe(1);
});

for (const javaScriptEnabled of [true, false])
  test(`an address with two slashes stays ours in the other language, ${javaScriptEnabled ? 'with' : 'without'} script`, async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({ baseURL, javaScriptEnabled });
    const asked: string[] = [];
    await context.route(
      (url) => url.host !== new URL(baseURL!).host,
      (route) => {
        asked.push(route.request().url());
        return route.abort();
      },
    );
    for (const path of [
      '/tr//evil.example/welcome',
      '/tr/%2e%2e//evil.example/x',
      '//evil.example',
    ]) {
      const page = await context.newPage();
      // An address that begins with two slashes is whole only behind our host.
      await page.goto(baseURL!.replace(/\/$/, '') + path);
      await ready(page);
      const lang = await page.locator('html').getAttribute('lang');
      const button = page
        .getByRole('button', { name: /^(English|Türkçe)$/ })
        .filter({ visible: true });
      await button.last().click();
      await expect(page.locator('html')).not.toHaveAttribute('lang', lang!);
      await ready(page);
      expect(new URL(page.url()).host, path).toBe(new URL(baseURL!).host);
      await page.close();
    }
    expect(asked).toEqual([]);
    await context.close();
  });
