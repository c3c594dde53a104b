import { ApiClinic } from './kit/api-clinic';
import { ApiPatient } from './kit/api-patient';
import { expect, test } from './kit/test';

/** Clinics of the demo that transplant hair. */
const galata = '+12125550111';
const northGate = '+12125550144';

const request = { treatment: 'hair', subTreatment: 'Beard Transplant', bodyArea: 'beard' };

test('a patient sets offers side by side and accepts one', async ({
  page,
  context,
  baseURL,
  scripts,
  expectAccessible,
}) => {
  test.setTimeout(180_000);
  const patient = new ApiPatient(baseURL!);
  await patient.signIn();
  const leadId = await patient.submits(request);
  const clinics = [new ApiClinic(baseURL!, galata), new ApiClinic(baseURL!, northGate)] as const;
  await clinics[0].signIn();
  await clinics[1].signIn();
  await patient.enters(context);
  await page.goto('/my-offers');
  await page.getByRole('link', { name: 'View Details' }).click();
  // The demo's team needs some seconds.
  await expect
    .poll(
      async () => {
        const { body } = await patient.call('GET', '/leads/me');
        return (body.data!.leads as Array<{ status: string }>)[0]!.status;
      },
      { timeout: 60_000 },
    )
    .toBe('reviewed');
  await page.goto(`/offers/${leadId}`);
  await expect(page.getByText('No offers yet')).toBeVisible();
  await clinics[0].offers(leadId, {
    ...{ amountCents: 210_000, message: 'In May, with pleasure.', doctorName: 'Dr. Demo' },
    items: [{ key: 'procedure', state: 'included' }],
  });
  // What is empty may fill by itself; without a script it is asked for.
  if (!scripts) await page.reload();
  await expect(page.getByText('1 open offer for Beard Transplant')).toBeVisible();
  await expect(page.getByText('Comparable total').first()).toBeVisible();
  const accept = page.getByRole('link', { name: 'Accept the offer of Galata' });
  const before = await accept.boundingBox();
  await clinics[1].offers(leadId, { amountCents: 190_000, message: 'Any week from June on.' });
  if (scripts) {
    await expect(page.getByText('The offers have changed')).toBeVisible();
    expect(await accept.boundingBox()).toEqual(before);
    await page.getByRole('button', { name: 'Show' }).click();
  } else await page.reload();
  await expect(page.getByText('2 open offers for Beard Transplant')).toBeVisible();
  const heads = page.getByRole('columnheader');
  await expect(heads.nth(1)).toContainText('North Gate');
  await page.getByRole('link', { name: 'Earliest date' }).click();
  await expect(page).toHaveURL(/sort=earliest/);
  await expectAccessible();
  await page.getByRole('link', { name: 'View details of the offer of Galata' }).click();
  await expect(page.getByText('In May, with pleasure.')).toBeVisible();
  await page.locator('summary', { hasText: 'Call' }).click();
  await expect(page.getByText('once you have accepted its offer')).toBeVisible();
  await expectAccessible();
  await page.getByRole('link', { name: 'Accept', exact: true }).click();
  await expect(page.getByText('The other open offer is declined.')).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Accept this offer' }).click();
  await expect(page).toHaveURL(/\/deal\//);
  await page.goto(`/offers/${leadId}`);
  await expect(page.getByText(/You chose the offer of Galata/)).toBeVisible();
  await page.locator('summary', { hasText: '1 offer that is over' }).click();
  await expect(page.getByText('You chose another offer.')).toBeVisible();
});
