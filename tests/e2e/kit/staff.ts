import { expect, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { readFileSync } from 'node:fs';
import path from 'node:path';

interface StaffSignIn {
  readonly email: string;
  readonly password: string;
  readonly totpSecret: string;
}

const period = 30_000;

/** The demo's account of a role, out of `demo.json`. */
export function demoStaff(dataDir: string, role: 'reviewer' | 'admin'): StaffSignIn {
  const { staff } = JSON.parse(readFileSync(path.join(dataDir, 'demo.json'), 'utf8')) as {
    staff: StaffSignIn[];
  };
  return staff.find(({ email }) => email.startsWith(role))!;
}

/** The code of this half minute, or of the next: both are accepted for half a minute at least, each once and in their order. */
export const codeOf = ({ totpSecret }: Pick<StaffSignIn, 'totpSecret'>, ahead: 0 | 1 = 0): string =>
  new TOTP({ secret: Secret.fromBase32(totpSecret) }).generate({
    timestamp: Date.now() + ahead * period,
  });

/** A code is good once: after one was used the next one is waited for. */
export const untilNextCode = (page: Page): Promise<void> =>
  page.waitForTimeout(period - (Date.now() % period) + 500);

/** Signs in on the console's own page; when somebody has used this half minute's code, with the next one. */
export async function signInAsStaff(page: Page, staff: StaffSignIn): Promise<void> {
  await page.goto('/admin/login');
  await page.getByLabel('E-mail').fill(staff.email);
  await page.getByLabel('Password').fill(staff.password);
  for (let tries = 0; tries < 3; tries += 1) {
    await page.getByLabel('Code').fill(codeOf(staff));
    const answered = page.waitForResponse('**/api/admin/login');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    if ((await answered).ok()) break;
    await untilNextCode(page);
  }
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
}
