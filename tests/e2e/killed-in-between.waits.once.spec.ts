import { codeFor } from './kit/outbox';
import { startProduct, type Product } from './kit/product';
import { expect, test } from './kit/test';
import { Patient } from './story/patient';

const secretWords = 'a scar that nobody else may read about';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(async () => {
  expect(await product.stop()).toBe(0);
});

test('the story survives the death of its processes between the steps', async ({
  browser,
  expectedErrors,
}) => {
  test.setTimeout(240_000);
  // A page that is open while its server dies loses its live stream and asks again.
  expectedErrors.push(/Failed to load resource|ERR_/);
  const context = await browser.newContext({ baseURL: product.url });
  const page = await context.newPage();
  const patient = new Patient(page, {
    scripts: true,
    codeFor: (phone, since) => codeFor(product.url, phone, since),
  });
  const bothDie = () => Promise.all([product.kill('web'), product.kill('worker')]);

  await patient.asksForCode();
  await bothDie();
  await patient.entersCode();
  await product.kill('web');
  await patient.completesProfile();
  await patient.chooses('Hair', '/treatment');
  await bothDie();
  await patient.chooses('Hair Transplant (FUE)', '/area');
  await patient.chooses('Front of the scalp', '/photos');
  await patient.addsPhotos(1);
  await bothDie();
  await page.reload();
  await expect(page.getByText('1 of 10 photos added')).toBeVisible();
  await patient.continues();
  await patient.choosesCities('Ankara');
  await patient.tellsTheRest(`I have ${secretWords}.`);
  await product.kill('web');
  await patient.submits();
  await bothDie();
  await page.goto('/my-offers');
  await patient.sees('Pending Review');
  await product.kill('worker');
  await patient.sees('Under Review');
  await expect(page.getByRole('link', { name: 'View Details' })).toHaveCount(1);
  await context.close();

  const said = product.output();
  const { phone, firstName, lastName, email } = patient;
  for (const personal of [phone, firstName, lastName, email, secretWords])
    expect(said.includes(personal), `the log holds ${personal}`).toBe(false);
});
