import { randomInt } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { newPhone } from '../kit/people';
import { photo } from './photos';
import { enterCode, hydrated } from '../kit/page';

interface Means {
  /** Whether the browser runs JavaScript: a card then goes on by itself. */
  readonly scripts: boolean;
  codeFor(phone: string, since?: Date): Promise<string>;
  /** Of a patient of the demo; a new number otherwise. */
  readonly phone?: string;
}

/** A patient at a browser. Each verb ends where the next page shows. */
export class Patient {
  readonly phone: string;
  readonly firstName = 'Quenby';
  readonly lastName = 'Tarrant';
  readonly email: string;

  constructor(
    private readonly page: Page,
    private readonly means: Means,
  ) {
    this.phone = means.phone ?? newPhone();
    this.email = `quenby.tarrant.${this.phone.slice(-7)}@example.com`;
  }

  async asksForCode(path = '/login'): Promise<void> {
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
    await expect(page.getByText('We sent a six-digit code')).toBeHidden();
  }

  /** The session ends on the server; the browser keeps its cookie, as after a long while. */
  async losesSession(): Promise<void> {
    const context = this.page.context();
    const cookies = await context.cookies();
    const ended = () => fetch('/api/auth/logout', { method: 'POST' }).then(({ ok }) => ok);
    expect(await this.page.evaluate(ended)).toBe(true);
    await context.addCookies(cookies);
  }

  /** At the sign-in that says so, after a session that ended by itself. */
  async signsInAgain(): Promise<void> {
    const { page, means, phone } = this;
    await expect(page.getByText('You were signed out; what you entered is safe')).toBeVisible();
    await page.getByLabel('Phone number').fill(phone);
    const since = new Date();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('We sent a six-digit code')).toBeVisible();
    await enterCode(page, await means.codeFor(phone, since));
  }

  async completesProfile(): Promise<void> {
    const { page } = this;
    await page.getByLabel('First name').fill(this.firstName);
    await page.getByLabel('Last name').fill(this.lastName);
    await page.getByLabel('E-mail').fill(this.email);
    await page.getByRole('checkbox', { name: /I agree to/ }).check();
    await page.getByRole('button', { name: 'Complete registration' }).click();
    await expect(page).toHaveURL(/\/consultation/);
  }

  async chooses(label: string, next: string): Promise<void> {
    const { page } = this;
    await this.hydrated();
    await page.getByText(label, { exact: true }).click();
    if (!this.means.scripts) await this.continues();
    await expect(page).toHaveURL(new RegExp(`${next}$`));
  }

  async choosesRootCanal(): Promise<void> {
    await this.chooses('Dental', '/treatment');
    await this.chooses('Root Canal', '/area');
    await this.chooses('Smile', '/photos');
  }

  /** Signed in, with a category, a treatment and an area. */
  async arrivesAtPhotos(): Promise<void> {
    await this.asksForCode('/login?redirectTo=/consultation');
    await this.entersCode();
    await this.completesProfile();
    await this.choosesRootCanal();
  }

  async addsPhotos(count: number): Promise<void> {
    const { page } = this;
    await this.hydrated();
    const files = await Promise.all(
      Array.from({ length: count }, () => photo(randomInt(1, 100_000))),
    );
    await page.locator('input[type=file]').setInputFiles(files);
    if (!this.means.scripts) await page.getByRole('button', { name: 'Upload' }).click();
    await expect(page.getByText(`${count} of 10 photos added`)).toBeVisible();
  }

  async continues(): Promise<void> {
    await this.page.getByRole('button', { name: 'Continue' }).click();
  }

  async choosesCities(...cities: string[]): Promise<void> {
    await this.hydrated();
    for (const city of cities) await this.page.getByText(city, { exact: true }).click();
    await this.continues();
    await expect(this.page).toHaveURL(/\/budget$/);
  }

  async tellsTheRest(notes: string): Promise<void> {
    const { page } = this;
    await this.hydrated();
    await page.getByText('$1,000 - $5,000', { exact: true }).click();
    await page.getByLabel('Notes').fill(notes);
    await this.continues();
    await expect(page).toHaveURL(/\/summary$/);
  }

  async submits(): Promise<void> {
    const { page } = this;
    await this.hydrated();
    await page.getByRole('button', { name: 'Submit Request' }).click();
    await expect(page.getByRole('heading', { name: 'Your request has been sent' })).toBeVisible();
  }

  /** Sees the status of the only request; without JavaScript by asking again. */
  async sees(status: string): Promise<void> {
    const { page, means } = this;
    await expect(async () => {
      if (!means.scripts) await page.reload();
      await expect(page.getByText(status).first()).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 60_000 });
  }

  /** The id of the only request, as its own page is addressed. */
  async onlyRequest(): Promise<string> {
    const answer = await this.page.request.get('/api/leads/me');
    const { data } = (await answer.json()) as { data: { leads: Array<{ _id: string }> } };
    expect(data.leads).toHaveLength(1);
    return data.leads[0]!._id;
  }

  /** Writes to the clinic, in a conversation that is open. */
  async writes(words: string): Promise<void> {
    const { page } = this;
    await this.hydrated();
    await page.getByLabel('Your message').fill(words);
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByText(/reads like a phone number: /)).toBeVisible();
  }

  async signsOut(): Promise<void> {
    const { page } = this;
    await page.goto('/profile');
    await this.hydrated();
    await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL(/\/$/);
    await page.goto('/my-offers');
    await expect(page).toHaveURL(/\/login/);
  }

  /** A click before the scripts have taken over would reload the page, which is fine for people, not for a count. */
  private async hydrated(): Promise<void> {
    if (this.means.scripts) await hydrated(this.page);
  }
}
