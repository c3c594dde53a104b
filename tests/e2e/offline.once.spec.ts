import type { BrowserContext, Page } from '@playwright/test';
import { addressIn } from '#app/i18n/address';
import { locales } from '#platform/base/locale';
import { expect, test } from './kit/test';
import { Patient } from './story/patient';
import { photo } from './story/photos';

const offlineErrors = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch manifest patches/;
const notUploaded = 'photos have not been uploaded yet';

/** All that this browser keeps: caches with the words in them, and every other storage as text. */
const dump = (page: Page) =>
  page.evaluate(async () => {
    const cached: { path: string; text: string }[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = (await cache.match(request))!;
        cached.push({ path: new URL(request.url).pathname, text: await answer.text() });
      }
    }
    const rows: unknown[] = [];
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const asked = indexedDB.open(name!);
        asked.onsuccess = () => resolve(asked.result);
        asked.onerror = () => reject(asked.error as Error);
      });
      for (const store of database.objectStoreNames)
        rows.push(
          ...(await new Promise<unknown[]>((resolve) => {
            const asked = database.transaction(store).objectStore(store).getAll();
            asked.onsuccess = () => resolve(asked.result);
          })),
        );
      database.close();
    }
    const stored = JSON.stringify([{ ...localStorage }, { ...sessionStorage }]);
    return { cached, rows, stored };
  });

/** The worker may have been ended and started again since: it is told anew. */
async function losesConnection(context: BrowserContext): Promise<void> {
  await context.setOffline(false);
  await context.setOffline(true);
}

const workerIsThere = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((heard) => {
        navigator.serviceWorker.addEventListener('controllerchange', heard, { once: true });
      });
  });

test('the worker keeps files of the build and the offline page in every language, and nothing of a person', async ({
  page,
  context,
  scripts,
  outbox,
  expectedErrors,
}) => {
  expectedErrors.push(offlineErrors);
  const patient = new Patient(page, { scripts, codeFor: outbox.codeFor });
  await patient.arrivesAtPhotos();
  await workerIsThere(page);
  for (const path of ['/profile/personal', '/my-offers', '/tr/about', '/profile']) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
  }
  const { cached, rows } = await dump(page);
  expect(cached.length).toBeGreaterThan(10);
  const pages = cached.filter(({ path }) => !path.startsWith('/assets/'));
  const offlinePages = new Set(locales.map((locale) => addressIn(locale, '/offline')));
  expect(new Set(pages.map(({ path }) => path))).toEqual(offlinePages);
  expect(JSON.stringify(cached)).not.toMatch(/Quenby|quenby|Tarrant/);
  // What limits the files knows their addresses and when they were used.
  for (const row of rows) expect(Object.values(row as object).join(' ')).toMatch(/\/assets\//);

  await losesConnection(context);
  await page.goto('/my-offers');
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  const rules = () => page.evaluate(() => document.styleSheets[0]?.cssRules.length ?? 0);
  expect(await rules()).toBeGreaterThan(10);
  await losesConnection(context);
  await page.goto('/tr/treatments');
  await expect(page.getByRole('heading', { name: 'Çevrimdışısınız' })).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Yeniden dene' }).click();
  await expect(page.getByRole('heading', { name: 'Çevrimdışısınız' })).toBeHidden();
  await page.waitForLoadState('networkidle');
  // An address of nobody's language: that of the page before.
  await losesConnection(context);
  await page.goto('/my-offers');
  await expect(page.getByRole('heading', { name: 'Çevrimdışısınız' })).toBeVisible();
});

test('photos without a connection wait in the page, and go when it is back', async ({
  page,
  context,
  scripts,
  outbox,
  expectedErrors,
}) => {
  expectedErrors.push(offlineErrors);
  const patient = new Patient(page, { scripts, codeFor: outbox.codeFor });
  await patient.arrivesAtPhotos();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  const files = await Promise.all(
    [1, 2].map(async (n) => ({ ...(await photo(n)), name: `CANARY-${n}.jpg` })),
  );
  await page.locator('input[type=file]').setInputFiles(files);
  await expect(page.getByText('Network error. Please try again.')).toHaveCount(2);
  await expect(page.getByText(`2 ${notUploaded}`)).toBeVisible();
  await expect(page.getByText('Do not close this tab')).toBeVisible();

  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await expect(page.getByText(`2 ${notUploaded}`)).toBeVisible();
  const { cached, rows, stored } = await dump(page);
  expect(JSON.stringify([cached.map(({ path }) => path), rows, stored])).not.toContain('CANARY');
  expect(cached.filter(({ path }) => !/^\/assets\/|\/offline$/.test(path))).toEqual([]);
  expect(rows.filter((row) => !JSON.stringify(row).includes('/assets/'))).toEqual([]);

  // The network is back, but for the photos: they wait through the steps that follow.
  const uploads = /\/api\/.*photos/;
  await page.route(uploads, (route) => route.abort('internetdisconnected'));
  await context.setOffline(false);
  await patient.continues();
  await expect(page).toHaveURL(/\/locations$/);
  await expect(page.getByText(`2 ${notUploaded}`)).toBeVisible();
  await patient.choosesCities('Ankara');
  await patient.tellsTheRest('CANARY of a note');
  await expect(page.getByRole('button', { name: 'Submit Request' })).toBeDisabled();
  expect((await dump(page)).stored).not.toContain('CANARY');
  await page.unroute(uploads);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByText(notUploaded)).toBeHidden();
  await expect(page.getByRole('img', { name: 'Photo 2 of 2' })).toBeVisible();
  await patient.submits();
  // Nothing waits any more: the tab closes without a question.
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => page.isClosed()).toBe(true);
});
