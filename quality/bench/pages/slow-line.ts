import { chromium, type Browser, type Page } from '@playwright/test';
import { ensureBuilt } from '../../../scripts/lib/ensure-built.mjs';
import { findChromium } from '../../../tests/e2e/kit/chromium';
import { codeFor } from '../../../tests/e2e/kit/outbox';
import { startProduct } from '../../../tests/e2e/kit/product';
import { Patient } from '../../../tests/e2e/story/patient';
import { median } from '../engine/rate';

/** A phone far from the mast: 400 ms to each answer, 50 kB/s. */
const line = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const rounds = 5;
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** What a visitor and a patient wait for on a slow line: the first paint of pages, and each card of the wizard. */
export async function benchSlowLine(): Promise<void> {
  await ensureBuilt(process.execPath);
  const product = await startProduct();
  const { executablePath, args, env } = await findChromium();
  const browser = await chromium.launch({
    executablePath,
    args: [...args],
    env: { ...process.env, ...env } as Record<string, string>,
  });
  try {
    console.log('first visit on a slow line, ms (medians of five)   first paint   largest');
    for (const path of ['/', '/treatments', '/login']) {
      const seen: number[][] = [];
      for (let round = 0; round < rounds; round += 1)
        seen.push(await paintsOf(browser, product.url + path));
      const [first, largest] = [0, 1].map((at) => median(seen.map((each) => each[at]!)));
      console.log(
        `${path.padEnd(50)} ${first!.toFixed(0).padStart(11)} ${largest!.toFixed(0).padStart(9)}`,
      );
    }
    console.log('\ncard of the wizard to the next question, ms (medians of three)');
    const cards: Record<string, number>[] = [];
    for (let round = 0; round < 3; round += 1) cards.push(await cardsOf(browser, product.url));
    for (const card of Object.keys(cards[0]!))
      console.log(
        `${card.padEnd(50)} ${median(cards.map((each) => each[card]!))
          .toFixed(0)
          .padStart(11)}`,
      );
  } finally {
    await browser.close();
    await product.stop();
  }
}

async function throttle(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', line);
}

/** First and largest paint of one first visit. */
async function paintsOf(browser: Browser, url: string): Promise<[number, number]> {
  const context = await browser.newContext({ ...phone, serviceWorkers: 'block' });
  const page = await context.newPage();
  await throttle(page);
  await page.goto(url, { waitUntil: 'load' });
  const paints = await page.evaluate(
    () =>
      new Promise<[number, number]>((resolve) => {
        new PerformanceObserver((list) => {
          const [first] = performance.getEntriesByName('first-contentful-paint');
          resolve([first?.startTime ?? NaN, list.getEntries().at(-1)!.startTime]);
        }).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );
  await context.close();
  return paints;
}

/** From the tap on a card to the heading of the next step. */
async function cardsOf(browser: Browser, url: string): Promise<Record<string, number>> {
  const context = await browser.newContext({ ...phone, baseURL: url });
  const page = await context.newPage();
  const patient = new Patient(page, {
    scripts: true,
    codeFor: (number, since) => codeFor(url, number, since),
  });
  await patient.asksForCode('/login?redirectTo=/consultation');
  await patient.entersCode();
  await patient.completesProfile();
  await page.waitForLoadState('networkidle');
  await throttle(page);
  const took: Record<string, number> = {};
  for (const card of ['Dental', 'Root Canal', 'Smile']) {
    // Somebody reads the question first.
    await page.waitForTimeout(2_000);
    const before = await page.locator('h1').textContent();
    const began = performance.now();
    await page.getByText(card, { exact: true }).click();
    await page.waitForFunction((old) => document.querySelector('h1')?.textContent !== old, before);
    took[card] = performance.now() - began;
  }
  await context.close();
  return took;
}
