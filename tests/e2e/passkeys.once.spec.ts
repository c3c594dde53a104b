import type { Page } from '@playwright/test';
import { ApiPatient } from './kit/api-patient';
import { expect, test } from './kit/test';

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

/** By the account menu of the header. */
async function logsOut(page: Page): Promise<void> {
  const header = page.getByRole('banner');
  await header.getByText('Account', { exact: true }).click();
  await header.getByRole('button', { name: 'Logout' }).click();
}

test('a patient adds a passkey when offered, signs in with it, and removes it', async ({
  page,
  baseURL,
  expectAccessible,
  expectedErrors,
}) => {
  // The passkey that was removed is refused.
  expectedErrors.push(/401 \(Unauthorized\)/);
  const patient = new ApiPatient(baseURL!);
  await patient.signIn();
  await patient.enters(page.context());
  await giveAuthenticator(page);
  await page.goto('/profile');
  const offer = page.getByRole('complementary', { name: /Next time without a code/ });
  await expect(offer).toBeVisible();
  await expectAccessible();
  await offer.getByRole('link', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Account Security' })).toBeVisible();
  await page.getByLabel('Name of the passkey').fill('My phone');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const list = page.getByRole('list', { name: 'Passkeys' });
  await expect(list.getByText('My phone')).toBeVisible();
  await expect(page.getByText('The passkey was added.')).toBeVisible();
  await expectAccessible();

  await logsOut(page);
  await expect(page).toHaveURL(/\/$/);
  await page.goto('/login?redirectTo=/my-offers');
  await expectAccessible();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL((url) => url.pathname === '/my-offers');

  await page.goto('/profile/security');
  await expect(list.getByText('Last used')).toBeVisible();
  await page.getByRole('button', { name: 'Remove the passkey My phone' }).click();
  await expect(page.getByText('You have no passkey yet.')).toBeVisible();
  await logsOut(page);
  await expect(page).toHaveURL(/\/$/);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText('This passkey does not open an account here.')).toBeVisible();
});
