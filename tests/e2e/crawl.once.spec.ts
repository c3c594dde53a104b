import type { BrowserContext, Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { locales } from '#platform/base/locale';
import { addressIn, readAddress } from '#app/i18n/address';
import { ApiPatient } from './kit/api-patient';
import { approvedClinic } from './kit/approved-clinic';
import { consoleCalls } from './kit/console-calls';
import { enterConsole } from './kit/staff-session';
import { axeViolations, brokenOff, expect, test } from './kit/test';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const phone = { width: 390, height: 844 } as const;
const desktop = { width: 1440, height: 900 } as const;

/** Pages of one kind differ by the last parts of their addresses: so many of each are enough. */
const ofEachKind = 3;
const kinds: ReadonlyArray<readonly [RegExp, string]> = [
  [/\/treatments\/[^/?]+\/[^/?]+/, '/treatments/:category/:treatment'],
  [/\/find-clinics\/[^/?]+/, '/find-clinics/:slug'],
  [/\/blog\/[^/?]+/, '/blog/:slug'],
  [/[0-9a-f]{8}-[0-9a-f-]{27}/, ':id'],
  [/\?.*$/, '?'],
];
const kindOf = (path: string): string =>
  kinds.reduce((found, [pattern, name]) => found.replace(pattern, name), path);

/** Not pages: files, calls of the API, and doors that lead out of the session. */
const isPage = (path: string): boolean =>
  !/^\/(api|assets|dev|admin)\/|^\/logout|\.(js|png|svg|xml|txt|webmanifest|pdf)$/.test(path);

interface Finding {
  readonly page: string;
  readonly what: string;
}

/** Kinds of pages that were looked at: they are the same in another language, and for somebody who is signed in. */
const looked = new Set<string>();

/**
 * Follows every link from `starts`, and says what is wrong with the pages that it comes to. Of a kind that an earlier one
 * came to, one is enough.
 */
async function crawl(
  context: BrowserContext,
  origin: string,
  { starts }: { starts: readonly string[] },
) {
  const findings: Finding[] = [];
  const known = new Set(looked);
  const seen = new Map<string, number>();
  const asked = new Set(starts);
  const waiting = [...starts];
  const page = await context.newPage();
  let at = '';
  const note = (what: string) => findings.push({ page: at, what });
  page.on('console', (message) => {
    if (message.type() !== 'error' || brokenOff.test(message.text())) return;
    note(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => note(`error: ${error.message}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/^https?:$/.test(url.protocol) && url.origin !== origin) note(`asks ${url.host}`);
  });
  while (waiting.length > 0) {
    at = waiting.shift()!;
    const kind = kindOf(at);
    const count = seen.get(kind) ?? 0;
    const plain = kindOf(readAddress(at).path);
    if (count >= (known.has(plain) ? 1 : ofEachKind)) continue;
    seen.set(kind, count + 1);
    const answer = await page.goto(at);
    if (!answer || answer.status() >= 400) note(`answered ${answer?.status()}`);
    for (const what of await languageFaultsOf(page)) note(what);
    if (count === 0) for (const what of await faultsOf(page, looked.has(plain))) note(what);
    looked.add(plain);
    for (const path of await linksOf(page, origin))
      if (isPage(path) && !asked.has(path)) {
        asked.add(path);
        waiting.push(path);
      }
  }
  await page.close();
  return { findings, pages: [...seen.values()].reduce((sum, count) => sum + count, 0), seen };
}

/** A page whose address says its language is in it; links to pages of another one stand in no text. */
async function languageFaultsOf(page: Page): Promise<string[]> {
  const { pathname } = new URL(page.url());
  const said = readAddress(pathname).locale;
  if (said === null) return [];
  const { lang, links } = await page.evaluate(() => ({
    lang: document.documentElement.lang,
    links: [...document.querySelectorAll('a[href^="/"]')].map((link) => link.getAttribute('href')!),
  }));
  const faults = lang === said ? [] : [`has the language ${lang}`];
  const crossing = links.filter((href) => ![said, null].includes(readAddress(href).locale));
  return [...faults, ...new Set(crossing.map((href) => `crosses to ${href}`))];
}

/** How many pixels a page is wider than the screen; with `direction`, written that way. */
const overflow = (page: Page, direction?: 'rtl'): Promise<number> =>
  page.evaluate((dir) => {
    const root = document.documentElement;
    const before = root.dir;
    if (dir) root.dir = dir;
    const wide = root.scrollWidth - root.clientWidth;
    root.dir = before;
    return wide;
  }, direction);

/** Columns of a page: the whole screen with sections of their own, lists and working screens, one thing to read or do (`design/base.css`). */
const columns = { 390: [390, 358], 1440: [1440, 1088, 608] } as const;

/** How far the heading begins from where the logo does, and a column that is as wide as no other page's. */
async function misplaced(page: Page, width: keyof typeof columns): Promise<string[]> {
  const { aside, column } = await page.evaluate(() => {
    const side = document.documentElement.dir === 'rtl' ? 'right' : 'left';
    const start = (selector: string) =>
      document.querySelector(selector)?.getBoundingClientRect()[side] ?? NaN;
    const main = document.querySelector('main')!;
    const { paddingLeft, paddingRight } = getComputedStyle(main);
    return {
      aside: Math.round(start('main h1') - start('header a[href]')),
      column: Math.round(main.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)),
    };
  });
  return [
    ...(aside === 0 ? [] : [`begins ${aside} px from the logo at ${width}`]),
    ...(columns[width].some((one) => one === column)
      ? []
      : [`has a column of ${column} at ${width}`]),
  ];
}

/** What is wider than the screen, in both directions, and what stands beside its column. */
async function misfits(page: Page, width: keyof typeof columns): Promise<string[]> {
  const [wide, turned] = [await overflow(page), await overflow(page, 'rtl')];
  return [
    ...(wide > 0 ? [`${wide} px wider than ${width}`] : []),
    ...(turned > 0 ? [`${turned} px wider than ${width} from right to left`] : []),
    ...(await misplaced(page, width)),
  ];
}

/** What is wrong with a page at both sizes: what does not fit, and what axe finds. */
async function faultsOf(page: Page, isLooked: boolean): Promise<string[]> {
  const faults: string[] = [];
  for (const size of [phone, desktop]) {
    await page.setViewportSize(size);
    // A new size reaches media queries some frames later, on a busy machine many: a fault is what stays.
    const until = Date.now() + 3_000;
    let found = await misfits(page, size.width);
    while (found.length > 0 && Date.now() < until) {
      await page.waitForTimeout(100);
      found = await misfits(page, size.width);
    }
    faults.push(...found);
  }
  if (isLooked) return faults;
  const violations = await axeViolations(page, standards);
  return [
    ...faults,
    ...violations.map(({ id, nodes }) => `axe ${id}: ${nodes[0]?.target.join(' ')}`),
  ];
}

/** Paths of our own that a page links to. */
const linksOf = async (page: Page, origin: string): Promise<string[]> => {
  const found = await page
    .locator('a[href]')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
  return [
    ...new Set(
      found
        .filter((href) => href.startsWith(`${origin}/`))
        .map((href) => new URL(href))
        .map(({ pathname, search }) => pathname + search),
    ),
  ];
};

/** Every page of the list of pages that everybody may open and that no one's id is part of. */
const listed = [
  ...readFileSync('tests/routes/access-matrix.ts', 'utf8').matchAll(
    /^ {2}'(\/[^':*]*)': 'public'/gm,
  ),
]
  .map(([, path]) => path!)
  .filter(
    (path) => isPage(path) && !/^\/(offline|shared\/view|simple-test|dev|api|admin)/.test(path),
  );

test.describe.configure({ mode: 'serial' });

test('a visitor finds no dead end behind any link, nor on any public page', async ({
  context,
  baseURL,
}) => {
  test.setTimeout(900_000);
  expect(listed.length).toBeGreaterThan(20);
  const { findings, pages, seen } = await crawl(context, baseURL!, { starts: ['/', ...listed] });
  expect(findings).toEqual([]);
  expect(pages).toBeGreaterThan(35);
  for (const kind of ['/treatments/:category/:treatment', '/blog/:slug', '/find-clinics/:slug'])
    expect(seen.get(kind), kind).toBe(ofEachKind);
});

for (const locale of locales.slice(1))
  test(`nor in the language ${locale}`, async ({ context, baseURL }) => {
    test.setTimeout(900_000);
    const starts = ['/', ...listed].map((path) => addressIn(locale, path));
    const twins = await crawl(context, baseURL!, { starts });
    expect(twins.findings).toEqual([]);
    expect(twins.pages).toBeGreaterThan(25);
  });

test('neither does a patient, nor a clinic', async ({ browser, context, baseURL }) => {
  test.setTimeout(900_000);
  const patient = new ApiPatient(baseURL!);
  await patient.signIn();
  await patient.submits();
  await patient.enters(context);
  const own = await crawl(context, baseURL!, {
    starts: ['/', '/profile', '/my-offers', '/consultation'],
  });
  expect(own.findings).toEqual([]);

  const staff = await browser.newContext({ baseURL });
  await enterConsole(staff, 'admin');
  const clinic = await approvedClinic(baseURL!, consoleCalls(staff), 'Crawled Dental');
  await staff.close();
  const room = await browser.newContext({ baseURL });
  await clinic.enters(room);
  const theirs = await crawl(room, baseURL!, { starts: ['/clinic/dashboard', '/clinic/profile'] });
  expect(theirs.findings).toEqual([]);
  await room.close();
});
