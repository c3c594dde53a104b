import { beforeOffers } from '../kit/before-offers';
import { expect, test } from '../kit/test';

test('a patient sets offers side by side and accepts one', async ({
  page,
  browser,
  context,
  baseURL,
  scripts,
  expectAccessible,
}) => {
  const checks = async () => (scripts ? expectAccessible() : undefined);
  test.setTimeout(180_000);
  const { patient, leadId, clinics } = await beforeOffers({ browser, baseURL }, [
    'Galata Dental',
    'North Gate Dental',
  ]);
  await patient.enters(context);
  await page.goto('/my-offers');
  const guide = page.getByRole('region', { name: 'Three things to try here' });
  await expect(guide.getByText('(done)')).toHaveCount(1);
  await checks();
  await page.getByRole('link', { name: 'View Details' }).click();
  await patient.untilReviewed();
  await page.goto(`/offers/${leadId}`);
  await expect(page.getByText('No offers yet')).toBeVisible();
  await clinics[0]!.offers(leadId, {
    ...{ amountCents: 210_000, message: 'In May, with pleasure.', doctorName: 'Dr. Demo' },
    items: [{ key: 'procedure', state: 'included' }],
  });
  // What is empty may fill by itself; without a script it is asked for.
  if (!scripts) await page.reload();
  await expect(page.getByText('1 open offer for Root Canal')).toBeVisible();
  await expect(page.getByText('Comparable total').first()).toBeVisible();
  const accept = page.getByRole('link', { name: 'Accept Galata' });
  const before = await accept.boundingBox();
  await clinics[1]!.offers(leadId, { amountCents: 190_000, message: 'Any week from June on.' });
  if (scripts) {
    await expect(page.getByText('The offers have changed')).toBeVisible();
    expect(await accept.boundingBox()).toEqual(before);
    await page.getByRole('button', { name: 'Show' }).click();
  } else await page.reload();
  await expect(page.getByText('2 open offers for Root Canal')).toBeVisible();
  const heads = page.getByRole('columnheader');
  await expect(heads.nth(1)).toContainText('North Gate');
  // Whose column is whose stays in view at the table's end. A page without scripts does it by a media feature that a
  // browser whose scripts are only switched off for a test does not report.
  if (scripts) {
    const table = page.getByRole('region', { name: 'Offers side by side' });
    await table.evaluate((box) => box.scrollIntoView({ block: 'end' }));
    const names = page.locator('[aria-hidden="true"]', { hasText: 'North Gate' });
    await expect(names.first().getByText('North Gate')).toBeInViewport();
    await expect(names.first().getByText('North Gate')).toBeVisible();
  }
  await page.getByRole('link', { name: 'Earliest date' }).click();
  await expect(page).toHaveURL(/sort=earliest/);
  await checks();
  // One can call whom one has chosen; until then no link pretends to.
  const calls = page.locator('a[href^="tel:"]');
  const clinicsNumber = clinics[0]!.phoneNumber;
  await expect(calls).toHaveCount(0);
  await page.getByRole('link', { name: 'View details of the offer of Galata' }).click();
  await expect(page.getByText('In May, with pleasure.')).toBeVisible();
  await expect(page.getByText('once you have accepted its offer')).toBeVisible();
  await expect(calls).toHaveCount(0);
  await checks();
  await page.getByRole('link', { name: 'Accept', exact: true }).click();
  await expect(page.getByText('The other open offer is declined.')).toBeVisible();
  await checks();
  await page.getByRole('button', { name: 'Accept this offer' }).click();
  await expect(page).toHaveURL(/\/deal\//);
  const call = page.getByRole('link', { name: /^Call \+/ });
  await expect(call).toHaveAttribute('href', `tel:${clinicsNumber}`);
  await page.goto(page.url().replace('/deal/', '/offer/'));
  await expect(call).toHaveAttribute('href', `tel:${clinicsNumber}`);
  await expect(page.getByText('once you have accepted its offer')).toHaveCount(0);
  await page.goto(`/offers/${leadId}`);
  await expect(page.getByText(/You chose the offer of Galata/)).toBeVisible();
  await page.locator('summary', { hasText: '1 offer that is over' }).click();
  await expect(page.getByText('You chose another offer.')).toBeVisible();
  await page.goto('/my-offers');
  await expect(guide.getByText('(done)')).toHaveCount(2);
  await guide.getByRole('link', { name: 'Agree on a day' }).click();
  await expect(page).toHaveURL(/\/deal\//);
  await page.goto('/my-offers');
  await guide.getByRole('button', { name: 'Close this guide' }).click();
  await expect(guide).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'My Treatment Requests' })).toBeVisible();
  await expect(guide).toHaveCount(0);
});
