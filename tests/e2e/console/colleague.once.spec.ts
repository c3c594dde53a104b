import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { insists } from '../kit/dialogs';
import { codeOf } from '../kit/staff';
import { enterConsole } from '../kit/staff-session';
import { expect, test } from '../kit/test';

const password = `lantern ${randomBytes(9).toString('hex')} orbit`;

/** A phone that holds passkeys and whose owner always says yes. */
async function giveAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Opens the link, sets password and app, and answers the secret. */
async function enrols(page: Page, link: string): Promise<string> {
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Set up your access' })).toBeVisible();
  const app = page.getByRole('link', { name: 'Open the app on this device' });
  const totpSecret = /secret=([A-Z2-7]+)/.exec((await app.getAttribute('href'))!)![1]!;
  expect(page.url()).not.toContain(link.split('#')[1]!);
  await page.getByLabel('New password').fill(password);
  await page.getByLabel('Code from the app').fill(codeOf({ totpSecret }));
  await page.getByRole('button', { name: 'Finish setup' }).click();
  await expect(page.getByRole('heading', { name: 'Your access is set up' })).toBeVisible();
  return totpSecret;
}

test('a colleague is added, sets up sign-in and passkey, and is out the moment an admin says so', async ({
  page,
  browser,
  baseURL,
  expectAccessible,
}) => {
  await enterConsole(page.context(), 'admin');
  const name = `Tansu ${randomBytes(4).toString('hex')}`;
  const email = `${name.replace(' ', '.').toLowerCase()}@staff.example`;
  await page.goto('/admin/staff');
  await page.getByRole('button', { name: 'Add an account' }).click();
  const adding = page.getByRole('dialog', { name: 'Add an account' });
  await adding.getByLabel('Name').fill(name);
  await adding.getByLabel('E-mail').fill(email);
  await adding.getByRole('button', { name: 'Make the account' }).click();
  const shown = page.getByRole('dialog', { name: 'Enrolment link' });
  const link = (await shown.getByText('/admin/enrol#').textContent())!;
  await expectAccessible();
  await shown.getByRole('button', { name: 'Close' }).click();

  const own = await (await browser.newContext({ baseURL })).newPage();
  const totpSecret = await enrols(own, link);
  await own.getByRole('link', { name: 'Sign in' }).click();
  await own.getByLabel('E-mail').fill(email);
  await own.getByLabel('Password').fill(password);
  await own.getByLabel('Code').fill(codeOf({ totpSecret }, 1));
  await own.getByRole('button', { name: 'Sign in', exact: true }).click();

  await giveAuthenticator(own);
  await own.getByRole('link', { name: 'Your sign-in' }).click();
  const sessions = own.getByRole('region', { name: 'Where you are signed in' });
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await expect(sessions).toContainText('this browser');
  await own.getByLabel('Name of the device').fill('Phone');
  await own.getByRole('button', { name: 'Add a passkey' }).click();
  const passkeys = own.getByRole('region', { name: 'Your passkeys' });
  await expect(passkeys.getByRole('listitem')).toContainText('Phone');
  await own.getByRole('button', { name: 'Sign out' }).click();
  await own.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(own.getByRole('button', { name: 'Sign out' })).toBeVisible();

  await page.getByLabel('Name or e-mail').fill(email);
  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('region', { name: 'Signed in on' })).toContainText('Chrome');
  await page.getByRole('button', { name: 'Disable' }).click();
  await insists(page, 'Disable');
  await expect(page.getByRole('region', { name: 'Signed in on' })).toContainText('Not signed in');
  await own.getByRole('link', { name: 'Patients' }).click();
  await expect(own).toHaveURL(/\/admin\/login/);
  await own.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(own.getByRole('alert')).toBeVisible();
  await own.context().close();
});
