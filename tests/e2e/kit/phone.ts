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
