import type { Page } from '@playwright/test';
import { ApiPatient } from './kit/api-patient';
import { ApiClinic } from './kit/api-clinic';
import { expect, test } from './kit/test';

/** A clinic that the demo has approved. */
const demoClinic = '+12125550111';
const open = [
  '/',
  '/tr',
  '/find-clinics',
  '/treatments/dental/dental-implants',
  '/login',
  '/clinic-register',
  '/contact',
];
const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 800 };
const ofPatients = ['/profile', '/consultation', '/my-offers'];
const ofClinics = ['/clinic/dashboard', '/clinic/profile'];

/** Sideways scrolling, and controls that reach beyond the screen outside of what scrolls by itself. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const root = document.documentElement;
    const faults = root.scrollWidth > root.clientWidth ? [`scrolls to ${root.scrollWidth}`] : [];
    const scrolls = (element: Element): boolean =>
      element.parentElement !== null &&
      (/auto|scroll/.test(getComputedStyle(element.parentElement).overflowX) ||
        scrolls(element.parentElement));
    for (const control of document.querySelectorAll('a[href], button, input, select, textarea')) {
      if (!control.checkVisibility({ visibilityProperty: true }) || scrolls(control)) continue;
      if (control.closest('[aria-hidden=true], details:not([open]) > :not(summary)')) continue;
      const { left, right, width } = control.getBoundingClientRect();
      // What waits for the focus, as the skip link does, is a pixel wide or off the screen altogether.
      if (width <= 1 || right <= 0) continue;
      if (left < -1 || right > root.clientWidth + 1)
        faults.push(`cuts off ${control.outerHTML.slice(0, 90)}`);
    }
    return faults;
  });

/** Words that a box of ours cuts off, or that lie upon other words. */
const hiddenWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const own = [...element.childNodes].some(
        (node) => node.nodeType === 3 && node.nodeValue?.trim(),
      );
      if (!own || !element.checkVisibility({ visibilityProperty: true })) continue;
      if (element.closest('.sr-only, [aria-hidden=true], option, textarea')) continue;
      const box = element.getBoundingClientRect();
      if (box.width <= 1) continue;
      for (let around: HTMLElement | null = element; around; around = around.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(around);
        const edge = around.getBoundingClientRect();
        const cut =
          (overflowX === 'hidden' &&
            (element.scrollWidth > element.clientWidth + 1 || box.right > edge.right + 1)) ||
          (/hidden|clip/.test(overflowY) && box.bottom > edge.bottom + 1);
        if (cut && around !== document.body && around !== document.documentElement)
          faults.push(element.outerHTML.slice(0, 120));
        if (cut || /auto|scroll/.test(overflowX + overflowY)) break;
      }
    }
    return faults;
  });

/** Controls that lose their edge when the system's colours replace ours. */
const edgeless = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const kinds = 'button, input:not([type=hidden]), select, textarea';
    return [...document.querySelectorAll<HTMLElement>(kinds)]
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .filter((control) => control.getBoundingClientRect().width > 1)
      .filter((control) => !control.closest('[aria-hidden=true]'))
      .filter((control) => {
        const { appearance, borderStyle, borderWidth, outlineStyle } = getComputedStyle(control);
        // A mark or a picker that the browser draws is drawn in the system's colours.
        const isDrawn =
          appearance !== 'none' && /checkbox|radio|file/.test(control.getAttribute('type') ?? '');
        const hasBorder =
          /[a-z]/.test(borderStyle.replace(/none|hidden/g, '')) && /[1-9]/.test(borderWidth);
        return !isDrawn && !hasBorder && outlineStyle === 'none';
      })
      .map((control) => control.outerHTML.slice(0, 140));
  });

/** Of the first stops of the keyboard those where nothing shows that the focus is there. */
async function unseenStops(page: Page): Promise<string[]> {
  const unseen: string[] = [];
  for (let stop = 0; stop < 12; stop += 1) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(() => {
      const stopped = document.activeElement;
      if (!stopped || stopped === document.body) return null;
      const isOutlined = (element: Element | null): boolean =>
        element !== null && getComputedStyle(element).outlineStyle !== 'none';
      // A card is outlined around the control that it holds.
      const isSeen = isOutlined(stopped) || isOutlined(stopped.closest('label'));
      return isSeen ? null : stopped.outerHTML.slice(0, 90);
    });
    if (found) unseen.push(found);
  }
  return unseen;
}

/** What still moves for people who asked for less motion. */
const moving = (page: Page): Promise<number[]> =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .map(({ effect }) => Number(effect?.getComputedTiming().activeDuration ?? 0))
      .filter((ms) => ms > 10),
  );

/** What is found once the page has come to rest: on a busy machine a new size is laid out a moment later. */
async function atRest(page: Page, look: (page: Page) => Promise<string[]>): Promise<string[]> {
  let found = await look(page);
  for (let again = 0; again < 10 && found.length > 0; again += 1) {
    await page.waitForTimeout(200);
    found = await look(page);
  }
  return found;
}

/** A header of more than two rows takes too much of a screen. */
const tallHeader = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const middles = [...document.querySelectorAll('header :is(a, summary)')]
      .filter((control) => !control.closest('details:not([open]) > :not(summary)'))
      .map((control) => control.getBoundingClientRect())
      .filter(({ width }) => width > 1)
      .map(({ top, height }) => top + height / 2)
      .toSorted((a, b) => a - b);
    const rows = middles.filter((middle, n) => n === 0 || middle - middles[n - 1]! > 20).length;
    return rows > 2 ? [`${rows} rows in the header`] : [];
  });

async function faultsOf(page: Page, path: string): Promise<string[]> {
  const faults: string[] = [];
  const note = (how: string, found: readonly unknown[]) =>
    faults.push(...found.map((what) => `${path} ${how}: ${String(what)}`));
  await page.setViewportSize({ width: 320, height: 640 });
  const answer = await page.goto(path);
  if (!answer?.ok()) note('answers', [answer?.status()]);
  note('at 320 px', await atRest(page, cutOff));
  note('still moves', await moving(page));
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  for (const size of [phone, desktop]) {
    await page.setViewportSize(size);
    note(`with large text at ${size.width} px`, await atRest(page, cutOff));
    note(`hidden by large text at ${size.width} px`, await atRest(page, hiddenWords));
    note(`with large text at ${size.width} px`, await atRest(page, tallHeader));
  }
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  await page.emulateMedia({ forcedColors: 'active' });
  note('without an edge', await edgeless(page));
  note('focus unseen', await unseenStops(page));
  await page.emulateMedia({ forcedColors: null });
  return faults;
}

async function faultsOfAll(page: Page, paths: readonly string[]): Promise<string[]> {
  const faults: string[] = [];
  for (const path of paths) faults.push(...(await faultsOf(page, path)));
  return faults;
}

test('narrow screens, large text, forced colours and less motion keep every control', async ({
  page,
  context,
  baseURL,
}) => {
  expect.soft(await faultsOfAll(page, open)).toEqual([]);

  const patient = new ApiPatient(baseURL!);
  await patient.signIn();
  const leadId = await patient.submits();
  await patient.enters(context);
  expect.soft(await faultsOfAll(page, [...ofPatients, `/request-detail/${leadId}`])).toEqual([]);

  const clinic = new ApiClinic(baseURL!, demoClinic);
  await clinic.signIn();
  await context.clearCookies();
  await clinic.enters(context);
  expect.soft(await faultsOfAll(page, ofClinics)).toEqual([]);
});

test('words stand beside the icons of the header where the text leaves room for them', async ({
  page,
  context,
  baseURL,
}) => {
  const patient = new ApiPatient(baseURL!);
  await patient.signIn();
  await patient.enters(context);
  await page.goto('/my-offers');
  const word = page.getByRole('banner').getByText('Notifications', { exact: true });
  const isRead = async () => ((await word.boundingBox())?.width ?? 0) > 1;
  const tablet = { width: 768, height: 1024 };
  for (const [size, read] of [
    [desktop, true],
    [tablet, true],
    [phone, false],
  ] as const) {
    await page.setViewportSize(size);
    await expect.poll(isRead, { message: `at ${size.width} px` }).toBe(read);
  }
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await page.setViewportSize(desktop);
  await expect.poll(isRead, { message: 'with large text' }).toBe(false);
  await expect(page.getByRole('banner').getByText('Menu', { exact: true })).toBeVisible();
});
