import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import { codeFor, messagesTo, type OutboxMessage } from './outbox';

/** Whoever reads what this product has sent. */
export interface Outbox {
  codeFor(phone: string, since?: Date): Promise<string>;
  messagesTo(to: string): Promise<OutboxMessage[]>;
}

interface Kit {
  /** Whether the browser of this project runs JavaScript. */
  readonly scripts: boolean;
  readonly outbox: Outbox;
  /** Fails when axe finds anything of WCAG 2.2 A and AA on the page as it is now. */
  readonly expectAccessible: () => Promise<void>;
  /** Patterns of console errors that this test provokes. */
  readonly expectedErrors: RegExp[];
}

/** What was being read when the page was left, or when something newer overtook it: no one waits for it any more. */
export const brokenOff =
  /AbortError: (?:BodyStreamBuffer was aborted|signal is aborted without reason)|Failed to fetch manifest patches TypeError: Failed to fetch/;

/** The bell asked for the latest in the moment in which its reader signed out. */
const signedOutMeanwhile = /status of 401 \(Unauthorized\) \(\S+\/api\/notifications\?as=/;

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Playwright's `test` on the run's product; an unexpected error in the console fails it. */
export const test = base.extend<Kit & { watchConsole: void; closeContexts: void }>({
  // One browser serves a worker's tests: a page left open would go on listening to the product beside the next test.
  closeContexts: [
    async ({ browser }, use) => {
      await use();
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
  // Known only once the product has a port, long after the configuration was read.
  baseURL: ({}, use) => use(process.env.E2E_URL),
  scripts: ({ javaScriptEnabled }, use) => use(javaScriptEnabled !== false),
  outbox: ({ baseURL }, use) =>
    use({
      codeFor: (phone, since) => codeFor(baseURL!, phone, since),
      messagesTo: (to) => messagesTo(baseURL!, to),
    }),
  expectAccessible: ({ page }, use) => use(() => expectAccessible(page)),
  expectedErrors: async ({}, use) => use([]),
  watchConsole: [
    async ({ page, expectedErrors }, use) => {
      const unexpected: string[] = [];
      const note = (text: string) => {
        const expected = [brokenOff, signedOutMeanwhile, ...expectedErrors];
        if (!expected.some((pattern) => pattern.test(text))) unexpected.push(text);
      };
      page.on('console', (message) => {
        if (message.type() === 'error') note(`${message.text()} (${message.location().url})`);
      });
      page.on('pageerror', (error) => note(error.message));
      await use();
      expect(unexpected, 'errors in the console').toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * What axe finds on a page, by the tags of its rules. The page itself adds the results up: the usual way opens another page
 * for that, which takes longer than the look, and serves frames of other origins, of which the product has none.
 */
export async function axeViolations(page: Page, tags: string[]) {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
  return (await axe.withTags(tags).analyze()).violations;
}

async function expectAccessible(page: Page): Promise<void> {
  const violations = await axeViolations(page, standards);
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
  expect(found, `axe on ${page.url()}`).toEqual([]);
}

export { expect };
