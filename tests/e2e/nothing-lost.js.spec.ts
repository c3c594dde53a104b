import type { Page, Request } from '@playwright/test';
import { expect, test } from './kit/test';
import { photo } from './story/photos';
import { Patient } from './story/patient';

const notes = (page: Page) => page.getByLabel('Notes');
const saved = (page: Page) => expect(page.getByText('Saved', { exact: true })).toBeVisible();

const isSending = (request: Request): boolean =>
  request.method() === 'POST' && request.url().includes('/budget.data');

/** Until what the page was told is on the screen. */
const twoFrames = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

test('what is typed outlives a reload, the way back and an ended session', async ({
  page,
  scripts,
  outbox,
  expectedErrors,
  expectAccessible,
}) => {
  expectedErrors.push(/401/);
  const patient = new Patient(page, { scripts, codeFor: outbox.codeFor });
  await patient.asksForCode('/login?redirectTo=/consultation');
  await patient.entersCode();
  await page.waitForLoadState('networkidle');
  await page.getByLabel('First name').fill('Quen');
  await page.getByLabel('E-mail').fill('quenby@');
  await page.reload();
  await expect(page.getByLabel('First name')).toHaveValue('Quen');
  await expect(page.getByLabel('E-mail')).toHaveValue('quenby@');
  await patient.completesProfile();
  await patient.choosesRootCanal();
  await page.goto('/consultation/budget');
  await page.waitForLoadState('networkidle');

  await notes(page).pressSequentially('One');
  await page.reload();
  await expect(notes(page)).toHaveValue('One');
  await page.waitForLoadState('networkidle');
  await notes(page).fill('Two');
  await saved(page);
  await page.getByText('$1,000 - $5,000', { exact: true }).click();
  await page.locator('summary').filter({ hasText: 'About you' }).click();
  await page.getByLabel('Allergies').fill('Latex');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(/\/locations$/);
  await patient.continues();
  await expect(notes(page)).toHaveValue('Two');
  await expect(page.getByLabel('Allergies')).toHaveValue('Latex');
  await expect(page.getByRole('radio', { name: '$1,000 - $5,000' })).toBeChecked();
  await notes(page).fill('Three');
  await page.goBack();
  // Its address is there before the step is.
  await expect(page.getByText('Ankara', { exact: true })).toBeVisible();
  await page.goForward();
  await expect(notes(page)).toHaveValue('Three');

  await page.waitForLoadState('networkidle');
  await patient.losesSession();
  await notes(page).fill('Four, after the session had ended');
  await expect(
    page.getByText('You were signed out; what you entered is safe').first(),
  ).toBeVisible();
  await expectAccessible();
  await page.getByRole('link', { name: 'Sign in again' }).click();
  await expect(page).toHaveURL(/\/login\?/);
  await patient.signsInAgain();
  await expect(page).toHaveURL(/\/consultation\/budget$/);
  await expect(notes(page)).toHaveValue('Four, after the session had ended');
  await saved(page);

  await page.waitForLoadState('networkidle');
  await patient.losesSession();
  await page.reload();
  await expect(page).toHaveURL(/\/login\?/);
  await expect(page.getByText('You were signed out; what you entered is safe')).toBeVisible();
});

test('a press on Continue is heard when saving by itself fails under it', async ({
  page,
  scripts,
  outbox,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/);
  const patient = new Patient(page, { scripts, codeFor: outbox.codeFor });
  await patient.arrivesAtPhotos();
  await page.goto('/consultation/budget');
  await page.waitForLoadState('networkidle');
  let lose: () => void = () => undefined;
  const lost = new Promise<void>((resolve) => (lose = resolve));
  const sent = page.waitForRequest(isSending);
  const failed = page.waitForEvent('requestfailed', isSending);
  await page.route(/\/budget\.data/, async (route) => {
    await lost;
    await route.abort('internetdisconnected');
  });
  await notes(page).fill('Five, while the network went');
  await sent;
  await page.getByRole('button', { name: 'Continue', exact: true }).hover();
  await page.mouse.down();
  lose();
  await failed;
  await page.evaluate(twoFrames);
  await page.mouse.up();
  await expect(page.getByText('Network error. Please try again.')).toBeVisible();
  await expect(page.getByText('Not saved yet.')).toBeVisible();
  await expect(notes(page)).toHaveValue('Five, while the network went');
  await page.unroute(/\/budget\.data/);
  await expect(page).toHaveURL(/\/summary$/, { timeout: 15_000 });
  await expect(page.getByText('Five, while the network went')).toBeVisible();
});

test('the profile brings back what was typed when the session had ended', async ({
  page,
  scripts,
  outbox,
  expectedErrors,
}) => {
  expectedErrors.push(/401/);
  const patient = new Patient(page, { scripts, codeFor: outbox.codeFor });
  await patient.asksForCode('/login?redirectTo=/consultation');
  await patient.entersCode();
  await patient.completesProfile();
  await page.goto('/profile/personal');
  await page.waitForLoadState('networkidle');
  await patient.losesSession();
  await page.getByLabel('First name').fill('Quentin');
  await page.getByLabel('E-mail').fill('quentin@example.com');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Sign in again' }).click();
  await expect(page).toHaveURL(/\/login\?/);
  await patient.signsInAgain();
  await expect(page).toHaveURL(/\/profile\/personal$/);
  await expect(page.getByLabel('First name')).toHaveValue('Quentin');
  await expect(page.getByLabel('E-mail')).toHaveValue('quentin@example.com');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Profile updated successfully!')).toBeVisible();
});

test('another tab is never overwritten by what is typed here', async ({
  page,
  context,
  scripts,
  outbox,
  expectedErrors,
}) => {
  expectedErrors.push(/409/);
  const patient = new Patient(page, { scripts, codeFor: outbox.codeFor });
  await patient.arrivesAtPhotos();
  await page.goto('/consultation/budget');
  const other = await context.newPage();
  await other.goto('/consultation/budget');
  await page.waitForLoadState('networkidle');
  await other.waitForLoadState('networkidle');
  await notes(other).fill('words of the other tab');
  await saved(other);
  await notes(page).fill('words of this tab');
  await expect(page.getByText('This page was changed in another tab')).toBeVisible();
  await other.reload();
  await expect(notes(other)).toHaveValue('words of the other tab');
  await patient.continues();
  await expect(page.getByText('words of the other tab')).toBeVisible();
  await expect(notes(page)).toHaveValue('words of this tab');
});

test('the wizard changes nothing by itself, and the focus stays where it helps', async ({
  page,
  scripts,
  outbox,
  expectedErrors,
}) => {
  const patient = new Patient(page, { scripts, codeFor: outbox.codeFor });
  // The picture of a photo that is removed while it is fetched.
  expectedErrors.push(/404.*\/api\/files\//);
  await patient.arrivesAtPhotos();
  const files = await Promise.all(
    Array.from({ length: 12 }, async (_, n) => ({
      ...(await photo(n + 1)),
      name: `picture-${n + 1}.jpg`,
    })),
  );
  await page.waitForLoadState('networkidle');
  await page.locator('input[type=file]').setInputFiles(files);
  const surplus = page.getByRole('status').filter({ hasText: 'These were not added' });
  await expect(surplus).toContainText('picture-11.jpg');
  await expect(surplus).toContainText('picture-12.jpg');
  await expect(surplus).not.toContainText('picture-10.jpg');
  await expect(page.getByText('10 of 10 photos added')).toBeVisible();
  await page.getByRole('button', { name: 'Remove photo 1', exact: true }).press('Enter');
  await expect(page.getByText('9 of 10 photos added')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove photo 1', exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Remove photo 9' }).press('Enter');
  await expect(page.getByText('8 of 10 photos added')).toBeVisible();
  await expect(page.locator('button', { hasText: 'Choose photos' })).toBeFocused();

  await page.goto('/consultation/summary');
  // The words of a choice stand on the summary too.
  const changes = async (what: string) => {
    await page.getByRole('link', { name: `Change: ${what}` }).click();
    await expect(page).toHaveURL(/[?&]change=1/);
  };
  await changes('Category');
  await patient.chooses('Dental', '/summary');
  await expect(page.getByText('Root Canal')).toBeVisible();
  await changes('Category');
  await patient.chooses('Hair', '/treatment\\?change=1');
  await patient.chooses('Beard Transplant', '/area\\?change=1');
  await patient.chooses('Beard', '/summary');
  await changes('Cities');
  await page.getByText('Ankara', { exact: true }).click();
  await patient.continues();
  await expect(page).toHaveURL(/\/summary$/);
  await patient.submits();
  await expect(page.getByRole('heading', { name: 'Your request has been sent' })).toBeFocused();
});

test('the address is that of the step, also after an error', async ({
  page,
  scripts,
  outbox,
  expectedErrors,
}) => {
  expectedErrors.push(/422/);
  const patient = new Patient(page, { scripts, codeFor: outbox.codeFor });
  await patient.asksForCode('/login?redirectTo=/consultation');
  await patient.entersCode();
  await patient.completesProfile();
  await page.waitForLoadState('networkidle');
  await patient.continues();
  await expect(page.getByRole('link', { name: 'Choose a category' })).toBeVisible();
  await expect(page).toHaveURL(/\/consultation(\?step=1)?$/);
  await patient.chooses('Hair', '/treatment');
  await page.goBack();
  await expect(page.getByRole('radio', { name: 'Hair', exact: true })).toBeChecked();
  await expect(page).toHaveURL(/\/consultation\?step=1$/);
});

test('a save that the form itself overtakes is no error', async ({ page, scripts, outbox }) => {
  await page.route('**/login.data*', async (route) => {
    const isSave = route.request().postData()?.includes('intent=keep-profile');
    if (isSave) await new Promise((done) => setTimeout(done, 1_000));
    // The page has let go of it meanwhile.
    await route.continue().catch(() => undefined);
  });
  const patient = new Patient(page, { scripts, codeFor: outbox.codeFor });
  await patient.asksForCode('/login?redirectTo=/consultation');
  await patient.entersCode();
  await patient.completesProfile();
  await page.waitForTimeout(1_500);
  await expect(page).toHaveURL(/\/consultation/);
});
