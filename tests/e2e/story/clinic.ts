import { randomInt } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { newPhone } from '../kit/people';
import { photo } from './photos';
import { enterCode, hydrated } from '../kit/page';

interface Means {
  /** Whether the browser runs JavaScript: files are then sent as soon as they are picked. */
  readonly scripts: boolean;
  codeFor(phone: string, since?: Date): Promise<string>;
}

type Kind = 'medical-license' | 'clinic-registration' | 'professional-id' | 'clinic-photos';

/** A clinic at a browser. Each verb ends where the next page shows. */
export class Clinic {
  readonly phone = newPhone();
  readonly clinicName = `Marmara Smile ${this.phone.slice(-7)}`;
  readonly email = `marmara.${this.phone.slice(-7)}@example.com`;

  constructor(
    private readonly page: Page,
    private readonly means: Means,
  ) {}

  async asksForCode(path = '/clinic-register'): Promise<void> {
    const { page } = this;
    await page.goto(path);
    await this.hydrated();
    await page.getByLabel('Phone number').fill(this.phone);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('We sent a six-digit code')).toBeVisible();
  }

  async entersCode(): Promise<void> {
    const { page } = this;
    await enterCode(page, await this.means.codeFor(this.phone));
    await expect(page.getByRole('heading', { name: 'About your clinic' })).toBeVisible();
  }

  /** Fills in the clinic, goes back to the code and finds everything still there. */
  async beginsDetails(): Promise<void> {
    const { page } = this;
    await this.hydrated();
    await page.getByLabel('Clinic name').fill(this.clinicName);
    await page.getByLabel('Address').fill('12 Istiklal Avenue');
    await page.getByLabel('City').fill('Istanbul');
    await page.getByLabel('Country').selectOption('Türkiye');
    await page.getByLabel('E-mail').fill(this.email);
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByRole('heading', { name: 'Phone verified' })).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Continue' }).click();
    await expect(page.getByLabel('Clinic name')).toHaveValue(this.clinicName);
  }

  async completesDetails(): Promise<void> {
    const { page } = this;
    await this.hydrated();
    await page.getByLabel("Doctor's name").fill('Dr. Ada Kaya');
    await page.getByLabel('License number').fill(`TR-${randomInt(1_000_000, 10_000_000)}`);
    await page.getByLabel('Years of experience').selectOption('10-15');
    await page.getByRole('checkbox', { name: 'Dental Treatment' }).check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { name: 'Your documents' })).toBeVisible();
  }

  /** Uploads one file of each kind; without JavaScript as one form. */
  async uploads(...kinds: Kind[]): Promise<void> {
    const { page } = this;
    await this.hydrated();
    for (const kind of kinds) {
      const file = { ...(await photo()), name: `${kind}.jpg` };
      await page.locator(`input[type=file][name="${kind}"]`).setInputFiles([file]);
    }
    if (!this.means.scripts)
      // What is asked for again has a button of its own; both send the whole form.
      await page.getByRole('button', { name: 'Upload files' }).first().click();
    for (const kind of kinds)
      await expect(page.getByRole('link', { name: `${kind}.jpg` })).toBeVisible();
  }

  async completesRegistration(): Promise<void> {
    const { page } = this;
    await this.hydrated();
    await page.getByRole('checkbox', { name: /I agree to/ }).check();
    await page.getByRole('button', { name: 'Complete registration' }).click();
    await expect(page).toHaveURL(/\/clinic\/pending-approval$/);
    await expect(page.getByRole('heading', { name: 'Application Status' })).toBeVisible();
  }

  /** Asks for the status; a button with JavaScript, a link without. */
  async checksStatus(): Promise<void> {
    const { page } = this;
    await this.hydrated();
    await page.getByText('Check Status').click();
    await expect(page.getByText('Last checked')).toBeVisible();
  }

  async backToLogin(): Promise<void> {
    const { page } = this;
    // Else the page begins to listen just when nobody is signed in any more, and is refused.
    await this.hydrated();
    await page.getByRole('button', { name: 'Back to Login' }).click();
    await expect(page).toHaveURL(/\/clinic-login$/);
    await page.goto('/clinic/pending-approval');
    await expect(page).toHaveURL(/\/clinic-login\?redirectTo=/);
  }

  /** A click before the scripts have taken over would reload the page, which is fine for people, not for a count. */
  private async hydrated(): Promise<void> {
    if (this.means.scripts) await hydrated(this.page);
  }
}
