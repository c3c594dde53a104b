import { expect, type Page } from '@playwright/test';
import { hydrated } from '../kit/page';

interface Bid {
  readonly amount: string;
  readonly message: string;
}

/** An approved clinic at a browser, once it is in. Each verb ends where what it did shows. */
export class Bidder {
  constructor(
    readonly page: Page,
    private readonly scripts: boolean,
  ) {}

  /** Keeps its dashboard open; counts the sounds that the page would play. */
  async watches(): Promise<void> {
    const { page } = this;
    await page.addInitScript(() => {
      HTMLMediaElement.prototype.play = function play(this: HTMLMediaElement) {
        const counted = window as { sounds?: string[] };
        counted.sounds = [
          ...(counted.sounds ?? []),
          `${new URL(this.src).pathname} ${this.volume}`,
        ];
        return Promise.resolve();
      };
    });
    await page.goto('/clinic/dashboard');
    await expect(page.getByRole('heading', { name: 'Lead Exchange' })).toBeVisible();
    if (this.scripts) await hydrated(page);
  }

  /** The sounds that were played, with their loudness. */
  sounds = (): Promise<string[]> =>
    this.page.evaluate(() => (window as { sounds?: string[] }).sounds ?? []);

  /** The card of a request, once it has arrived; without JavaScript by asking again. */
  async seesRequest(id: string) {
    const link = this.page.locator(`a[href="/clinic/request/${id}"]`);
    // The demo's guide leads to the newest request too.
    const card = this.page
      .getByRole('listitem')
      .filter({ has: link, hasNotText: 'Send an offer for a new request' });
    await this.until(() => expect(card).toBeVisible({ timeout: 2_000 }));
    return card;
  }

  async opensRequest(id: string): Promise<void> {
    const card = await this.seesRequest(id);
    await card.getByRole('link', { name: 'View & Bid' }).click();
    await expect(this.page.getByRole('heading', { level: 1 })).toHaveText('Dental Implants');
  }

  async offers({ amount, message }: Bid): Promise<void> {
    const { page } = this;
    await this.hydrated();
    await page.getByLabel('Offer amount').fill(amount);
    await page.getByLabel('Message to the patient').fill(message);
    await page.getByLabel('The procedure itself', { exact: true }).selectOption('Included');
    await this.expectWhatsApp({ amount, message });
    await page.getByRole('button', { name: 'Send Offer' }).click();
    await expect(page.getByText('Offer sent successfully!')).toBeVisible();
  }

  /** The link says what is typed; without a script once the form was asked to, and what is typed stays. */
  private async expectWhatsApp({ amount, message }: Bid): Promise<void> {
    const { page } = this;
    const link = page.getByRole('link', { name: 'Send via WhatsApp' });
    // A click that leads nowhere: the page may not leave for another site here.
    if (this.scripts)
      await link.evaluate((a: HTMLAnchorElement) => {
        a.addEventListener('click', (event) => event.preventDefault(), { once: true });
        a.click();
      });
    else {
      await page
        .getByRole('button', { name: 'Put what is typed into the WhatsApp message' })
        .click();
      // An expression: text in a `noscript` is not found by a string.
      await expect(page.getByText(/The WhatsApp message says what is typed now/)).toBeVisible();
      await expect(page.getByLabel('Offer amount')).toHaveValue(amount);
      await expect(page.getByLabel('Message to the patient')).toHaveValue(message);
    }
    const address = new URL((await link.getAttribute('href'))!);
    expect(address.origin).toBe('https://wa.me');
    expect(address.searchParams.get('text')).toContain(`${amount} USD. ${message}`);
  }

  async revises(amount: string): Promise<void> {
    const { page } = this;
    await this.hydrated();
    await page.getByLabel('Offer amount').fill(amount);
    await page.getByRole('button', { name: 'Send the changed offer' }).click();
    await expect(page.getByText('Your offer was changed.')).toBeVisible();
  }

  async answers(words: string): Promise<void> {
    const { page } = this;
    await this.hydrated();
    await page.getByLabel('Your message').fill(words);
    await page.getByRole('button', { name: 'Send Message' }).click();
    await this.sees(words);
  }

  /** Among its won deals, the only one stands under this state, on its card and by the filter, and under no `other`. */
  async hasWon(state: string, other: string): Promise<void> {
    const { page } = this;
    await page.goto('/clinic/dashboard?tab=won');
    const cards = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Quenby T.' });
    const states = page.getByRole('navigation', { name: 'Deals by state' });
    await expect(cards).toHaveCount(1);
    await states.getByRole('link', { name: other, exact: true }).click();
    await expect(page.getByText(`No deals here: ${other}`)).toBeVisible();
    await expect(cards).toHaveCount(0);
    await states.getByRole('link', { name: state, exact: true }).click();
    await expect(cards).toHaveCount(1);
    await expect(cards).toContainText(state);
    await expect(states.locator('[aria-current=page]')).toHaveText(state);
  }

  /** Sees words on a page that changes by itself; without JavaScript by asking again. */
  sees = (words: string | RegExp): Promise<void> =>
    this.until(() => expect(this.page.getByText(words).first()).toBeVisible({ timeout: 2_000 }));

  private async until(shows: () => Promise<void>): Promise<void> {
    await expect(async () => {
      if (!this.scripts) await this.page.reload();
      await shows();
    }).toPass({ timeout: 40_000 });
  }

  /** A click before the scripts have taken over would reload the page, which is fine for people, not for a count. */
  private async hydrated(): Promise<void> {
    if (this.scripts) await hydrated(this.page);
  }
}
