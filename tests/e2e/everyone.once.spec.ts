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
      if (control.closest('[aria-hidden=true]')) continue;
      const { left, right, width } = control.getBoundingClientRect();
      // What waits for the focus, as the skip link does, is a pixel wide or off the screen altogether.
      if (width <= 1 || right <= 0) continue;
      if (left < -1 || right > root.clientWidth + 1)
        faults.push(`cuts off ${control.outerHTML.slice(0, 90)}`);
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

async function faultsOf(page: Page, path: string): Promise<string[]> {
  const faults: string[] = [];
  const note = (how: string, found: readonly unknown[]) =>
    faults.push(...found.map((what) => `${path} ${how}: ${String(what)}`));
  await page.setViewportSize({ width: 320, height: 640 });
  const answer = await page.goto(path);
  if (!answer?.ok()) note('answers', [answer?.status()]);
  note('at 320 px', await cutOff(page));
  note('still moves', await moving(page));
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  note('with large text', await cutOff(page));
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
