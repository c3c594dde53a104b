import type { Page } from '@playwright/test';
import { showPhone } from '../../modules/identity/phone';
import { waysToType } from '../../modules/identity/phone.test-table';
import { newPhone } from './kit/people';
import { expect, test } from './kit/test';

const field = (page: Page) => page.getByLabel('Phone number');
const country = (page: Page) => page.getByLabel('Country');
const code = (page: Page) => page.getByLabel('Verification code');

async function opens(page: Page, path = '/login'): Promise<void> {
  await page.goto(path);
  await page.waitForLoadState('networkidle');
}

async function asksForCode(page: Page, phone: string): Promise<void> {
  await field(page).fill(phone);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('We sent a six-digit code')).toBeVisible();
}

/** As a clipboard does it, wherever the caret is. */
const paste = (page: Page, label: string, text: string): Promise<void> =>
  page.getByLabel(label).evaluate((input: HTMLInputElement, pasted) => {
    input.focus();
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    if (input.dispatchEvent(event)) document.execCommand('insertText', false, pasted);
  }, text);

/** As a browser fills in what it remembers: a value, then an event without a key. */
const autofill = (page: Page, label: string, text: string): Promise<void> =>
  page.getByLabel(label).evaluate((input: HTMLInputElement, filled) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, filled);
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }, text);

test('the phone field reads what is typed, pasted and filled in', async ({ page }) => {
  await opens(page);
  await expect(country(page)).toHaveValue('US');
  for (const [i, { country: chosen, typed, read }] of waysToType.entries()) {
    await field(page).fill('');
    await country(page).selectOption(chosen);
    const act = ['type', 'paste', 'autofill'][i % 3]!;
    if (act === 'type') await field(page).pressSequentially(typed);
    else if (act === 'paste') await paste(page, 'Phone number', typed);
    else await autofill(page, 'Phone number', typed);
    await field(page).blur();
    const what = `${act} ${typed} in ${chosen}`;
    if (read) await expect(field(page), what).toHaveValue(showPhone(read));
    else await expect(field(page), what).not.toHaveValue('');
  }
});

test('a number takes the place of what was there, and its country along', async ({ page }) => {
  await opens(page);
  await field(page).pressSequentially('+90 532 123 45 67');
  await expect(country(page)).toHaveValue('TR');
  await field(page).press('ControlOrMeta+a');
  await field(page).pressSequentially('2125550188');
  await expect(country(page)).toHaveValue('TR');
  await country(page).selectOption('US');
  await expect(field(page)).toHaveValue('+1 212 555 0188');
  await paste(page, 'Phone number', '+90 532 123 45 67');
  await expect(field(page)).toHaveValue('+90 532 123 45 67');
  await expect(country(page)).toHaveValue('TR');
  await field(page).fill('');
  await country(page).selectOption('US');
  await field(page).pressSequentially('0532 123 45 67');
  await field(page).blur();
  await expect(field(page)).toHaveValue('0532 123 45 67');
  await country(page).selectOption('TR');
  await expect(field(page)).toHaveValue('+90 532 123 45 67');
});

test('the code has the focus, and its last digit signs in', async ({ page, outbox }) => {
  for (const act of ['type', 'paste', 'autofill']) {
    const phone = newPhone();
    await page.context().clearCookies();
    await opens(page);
    await asksForCode(page, phone);
    await expect(code(page)).toBeFocused();
    const sent = await outbox.codeFor(phone);
    if (act === 'type') await page.keyboard.type(sent);
    else if (act === 'paste') await paste(page, 'Verification code', sent);
    else await autofill(page, 'Verification code', sent);
    await expect(page.getByRole('heading', { name: 'Your profile' })).toBeVisible();
  }
});

for (const path of ['/login', '/clinic-login'])
  test(`${path}: one step back, wrong codes and a lock`, async ({
    page,
    outbox,
    expectedErrors,
    expectAccessible,
  }) => {
    expectedErrors.push(/status of (401|423|429)/);
    const phone = newPhone();
    await opens(page, path);
    await asksForCode(page, phone);
    await page.getByRole('button', { name: 'Use another phone number' }).click();
    await expect(field(page)).toHaveValue(showPhone(phone));
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(code(page)).toBeFocused();
    const right = await outbox.codeFor(phone);
    const wrong = right === '000000' ? '000001' : '000000';
    for (const left of ['4 tries', '3 tries', '2 tries', '1 try']) {
      await page.keyboard.type(wrong);
      await expect(page.getByText(`Invalid verification code – ${left} left`)).toBeVisible();
      await expect(code(page)).toBeFocused();
      await expect(code(page)).toHaveValue('');
    }
    await expectAccessible();
    await page.keyboard.type(wrong);
    await expect(page.getByText('Too many wrong codes')).toBeVisible();
    await expect(code(page)).toHaveCount(0);
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);
    await page.reload();
    await expect(page.getByText('Too many wrong codes')).toBeVisible();
    await expectAccessible();
    const again = page.getByRole('button', { name: 'Send a new code' });
    await expect(again).toBeEnabled({ timeout: 50_000 });
    await again.click();
    await expect(page.getByText('A new code was sent')).toBeVisible();
    await expect(code(page)).toBeFocused();
  });

test('the button pressed while the last digit sends the code signs in all the same', async ({
  page,
  outbox,
}) => {
  const phone = newPhone();
  await opens(page);
  await asksForCode(page, phone);
  await code(page).fill(await outbox.codeFor(phone));
  await page.evaluate(async () => {
    const form = document.querySelector<HTMLFormElement>('form#verify')!;
    form.requestSubmit();
    await new Promise((resolve) => setTimeout(resolve, 40));
    form.requestSubmit();
  });
  await expect(page.getByText('We sent a six-digit code')).toBeHidden();
});
