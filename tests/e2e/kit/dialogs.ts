import { expect, type Page } from '@playwright/test';

/** Answers a question of the console with its own key: what was asked for has the focus. */
export async function saysYes(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog.getByRole('button', { name })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
}

/** Answers a question that cannot be taken back: there the focus is on the way out. */
export async function insists(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByRole('button', { name }).click();
  await expect(dialog).toBeHidden();
}

/** Gives the reason that a dialog asks for. */
export async function givesReason(page: Page, name: string, reason: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name });
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name }).click();
  await expect(dialog).toBeHidden();
}
