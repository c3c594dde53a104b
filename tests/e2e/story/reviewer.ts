import { expect, type Page } from '@playwright/test';
import { newStaff } from '../kit/new-staff';
import { signInAsStaff } from '../kit/staff';

/** A member of the review team at the console, with an account of their own. */
export class Reviewer {
  constructor(private readonly page: Page) {}

  async signsIn(url: string, role: 'reviewer' | 'admin' = 'reviewer'): Promise<void> {
    await signInAsStaff(this.page, await newStaff(url, role));
  }

  /** Finds an application in the queue and opens it. */
  async opens(clinicName: string): Promise<void> {
    const { page } = this;
    await page.getByRole('navigation', { name: 'Console' }).getByText('Waiting for review').click();
    await page.getByLabel('Name, licence number or phone').fill(clinicName);
    await page.getByRole('link', { name: clinicName }).click();
    await expect(page.getByRole('heading', { level: 1, name: clinicName })).toBeVisible();
  }

  async looksAt(fileName: string): Promise<void> {
    await this.page.getByRole('button', { name: new RegExp(fileName) }).click();
    await expect(this.page.getByRole('img', { name: /Uploaded picture/ })).toBeVisible();
  }

  async asksAgain(fileName: string, note: string): Promise<void> {
    const { page } = this;
    await this.looksAt(fileName);
    await page.getByRole('button', { name: 'Ask again' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ask again' });
    await dialog.getByLabel('What is asked for').fill(note);
    await dialog.getByRole('button', { name: 'Ask again' }).click();
    await expect(dialog).toBeHidden();
  }

  /** By keys: what waits is accepted, and the next one that waits comes up by itself. */
  async acceptsEverything(): Promise<void> {
    const { page } = this;
    const waiting = page.getByRole('button', { name: /To check ·/ });
    await expect(waiting.first()).toBeVisible();
    for (let left = await waiting.count(); left > 0; left -= 1) {
      await this.seesWhatWaits();
      const answered = page.waitForResponse('**/api/admin/documents/*/accept');
      await page.keyboard.press('a');
      expect((await answered).status()).toBe(200);
      await expect(waiting).toHaveCount(left - 1);
    }
  }

  /** The document that is selected waits for a decision, and is on the screen. */
  async seesWhatWaits(fileName = ''): Promise<void> {
    const documents = this.page.getByRole('region', { name: 'Documents' });
    const selected = documents.locator('button[aria-current=true]');
    await expect(selected).toHaveAccessibleName(new RegExp(`${fileName}.*To check ·`));
    await expect(this.page.locator('[role=region][aria-busy=false]')).toBeVisible();
    await expect(documents.getByRole('button', { name: 'Accept', exact: true })).toBeEnabled();
  }

  /** Up to the question whether it is meant. */
  async isAboutToApprove(): Promise<void> {
    await this.page.getByRole('button', { name: 'Approve clinic' }).click();
    await expect(this.dialog()).toContainText('The clinic is told by e-mail');
  }

  async approves(): Promise<void> {
    await this.dialog().getByRole('button', { name: 'Approve clinic' }).click();
    await expect(this.dialog()).toBeHidden();
  }

  private dialog = () => this.page.getByRole('dialog', { name: 'Approve clinic' });
}
