import type { Page } from '@playwright/test';
import { ApiPatient } from './kit/api-patient';
import { approvedClinic } from './kit/approved-clinic';
import { consoleCalls } from './kit/console-calls';
import { startProduct, type Product } from './kit/product';
import { enterConsole } from './kit/staff-session';
import { expect, test } from './kit/test';

// A product of its own: what other tests offer would change the figures, and a page that they read would be remembered.
let product: Product;
test.beforeAll(async () => {
  test.setTimeout(240_000);
  product = await startProduct();
});
test.afterAll(() => product?.stop());

/** One that nobody of the demo has offered for. */
const treatment = { subTreatment: 'Other Dental', path: '/treatments/dental/other-dental' };
/** Of each clinic the latest three count, and a request takes five offers: seven clinics make twenty on four requests. */
const clinicCount = 7;
const perRequest = 5;
const fewest = 20;
/** $1,000 to $1,760, in steps of 40. */
const amount = (n: number): number => 100_000 + 4_000 * n;

async function requestOf(url: string): Promise<string> {
  const patient = new ApiPatient(url);
  await patient.signIn();
  const leadId = await patient.submits({ subTreatment: treatment.subTreatment });
  await patient.untilReviewed();
  return leadId;
}

const card = (page: Page, label: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: label, exact: true }) });

test('a treatment shows the range of twenty offers and no fewer, else a public source, else neither', async ({
  page,
  browser,
  expectAccessible,
}) => {
  test.setTimeout(300_000);
  const { url } = product;
  const staff = await browser.newContext();
  const env = { DATA_DIR: product.dataDir };
  await enterConsole(staff, 'admin', { url, env });
  const calls = consoleCalls(staff, url);
  const [requests, clinics] = await Promise.all([
    Promise.all(Array.from({ length: fewest / perRequest }, () => requestOf(url))),
    Promise.all(
      Array.from({ length: clinicCount }, (_, n) =>
        approvedClinic(url, calls, `Lighthouse ${n + 1} Dental`),
      ),
    ),
  ]);
  const offers = (n: number) =>
    clinics[n % clinicCount]!.offers(requests[Math.floor(n / perRequest)]!, {
      amountCents: amount(n),
      message: 'In May, with pleasure.',
    });
  for (let n = 0; n < fewest - 1; n += 1) await offers(n);

  const range = page.getByText('in half of all offers');
  const prices = page.getByRole('region', { name: 'What clinics asked for it' });
  await page.goto(url + treatment.path);
  await expect(prices).toContainText('$1,000 to $1,720, in 19 offers from 7 clinics');
  await expect(range).toHaveCount(0);
  await page.goto(`${url}/treatments/dental`);
  const listed = card(page, treatment.subTreatment);
  await expect(listed).toBeVisible();
  await expect(listed).not.toContainText('$');

  await offers(fewest - 1);
  // What was counted is kept for ten minutes by the process that counted it.
  await product.kill('web');
  await page.goto(`${url}/treatments/dental`);
  await expect(listed).toContainText('$1,190 to $1,570 in half of all offers');
  await expect(listed).toContainText('The middle offer is $1,380. From 20 offers of 7 clinics.');
  await expectAccessible();
  await listed.getByRole('link').click();
  await expect(page).toHaveURL(url + treatment.path);
  await expect(prices).toContainText('$1,190 to $1,570 in half of all offers');
  await expect(prices).toContainText('From 20 offers of 7 clinics.');
  await expect(prices).toContainText(/Counted on .*\d{4}/);

  await page.goto(`${url}/treatments/cosmetic/facelift`);
  await expect(prices).toContainText('the average fee of the surgeon alone was $7,655 in 2018');
  await expect(prices).toContainText(
    /Source: American Society of Plastic Surgeons.*, Apr 10, 2019/,
  );
  await expect(prices.getByRole('link', { name: /American Society/ })).toHaveAttribute(
    'href',
    /^https:\/\//,
  );
  await expect(range).toHaveCount(0);
  await expectAccessible();

  await page.goto(`${url}/treatments/hair/scalp-micropigmentation`);
  await expect(prices).toContainText('Until then, any figure would be a guess.');
  await expect(prices).not.toContainText(/\$|Source:/);
});
