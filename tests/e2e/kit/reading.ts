import { expect, type CDPSession, type Page } from '@playwright/test';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hydrated } from './page';

const folder = path.resolve('tests/e2e/reading-order');

/** What differs from run to run is named instead. */
const changing: ReadonlyArray<readonly [RegExp, string]> = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, '{id}'],
  [/\+\d[\d ()•*-]{5,}\d/g, '{phone}'],
  [/[\w.]+@example\.com/g, '{e-mail}'],
  [/\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)(?:s|nes|rs|ur)?(?:day)?, (?=[A-Z][a-z]{2})/g, ''],
  [/(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{1,2}(?:, \d{4})?/g, '{date}'],
  [/(?:at |, )?\d{1,2}:\d{2}(?::\d{2})?(?:\s[AP]M)?(?: UTC)?/g, '{time}'],
  [/\b\d+ (?:second|minute|hour)s? ago\b/g, '{duration} ago'],
  [/\bin \d+ seconds?\b/g, 'in {duration}'],
  // Of a long list the first entry says what the others are.
  [/((?:^|\n) *- option "[^\n]*)(?:\n *- option "[^\n]*){8,}/g, '$1\n{and many more options}'],
  // Another clinic of the same name may have the short address already.
  [/\/find-clinics\/[a-z0-9-]+/g, '/find-clinics/{slug}'],
  [/\b(?:TR|TRQ|REQ)-[0-9A-Z]+/g, '{number}'],
  [/((?:Marmara Smile|Golden Horn Dental|Two Bridges Smile) )\d+/g, '$1{number}'],
];

const withoutChanges = (text: string): string =>
  changing.reduce((said, [pattern, name]) => said.replace(pattern, name), text);

/** Told by chance: how fast the test types decides the one, the journeys beside it on the same product the other. */
const byChance = /, (What you type here is saved as you go\.|Saved|A new request has arrived\.)$/;

/** What Chromium's accessibility tree says of one node. */
interface AxNode {
  role?: { value: string };
  name?: { value: string };
  description?: { value: string };
  properties?: ReadonlyArray<{ name: string; value: { value?: unknown } }>;
}

const spokenStates = ['invalid', 'required', 'expanded', 'checked', 'disabled', 'hasPopup'];

function spoken({ role, name, description, properties = [] }: AxNode): string {
  const states = properties
    .filter(({ name: state }) => spokenStates.includes(state))
    .filter(({ value }) => value.value !== false && value.value !== 'false')
    .map(({ name: state, value }) =>
      value.value === true ? state : `${state} ${String(value.value)}`,
    );
  const about = description?.value ? [`described "${description.value}"`] : [];
  return [`${role?.value} "${name?.value ?? ''}"`, ...states, ...about].join(', ');
}

/** A page as a screen reader meets it: what it reads from the top, the stops of the keyboard, and what it is told. */
export class Reading {
  private readonly stations: string[] = [];
  readonly faults: string[] = [];

  private constructor(
    private readonly page: Page,
    private readonly tree: CDPSession,
    private readonly journey: string,
  ) {}

  static async of(page: Page, journey: string): Promise<Reading> {
    const tree = await page.context().newCDPSession(page);
    await tree.send('Accessibility.enable');
    await page.addInitScript(listen);
    return new Reading(page, tree, journey);
  }

  /** Reads a form with what was typed, or refused: once it is kept, which it is told by the way. */
  async readsKept(station: string, part = 'main'): Promise<void> {
    await expect(this.page.getByText('What you type here is saved as you go.')).toBeAttached();
    await this.reads(station, part);
  }

  /** Reads what is open, `part` of it, and notes what would not be understood. */
  async reads(station: string, part = 'main'): Promise<void> {
    const { page } = this;
    await page.waitForLoadState('networkidle');
    await hydrated(page);
    const content = await this.settled(part);
    const focus = await this.focused();
    // What comes a moment after the page is told of this page, too.
    const said = await page.evaluate(() => (window as { said?: string[] }).said?.splice(0) ?? []);
    const found = await page.evaluate(faultsOf, part);
    this.faults.push(...found.map((fault) => `${this.journey}, ${station}: ${fault}`));
    this.stations.push(
      [
        `## ${station}`,
        `title: ${await page.title()}`,
        ...said.filter((words) => !byChance.test(words)).map((words) => `told: ${words}`),
        `focus: ${focus}`,
        'reads:',
        indent(content),
        'keyboard:',
        indent((await this.stops(part)).join('\n')),
      ].join('\n'),
    );
  }

  /** Buttons that are just busy, and what arrives late, would differ from run to run. */
  private async settled(part: string): Promise<string> {
    let before = '';
    for (let look = 0; look < 20; look += 1) {
      const now = await this.page.locator(part).first().ariaSnapshot();
      if (withoutChanges(now) === withoutChanges(before)) return now;
      before = now;
      await this.page.waitForTimeout(400);
    }
    return before;
  }

  /** The journey as it was read, with what is stored of it; written anew with `READING=write`. */
  compared(): { read: string; stored: string } {
    const file = path.join(folder, `${this.journey}.txt`);
    const read = `${withoutChanges(this.stations.join('\n\n'))}\n`;
    if (process.env.READING === 'write') {
      mkdirSync(folder, { recursive: true });
      writeFileSync(file, read);
    }
    return { read, stored: readFileSync(file, 'utf8') };
  }

  private async focused(): Promise<string> {
    const { result } = await this.tree.send('Runtime.evaluate', {
      expression: 'document.activeElement',
    });
    const { objectId } = result;
    if (!objectId) return 'nothing';
    const { nodes } = await this.tree.send('Accessibility.getPartialAXTree', {
      objectId,
      fetchRelatives: false,
    });
    return spoken((nodes[0] ?? {}) as AxNode);
  }

  /** Where Tab leads within a part of the page, from its beginning; the focus is put back. */
  private async stops(part: string): Promise<string[]> {
    const { page } = this;
    await page.evaluate(rememberFocus, part);
    const stops: string[] = [];
    while (stops.length < 60) {
      await page.keyboard.press('Tab');
      const isInside = await page.evaluate(
        (name) =>
          document.activeElement !== document.body && document.activeElement?.closest(name) != null,
        part,
      );
      if (!isInside) break;
      stops.push(await this.focused());
    }
    await page.evaluate(restoreFocus);
    return stops;
  }
}

const indent = (text: string): string => text.replace(/^(?=.)/gm, '  ');

/** Runs in the page: notes what live regions are told, in the order in which it happens. */
function listen(): void {
  const told = window as { said?: string[] };
  told.said = [];
  const regions = '[aria-live]:not([aria-live=off]), [role=status], [role=alert], [role=log]';
  const note = (region: Element) => {
    const words = region.textContent?.replace(/\s+/g, ' ').trim();
    const urgent =
      region.getAttribute('role') === 'alert' || region.getAttribute('aria-live') === 'assertive';
    const line = `${urgent ? 'at once' : 'in turn'}, ${words}`;
    if (words && told.said!.at(-1) !== line) told.said!.push(line);
  };
  const heard = new Map<Element, string>();
  const look = () => {
    for (const region of document.querySelectorAll(regions)) {
      const words = region.textContent ?? '';
      // A region that comes with its words is an alert to be heard; others must have been there before.
      const isNew = !heard.has(region);
      const isAlert = region.getAttribute('role') === 'alert';
      if (heard.get(region) !== words && (!isNew || isAlert)) note(region);
      heard.set(region, words);
    }
  };
  addEventListener('DOMContentLoaded', () => {
    for (const region of document.querySelectorAll(regions))
      heard.set(region, region.textContent ?? '');
    new MutationObserver(look).observe(document.body, {
      ...{ subtree: true, childList: true, characterData: true },
    });
  });
}

/** Runs in the page: the keyboard goes on from the beginning of `part`. */
function rememberFocus(part: string): void {
  const own = window as { before?: Element | null };
  own.before = document.activeElement;
  const start = document.createElement('span');
  start.tabIndex = -1;
  start.id = 'reading-start';
  document.querySelector(part)!.before(start);
  start.focus({ preventScroll: true });
}

function restoreFocus(): void {
  const { before } = window as { before?: HTMLElement | null };
  document.getElementById('reading-start')?.remove();
  before?.focus({ preventScroll: true });
}

/** Runs in the page: what somebody who cannot see it would stumble over. */
function faultsOf(part: string): string[] {
  const faults: string[] = [];
  const root = document.querySelector(part)!;
  const shown = (element: Element) => element.checkVisibility({ visibilityProperty: true });
  const nameOf = (element: Element) =>
    (element.getAttribute('aria-label') ?? element.textContent ?? '').replace(/\s+/g, ' ').trim();
  const levels = [...root.querySelectorAll('h1, h2, h3, h4, h5, h6')]
    .filter(shown)
    .map((heading) => Number(heading.tagName[1]));
  if (part === 'main' && levels.filter((level) => level === 1).length !== 1)
    faults.push(`has headings ${levels.join()}`);
  for (const [index, level] of levels.entries())
    if (index > 0 && level > levels[index - 1]! + 1) faults.push(`skips to heading ${level}`);
  const places = new Map<string, string>();
  for (const link of [...root.querySelectorAll('a[href]')].filter(shown)) {
    const [name, to] = [nameOf(link), link.getAttribute('href')!];
    if (!name && !link.querySelector('img[alt]')) faults.push(`a link to ${to} has no name`);
    if ((places.get(name) ?? to) !== to) faults.push(`two places are called "${name}"`);
    places.set(name, to);
  }
  // Header and footer offer the same for whoever is at either end of the page.
  const within = part === 'body' ? root.querySelector('main')! : root;
  const buttons = [...within.querySelectorAll('button')].filter(shown).map(nameOf);
  for (const name of new Set(buttons.filter((one, index) => buttons.indexOf(one) !== index)))
    faults.push(`several buttons are called "${name}"`);
  for (const invalid of root.querySelectorAll('[aria-invalid=true]')) {
    const group = invalid.closest('fieldset');
    const ids = [invalid, group].flatMap((one) =>
      (one?.getAttribute('aria-describedby') ?? '').split(' ').filter(Boolean),
    );
    if (!ids.some((id) => document.getElementById(id)?.textContent))
      faults.push(`does not say what is wrong with ${invalid.outerHTML.slice(0, 80)}`);
  }
  for (const link of root.querySelectorAll('a[href^="#"]'))
    if (!document.getElementById(link.getAttribute('href')!.slice(1)))
      faults.push(`"${nameOf(link)}" leads nowhere`);
  return faults;
}
