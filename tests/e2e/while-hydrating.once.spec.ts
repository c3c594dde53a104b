import type { Locator, Page, Request } from '@playwright/test';
import type { ApiPatient } from './kit/api-patient';
import { beforeOffers } from './kit/before-offers';
import { expect, test } from './kit/test';

// A worker would give the scripts from its cache, and nothing would hold them.
test.use({ serviceWorkers: 'block' });

/** After how many turns of the page's event loop a person acts, counted from when the router began: it hydrates in the first. */
const turns = Array.from({ length: 25 }, (_, n) => n);

interface Deed {
  readonly path: string;
  /** Where words are typed. */
  readonly box: (page: Page) => Locator;
  readonly button: string;
  /** Where its reader comes to, and where the words are read there. */
  readonly lands: string;
  readonly shown: (page: Page, words: string) => Locator;
}

/** What the button sends, and not what is kept by itself while a person types. */
const isSent = (request: Request): boolean =>
  request.method() === 'POST' && !request.postData()?.includes('intent=keep');

/** Fills the form as the server wrote it, while no script has come yet, and presses its button so many turns later. */
async function acts(page: Page, { path, box, button }: Deed, words: string, turn: number) {
  let comes = (): void => undefined;
  const scripts = new Promise<void>((resolve) => (comes = resolve));
  await page.route(/\/assets\/.*\.js$/, (route) => scripts.then(() => route.continue()));
  await page.goto(path, { waitUntil: 'commit' });
  await box(page).fill(words);
  const sent = page.waitForRequest(isSent);
  await pressesAfter(page, button, turn);
  comes();
  await sent;
}

const pressesAfter = (page: Page, button: string, turn: number): Promise<void> =>
  page.evaluate(
    ([name, count]) => {
      let left = count;
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        const began = '__remixRouter' in window;
        const buttons = [...document.querySelectorAll('main form button')];
        if (began && left <= 0)
          return buttons
            .find((one): one is HTMLButtonElement => one.textContent!.trim() === name)!
            .click();
        if (began) left -= 1;
        port2.postMessage(null);
      };
      port2.postMessage(null);
    },
    [button, turn] as const,
  );

/** What was typed is stored and shown, on a page that stands. */
async function expectDone(page: Page, { lands, shown }: Deed, words: string) {
  await expect(shown(page, words)).toBeVisible({ timeout: 15_000 });
  await expect(page).toHaveURL(new RegExp(`${lands}(\\?|$)`));
  await expect(page.getByRole('banner').getByText('Account', { exact: true })).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
}

const messageOf = (path: string, label: string): Deed => ({
  path,
  box: (page) => page.getByLabel(label),
  button: 'Send Message',
  lands: path,
  shown: (page, words) => page.getByRole('listitem').getByText(words, { exact: true }),
});

test.describe('whoever acts while the page hydrates, at each of its moments', () => {
  let patient: ApiPatient;
  let conversation: string;

  test.beforeAll(async ({ browser }) => {
    const baseURL = process.env.E2E_URL;
    const made = await beforeOffers({ browser, baseURL }, ['Early Dental']);
    patient = made.patient;
    await patient.untilReviewed();
    const offer = { amountCents: 190_000, message: 'In June.' };
    conversation = `/conversation/${await made.clinics[0]!.offers(made.leadId, offer)}`;
  });

  test('sends a message of a live page', async ({ page, context }) => {
    test.setTimeout(240_000);
    await patient.enters(context);
    for (const turn of turns) {
      const words = `Said at turn ${turn}`;
      const deed = messageOf(conversation, 'Your message');
      await acts(page, deed, words, turn);
      await expectDone(page, deed, words);
    }
  });

  test('saves what is in a form', async ({ page, context }) => {
    test.setTimeout(240_000);
    await patient.enters(context);
    const deed = {
      path: '/profile/personal',
      box: (form: Page) => form.getByLabel('First name'),
      button: 'Save',
      lands: '/profile',
      shown: (profile: Page, words: string) =>
        profile.getByRole('heading', { name: `${words} Byron`, exact: true }),
    };
    for (const turn of turns) {
      const words = `Ada${'a'.repeat(turn)}`;
      await acts(page, deed, words, turn);
      await expectDone(page, deed, words);
    }
  });
});
