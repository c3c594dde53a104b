import { expect, test } from './kit/test';
import { Patient } from './story/patient';

test('going back and forward in one breath loses nothing, also on a slow phone', async ({
  page,
  context,
  scripts,
  outbox,
}) => {
  const patient = new Patient(page, { scripts, codeFor: outbox.codeFor });
  await patient.arrivesAtPhotos();
  await page.goto('/consultation/locations');
  await patient.choosesCities('Ankara');
  const slow = await context.newCDPSession(page);
  // The slower the page, the longer the form that is left is still there while the next page is read.
  for (const rate of [3, 5, 7, 9, 11, 13]) {
    await slow.send('Emulation.setCPUThrottlingRate', { rate });
    await page.getByLabel('Notes').fill(`Typed at a ${rate}th of the speed`);
    await page.goBack();
    await expect(page).toHaveURL(/\/locations$/);
    await page.goForward();
    await slow.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    // The form may be the one that was left: what counts is what it shows once the way is done.
    await page.waitForLoadState('networkidle');
    await expect(page.getByLabel('Notes')).toHaveValue(`Typed at a ${rate}th of the speed`);
  }
});

test('what is typed while a step is left outlives a session that ended before', async ({
  page,
  scripts,
  outbox,
  expectedErrors,
}) => {
  expectedErrors.push(/401/);
  const patient = new Patient(page, { scripts, codeFor: outbox.codeFor });
  await patient.arrivesAtPhotos();
  await page.goto('/consultation/locations');
  await patient.choosesCities('Ankara');
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(/\/locations\.data/, async (route) => {
    await held;
    await route.continue();
  });
  await patient.losesSession();
  const asked = page.waitForRequest(/\/locations\.data/);
  await page.goBack();
  await asked;
  await page.getByLabel('Notes').fill('Typed on the way out');
  letGo();
  await expect(page).toHaveURL(/\/login\?/);
  await patient.signsInAgain();
  await expect(page).toHaveURL(/\/locations$/);
  await patient.continues();
  await expect(page.getByLabel('Notes')).toHaveValue('Typed on the way out');
});
