import type { Page } from '@playwright/test';

/** A context of a phone, for a test that has a person at a desk as well. */
export const onPhone = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
} as const;

/** Nothing is wider than the screen. */
export const fits = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

/**
 * Until the page's scripts have taken over. A quiet network does not say that: the stream of a live page may open before the
 * network was quiet for long enough, and then it never is.
 */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')),
  );
  // What was put together is shown, and its effects have run.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
}

/**
 * Until any page can be used with its scripts. A public page has no mark of it and no stream: a quiet network says it
 * there. A page behind the sign-in has a stream, which may keep the network busy, and the mark.
 */
export async function ready(page: Page): Promise<void> {
  await Promise.any([hydrated(page), page.waitForLoadState('networkidle')]);
}

/** Types the code of an SMS and goes on: with scripts the sixth digit may have sent it already, and the button is gone. */
export async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Verification code').fill(code);
  await page
    .getByRole('button', { name: 'Verify' })
    .click({ timeout: 2_000 })
    .catch(() => undefined);
}
