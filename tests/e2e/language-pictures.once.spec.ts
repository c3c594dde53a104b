import type { Browser, BrowserContext, Page } from '@playwright/test';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { addressIn } from '#app/i18n/address';
import { locales, nameOf } from '#platform/base/locale';
import { phoneOfPatient } from '../../migrations/seed/demo-patients';
import { ApiClinic } from './kit/api-clinic';
import { fits, onPhone } from './kit/page';
import { expect, test } from './kit/test';
import { Patient } from './story/patient';

const folder = path.resolve('docs', 'pictures', 'languages');
/** How wide one picture is on its sheet, in pixels. */
const sizes = [
  { size: 'phone', use: { ...onPhone, deviceScaleFactor: 1 }, shownAt: 280 },
  { size: 'desk', use: { viewport: { width: 1440, height: 900 } }, shownAt: 560 },
] as const;
const gap = 12;

type Reader = 'visitor' | 'patient' | 'clinic';
interface Shown {
  readonly name: string;
  readonly path: string;
  readonly by: Reader;
}

/** Pages of the demo; `offers` and `offer` are of its first patient. */
const pagesOf = (offers: string, offer: string): readonly Shown[] => [
  { name: 'home', path: '/', by: 'visitor' },
  { name: 'treatment', path: '/treatments/dental/root-canal', by: 'visitor' },
  { name: 'clinics', path: '/find-clinics', by: 'visitor' },
  { name: 'sign-in', path: '/login', by: 'visitor' },
  { name: 'request', path: '/consultation', by: 'patient' },
  { name: 'requests', path: '/my-offers', by: 'patient' },
  { name: 'comparison', path: offers, by: 'patient' },
  { name: 'offer', path: offer, by: 'patient' },
  { name: 'conversation', path: offer.replace('/offer/', '/conversation/'), by: 'patient' },
  { name: 'notifications', path: '/notifications', by: 'patient' },
  { name: 'profile', path: '/profile', by: 'patient' },
  { name: 'clinic', path: '/clinic/dashboard', by: 'clinic' },
];

/** The address of the offers of a request with several, and of one of them. */
async function addressesOf(page: Page): Promise<[offers: string, offer: string]> {
  const answer = await page.request.get('/api/leads/me');
  const { data } = (await answer.json()) as {
    data: { leads: Array<{ _id: string; offersCount: number }> };
  };
  const lead = data.leads.find(({ offersCount }) => offersCount > 3)!;
  await page.goto(`/offers/${lead._id}`);
  const offer = await page.locator('main a[href^="/offer/"]').first().getAttribute('href');
  return [`/offers/${lead._id}`, offer!.replace(/(\/offer\/[\w-]+).*/, '$1')];
}

/** Pictures side by side, one for each language. */
async function sheetOf(pictures: readonly Buffer[], width: number): Promise<Buffer> {
  const parts = await Promise.all(
    pictures.map((one) => sharp(one).resize({ width }).toBuffer({ resolveWithObject: true })),
  );
  const height = Math.max(...parts.map(({ info }) => info.height));
  const whole = { width: parts.length * (width + gap) - gap, height };
  return sharp({ create: { ...whole, channels: 3, background: '#8a8a8a' } })
    .composite(parts.map(({ data }, n) => ({ input: data, left: n * (width + gap), top: 0 })))
    .webp({ quality: 62 })
    .toBuffer();
}

type Sessions = Readonly<Record<Reader, Awaited<ReturnType<BrowserContext['storageState']>>>>;

/** What a page shows in each language. */
async function picturesOf(
  shown: Shown,
  { browser, baseURL, use }: { browser: Browser; baseURL: string; use: object },
  sessions: Sessions,
): Promise<Buffer[]> {
  const pictures: Buffer[] = [];
  for (const locale of locales) {
    const context = await browser.newContext({
      ...use,
      ...{ baseURL, storageState: sessions[shown.by], reducedMotion: 'reduce' },
    });
    await context.request.post('/language', {
      ...{ form: { locale }, headers: { Origin: baseURL }, maxRedirects: 0 },
    });
    const page = await context.newPage();
    await page.goto(addressIn(locale, shown.path), { waitUntil: 'networkidle' });
    await expect(page.locator('html')).toHaveAttribute('lang', locale);
    await page.evaluate(() => document.fonts.ready);
    expect(await fits(page), `${shown.name} in ${locale} fits`).toBe(true);
    pictures.push(await page.screenshot({ animations: 'disabled', caret: 'hide' }));
    await context.close();
  }
  return pictures;
}

/** The page that shows the sheets. */
const listOf = (names: readonly string[]): string =>
  [
    '# Pages in each language',
    `From the demo, from left to right: ${locales.map(nameOf).join(', ')}. \`npm run pictures\` takes them anew.`,
    ...names.map(
      (name) =>
        `## ${name}\n\n![On a phone](${name}-phone.webp)\n\n![At a desk](${name}-desk.webp)`,
    ),
  ].join('\n\n') + '\n';

// Looked at by people; that pages fit and hold no other language is held by the crawl and the journeys.
if (process.env.PICTURES === 'write')
  test('twelve pages are shown in each language', async ({ page, browser, baseURL, outbox }) => {
    test.setTimeout(900_000);
    const sarah = new Patient(page, {
      scripts: true,
      phone: phoneOfPatient('sarah'),
      codeFor: (number) => outbox.codeFor(number),
    });
    await sarah.asksForCode('/login?redirectTo=/my-offers');
    await sarah.entersCode();
    await expect(page).not.toHaveURL(/\/login/);
    const clinic = new ApiClinic(baseURL!, '+12125550112');
    await clinic.signIn();
    const room = await browser.newContext({ baseURL });
    await clinic.enters(room);
    const sessions: Sessions = {
      visitor: { cookies: [], origins: [] },
      patient: await page.context().storageState(),
      clinic: await room.storageState(),
    };
    const pages = pagesOf(...(await addressesOf(page)));
    mkdirSync(folder, { recursive: true });
    for (const shown of pages)
      for (const { size, use, shownAt } of sizes) {
        const pictures = await picturesOf(shown, { browser, baseURL: baseURL!, use }, sessions);
        const file = path.join(folder, `${shown.name}-${size}.webp`);
        writeFileSync(file, await sheetOf(pictures, shownAt));
      }
    writeFileSync(path.join(folder, 'README.md'), listOf(pages.map(({ name }) => name)));
  });
