import type { Page } from '@playwright/test';
import { freePort } from '../../../scripts/lib/ports.mjs';
import { startProvider, type TestProvider } from '../../kit/provider';
import { startProduct, type Product } from '../kit/product';
import { codeOf, untilNextCode } from '../kit/staff';
import { enterConsole } from '../kit/staff-session';
import { expect, test } from '../kit/test';

// A product of its own: its settings name a provider, and how its people sign in is nobody else's.
let provider: TestProvider;
let product: Product;
test.beforeAll(async () => {
  test.setTimeout(240_000);
  provider = await startProvider();
  const port = await freePort();
  provider.allow(`http://localhost:${port}/admin/provider-return`);
  product = await startProduct({ port, env: provider.env });
});
test.afterAll(async () => {
  await product?.stop();
  await provider?.close();
});

const setting = '/admin/settings/identity.staff-provider/show';
const host = () => new URL(provider.issuer).host;

/** Answers the page of the provider, which asks for a name alone. */
async function isAtProvider(page: Page, account: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Provider of the test' })).toBeVisible();
  await page.getByLabel('Account').fill(account);
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('an admin links, tries and switches the provider on; colleagues come in with it, and with their own factors once it is away', async ({
  page,
  browser,
  expectedErrors,
  expectAccessible,
}) => {
  test.setTimeout(240_000);
  expectedErrors.push(/status of (401|422|503)/);
  const { url, dataDir } = product;
  provider.accounts.set('root', { groups: ['clinic-admins'] });
  const place = { url, env: { DATA_DIR: dataDir } };
  const admin = await enterConsole(page.context(), 'admin', place);

  await page.goto(url + setting);
  const panel = page.getByRole('region', { name: 'The provider' });
  await expect(panel).toContainText(host());
  await page.getByLabel('Sign in with the provider').selectOption('on');
  const save = page.getByRole('button', { name: 'Save the change' });
  await save.click();
  await expect(page.getByLabel('Sign in with the provider')).toHaveAccessibleDescription(
    /Sign in with the provider first/,
  );
  await panel.getByRole('link', { name: 'Your sign-in' }).click();
  const own = page.getByRole('region', { name: `Sign-in with ${host()}` });
  await own.getByRole('button', { name: 'Link your account' }).click();
  await isAtProvider(page, 'root');
  await expect(own).toContainText('Linked since');
  expect(page.url()).toBe(`${url}/admin/account`);
  await expectAccessible();

  await page.goto(url + setting);
  await panel.getByRole('button', { name: 'Try it now' }).click();
  await expect(panel).toContainText('Off, tried');
  await expect(panel).toContainText('you may switch it on');
  await page.getByLabel('Sign in with the provider').selectOption('on');
  await save.click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByLabel('Code from your authenticator').fill(codeOf(admin, 1));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('The setting is changed.')).toBeVisible();
  await expectAccessible();

  await page.getByRole('button', { name: 'Sign out' }).click();
  const first = page.getByRole('button', { name: `Sign in with ${host()}` });
  await expect(first).toBeVisible();
  await expect(page.getByLabel('Password')).toBeHidden();
  await expectAccessible();
  await first.click();
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();

  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(`${url}/admin`);
  await stranger.getByRole('button', { name: `Sign in with ${host()}` }).click();
  await isAtProvider(stranger, 'somebody-else');
  await expect(stranger.getByRole('alert')).toContainText('belongs to no account here');
  expect(new URL(stranger.url()).search).toBe('');
  await stranger.getByRole('link', { name: 'Back to the console' }).click();
  await expect(stranger.getByRole('button', { name: `Sign in with ${host()}` })).toBeVisible();

  await provider.close();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await first.click();
  await expect(page.getByRole('alert')).toContainText('does not answer');
  await page.getByLabel('E-mail').fill(admin.email);
  await page.getByLabel('Password').fill(admin.password);
  await untilNextCode(page);
  for (let tries = 0; tries < 2; tries += 1) {
    await page.getByLabel('Code').fill(codeOf(admin));
    const answered = page.waitForResponse('**/api/admin/login');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    if ((await answered).ok()) break;
    await untilNextCode(page);
  }
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
});
