import type { Locator, Page } from '@playwright/test';
import { templateOf } from '#contracts/offers';
import { beforeOffers } from './kit/before-offers';
import { expect, test } from './kit/test';
import { Bidder } from './story/bidder';
import { hydrated } from './kit/page';

const whole = 'Ferry Street Dental';
const cheap = 'Half Moon Dental';
const cheapest = 190_000;

const every = templateOf('Root Canal').map(({ key }) => ({ key, state: 'included' }));
const some = every.filter(({ key }) => key === 'procedure');

/** The cells of an offer's column, by the names in the table's head. */
async function columnOf(page: Page, clinicName: string): Promise<(row: string) => Locator> {
  const heads = await page.getByRole('columnheader').allTextContents();
  const at = heads.findIndex((head) => head.includes(clinicName));
  expect(at, heads.join(' | ')).toBeGreaterThan(0);
  return (row) =>
    page
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: row, exact: true }) })
      .getByRole('cell')
      .nth(at - 1);
}

/** In what order the table has the clinics. */
async function expectOrder(page: Page, names: readonly string[]): Promise<void> {
  const heads = page.getByRole('columnheader');
  await expect(heads).toHaveCount(names.length + 1);
  for (const [n, name] of names.entries()) await expect(heads.nth(n + 1)).toContainText(name);
}

/** The clinic states what it was asked for: with a script by one tap, without by each line. */
async function statesEverything(page: Page, scripts: boolean): Promise<void> {
  if (scripts) {
    await hydrated(page);
    await page.getByRole('button', { name: 'Mark all as included' }).click();
  } else {
    const lines = page.locator('select', { has: page.locator('option[value=not-stated]') });
    for (const line of await lines.all()) await line.selectOption('included');
  }
  await page.getByRole('button', { name: 'Send the changed offer' }).click();
  await expect(page.getByText('Your offer was changed.')).toBeVisible();
}

test('an offer that leaves lines out stands after a whole one, and one tap asks its clinic', async ({
  page,
  browser,
  context,
  baseURL,
  scripts,
  expectAccessible,
}) => {
  test.setTimeout(180_000);
  const { patient, leadId, clinics } = await beforeOffers({ browser, baseURL }, [whole, cheap]);
  await patient.untilReviewed();
  const message = 'In May, with pleasure.';
  const [first, second] = clinics as [(typeof clinics)[0], (typeof clinics)[0]];
  await first.offers(leadId, { amountCents: 260_000, message, items: every });
  await second.offers(leadId, { amountCents: cheapest, message, items: some });

  await patient.enters(context);
  await page.goto(`/offers/${leadId}`);
  await expectOrder(page, [whole, cheap]);
  const total = async (name: string) => (await columnOf(page, name))('Comparable total');
  await expect(await total(whole)).toContainText('All lines stated');
  await expect(await total(cheap)).toContainText(/^\$1,900Without: .*Anaesthesia; Medication/);
  await expect((await columnOf(page, cheap))('Anaesthesia')).toHaveText('Not stated');
  const ask = page.getByRole('button', { name: /Ask what is missing/ });
  await expect(ask).toHaveCount(1);
  if (scripts) await expectAccessible();
  // By price alone the other one is first; what it leaves out stays in view.
  await page.getByRole('link', { name: 'Price', exact: true }).click();
  await expect(page).toHaveURL(/sort=price/);
  await expectOrder(page, [cheap, whole]);
  await expect(await total(cheap)).toContainText(/Without: .*Anaesthesia/);

  if (scripts) await hydrated(page);
  await ask.click();
  await expect(page).toHaveURL(/\/conversation\//);
  const question = page.getByText('Your offer does not state these lines');
  await expect(question).toContainText('- Anaesthesia');
  await expect(question).not.toContainText('- The procedure itself');
  await page.goto(`/offers/${leadId}`);
  await expect(ask).toHaveCount(0);
  await page.getByRole('link', { name: `Asked: to the conversation with ${cheap}` }).click();
  await expect(question).toHaveCount(1);

  const desk = await browser.newContext({ baseURL });
  await second.enters(desk);
  const bidder = new Bidder(await desk.newPage(), scripts);
  await bidder.page.goto('/clinic/dashboard');
  const inbox = bidder.page.getByRole('banner').getByRole('link', { name: /^Messages/ });
  await expect(inbox).toHaveAccessibleName(/1/);
  await bidder.page.goto('/clinic/messages');
  await bidder.page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: 'Ada B.' })
    .getByRole('link')
    .first()
    .click();
  await bidder.sees(/Your offer does not state these lines[^]*- Anaesthesia/);
  await bidder.page.goto(`/clinic/request/${leadId}`);
  await statesEverything(bidder.page, scripts);

  // Now it is whole, and the cheapest: nothing is left to ask.
  await page.goto(`/offers/${leadId}`);
  await expectOrder(page, [cheap, whole]);
  await expect(await total(cheap)).toContainText('All lines stated');
  await expect(ask).toHaveCount(0);
});
