import { defineConfig } from '@playwright/test';
import { findChromium } from './tests/e2e/kit/chromium';

const { executablePath, args, env } = await findChromium();
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const desktop = { viewport: { width: 1440, height: 900 } };
const withoutScripts = /\.(js|once)\.spec\.ts$/;
const once = /\.once\.spec\.ts$/;

/**
 * `x.spec.ts` runs with and without JavaScript on both sizes, `x.js.spec.ts` with JavaScript on both,
 * `x.once.spec.ts` on the desktop with JavaScript only.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  globalSetup: './tests/e2e/kit/global-setup.ts',
  workers: 2,
  // A test that passes at the second try is broken.
  retries: 0,
  timeout: 150_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    launchOptions: { executablePath, args: [...args], env: { ...process.env, ...env } },
    actionTimeout: 20_000,
    // Without it a page that never comes ends the whole test's time, and the failure does not say where.
    navigationTimeout: 60_000,
    // A film of every page would cost a sixth of a journey's CPU; what a failure needs is in the snapshots.
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
    locale: 'en-US',
    timezoneId: 'UTC',
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    { name: 'desktop', use: desktop },
    { name: 'phone', use: phone, testIgnore: once },
    {
      name: 'desktop-without-js',
      use: { ...desktop, javaScriptEnabled: false },
      testIgnore: withoutScripts,
    },
    {
      name: 'phone-without-js',
      use: { ...phone, javaScriptEnabled: false },
      testIgnore: withoutScripts,
    },
  ],
});
