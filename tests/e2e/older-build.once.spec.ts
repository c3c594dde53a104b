import type { BrowserContext, Page } from '@playwright/test';
import { ApiPatient } from './kit/api-patient';
import { expect, test } from './kit/test';
import { Patient } from './story/patient';

// A worker would go on giving the scripts of an older build.
test.use({ serviceWorkers: 'block' });

const summaryScript = /\/assets\/consultation\.summary-[^/]+\.js$/;
const renewed = 'The site was updated';

/** Addresses of the documents that were asked for from now on. */
function documentsOf(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) paths.push(new URL(request.url()).pathname);
  });
  return paths;
}

/** For a visitor each page is loaded as a whole anyway. */
async function isSomebody(context: BrowserContext, baseURL: string): Promise<void> {
  const patient = new ApiPatient(baseURL);
  await patient.signIn();
  await patient.enters(context);
}

const gone = { status: 404, contentType: 'text/plain', body: 'Not Found' };
const otherBuild = { status: 204, headers: { 'X-Remix-Reload-Document': 'true' } };

async function writesNotes(patient: Patient, page: Page): Promise<void> {
  await patient.arrivesAtPhotos();
  await page.goto('/consultation/budget');
  await page.waitForLoadState('networkidle');
  await page.getByLabel('Notes').fill('Words of an older page');
}

test('a script that went with its build costs no word and leads where it was to lead', async ({
  page,
  scripts,
  outbox,
  expectedErrors,
}) => {
  expectedErrors.push(/Error loading route module|404|dynamically imported module/);
  const patient = new Patient(page, { scripts, codeFor: outbox.codeFor });
  await writesNotes(patient, page);
  const documents = documentsOf(page);
  await page.route(summaryScript, (route) =>
    documents.includes('/consultation/summary') ? route.fallback() : route.fulfill(gone),
  );
  await patient.continues();
  await expect(page).toHaveURL(/\/consultation\/summary$/);
  await expect(page.getByText('Words of an older page')).toBeVisible();
  await expect(page.getByText(renewed)).toBeVisible();
  expect(documents).toEqual(['/consultation/budget', '/consultation/summary']);
  await patient.submits();
});

test('a script that is missing for good ends in a page, not in a circle', async ({
  page,
  scripts,
  outbox,
  expectedErrors,
}) => {
  expectedErrors.push(/Error loading route module|404|dynamically imported module/);
  const patient = new Patient(page, { scripts, codeFor: outbox.codeFor });
  await writesNotes(patient, page);
  const documents = documentsOf(page);
  await page.route(summaryScript, (route) => route.fulfill(gone));
  await patient.continues();
  await expect(page).toHaveURL(/\/consultation\/summary$/);
  await expect(page.getByText('Words of an older page')).toBeVisible();
  await page.waitForTimeout(3_000);
  expect(documents).toEqual(['/consultation/budget', '/consultation/summary']);
});

test('a page that a newer server no longer suits is loaded anew, once', async ({
  page,
  context,
  baseURL,
  expectedErrors,
}) => {
  expectedErrors.push(/./);
  await isSomebody(context, baseURL!);
  await page.route(/\/blog\.data/, (route) =>
    route.fulfill({ status: 200, contentType: 'text/x-script', body: 'no answer of this build' }),
  );
  await page.route(/\/__manifest\?p=%2F&version=/, (route) => route.fulfill(otherBuild));
  await page.goto('/about');
  await page.waitForLoadState('networkidle');
  const documents = documentsOf(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Blog' }).click();
  await expect(page.getByText(renewed)).toBeVisible();
  await expect(page).toHaveURL(/\/blog$/);
  expect(documents).toEqual(['/blog']);
  // The same build fails once more: this time it says so, and stays.
  await page.goto('/about');
  await page.waitForLoadState('networkidle');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Blog' }).click();
  await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible();
  await page.waitForTimeout(2_000);
  expect(documents).toEqual(['/blog', '/about']);
});

test('a list with a boundary of its own is loaded anew, too, once', async ({
  page,
  context,
  baseURL,
  expectedErrors,
}) => {
  expectedErrors.push(/./);
  await isSomebody(context, baseURL!);
  await page.route(/\/my-offers\.data/, (route) =>
    route.fulfill({ status: 200, contentType: 'text/x-script', body: 'no answer of this build' }),
  );
  await page.route(/\/__manifest\?p=%2F&version=/, (route) => route.fulfill(otherBuild));
  const asks = async () => {
    await page.goto('/profile');
    await page.waitForLoadState('networkidle');
    const documents = documentsOf(page);
    await page.getByRole('banner').getByRole('link', { name: 'My Requests' }).click();
    return documents;
  };
  const first = await asks();
  await expect(page.getByText(renewed)).toBeVisible();
  await expect(page).toHaveURL(/\/my-offers$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Treatment Requests');
  expect(first).toEqual(['/my-offers']);
  const second = await asks();
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  await page.waitForTimeout(2_000);
  expect(second).toEqual([]);
});

test('an address that only a newer build knows is loaded as a whole page', async ({
  page,
  context,
  baseURL,
  expectedErrors,
}) => {
  await isSomebody(context, baseURL!);
  expectedErrors.push(/manifest version mismatch/);
  await page.route(/\/__manifest\?/, (route) => route.fulfill(otherBuild));
  await page.goto('/about');
  await page.waitForLoadState('networkidle');
  const documents = documentsOf(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click();
  await expect(page).toHaveURL(/\/faq$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // Time for a second load: a request that went with the page before may keep the network busy for good.
  await page.waitForTimeout(2_000);
  expect(documents).toEqual(['/faq']);
});
