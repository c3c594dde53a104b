import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { ApiClinic } from '../kit/api-clinic';
import { enterConsole } from '../kit/staff-session';
import { expect, test } from '../kit/test';

/** An application without documents: enough to be looked at and turned down. */
async function application(url: string): Promise<string> {
  const clinic = new ApiClinic(url);
  await clinic.register({
    clinicName: 'Clinic of two reviewers',
    doctorName: 'Deniz Kaya',
    email: 'casework@clinic.example',
    address: 'Street 1',
    city: 'Izmir',
    country: 'Turkey',
    specialties: ['Dental Treatment'],
    licenseNumber: 'CASE-35-1',
    experience: '5-10',
    description: 'A clinic that two reviewers look at.',
  });
  return (await clinic.read())._id;
}

const desk = (page: Page) =>
  page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Your desk' });

test('two reviewers see each other, one takes the case and names the other in a note', async ({
  page,
  browser,
  baseURL,
  expectAccessible,
}) => {
  test.setTimeout(240_000);
  const id = await application(baseURL!);
  const mark = randomBytes(3).toString('hex');
  const [ada, can] = [`Ada ${mark}`, `Can ${mark}`];
  await enterConsole(page.context(), 'reviewer', { name: ada });
  const other = await (await browser.newContext({ baseURL })).newPage();
  await enterConsole(other.context(), 'reviewer', { name: can });

  await page.goto(`/admin/clinics/${id}/show`);
  await expect(page.getByRole('button', { name: 'I take it' })).toBeVisible();
  await other.goto('/admin/clinics?filter={"q":"CASE-35-1"}');
  await expect(other.getByRole('link', { name: 'Clinic of two reviewers' })).toBeVisible();

  // The key takes it, and the other's list shows it at once.
  await page.keyboard.press('t');
  await expect(page.getByText(/Yours until \d\d:\d\d/).first()).toBeVisible();
  await expect(other.getByText(new RegExp(`${ada} until`))).toBeVisible();
  await other.keyboard.press('j');
  await other.keyboard.press('o');
  await expect(other.getByText('has taken this until')).toContainText(ada);
  await expect(page.getByRole('status').filter({ hasText: 'also looks at this' })).toContainText(
    can,
  );
  await expect(other.getByRole('status').filter({ hasText: 'also looks at this' })).toContainText(
    ada,
  );
  await expectAccessible();

  // Whoever decides all the same is asked first.
  await other.getByRole('button', { name: 'Reject' }).first().click();
  await other.getByRole('dialog', { name: 'Reject' }).getByLabel('Reason').fill('Not this one.');
  await other
    .getByRole('dialog', { name: 'Reject' })
    .getByRole('button', { name: 'Reject' })
    .click();
  const asked = other.getByRole('dialog', { name: 'A colleague has taken this' });
  await expect(asked).toContainText(ada);
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await expect(asked).toBeHidden();

  // A note that names the other is on their desk, and read once its case is open.
  await other.getByRole('link', { name: 'Patients' }).click();
  await expect(page.getByText('also looks at this')).toBeHidden();
  await page.keyboard.press('n');
  await page.keyboard.type(`@${can.slice(0, 6)}`);
  await page.getByRole('button', { name: `@${can}` }).click();
  await page.keyboard.type('is this the same owner?');
  await page.getByRole('button', { name: 'Add a note' }).click();
  await expect(page.getByText('is this the same owner?').first()).toBeVisible();
  await expect(desk(other)).toHaveAccessibleName(/1 waiting/);
  await desk(other).click();
  await expect(other.getByText('named you in a note:')).toBeVisible();
  await other.getByRole('region', { name: 'Notices' }).getByRole('link').first().click();
  await expect(other.getByText('is this the same owner?')).toBeVisible();
  await expect(desk(other)).not.toHaveAccessibleName(/waiting/);

  // It is given on, and is theirs.
  await page.getByLabel('Give it on to').click();
  await page.getByRole('option', { name: can, exact: true }).click();
  await expect(other.getByText(/Yours until/).first()).toBeVisible();
  await other.keyboard.press('t');
  await expect(page.getByRole('button', { name: 'I take it' })).toBeVisible();
  await other.context().close();
});

test('a reviewer keeps a view, and switches keys off', async ({ page, expectAccessible }) => {
  test.setTimeout(120_000);
  await enterConsole(page.context(), 'reviewer');
  await page.goto('/admin/clinics?filter={"status":"pending"}&sort=registeredAt&order=ASC');
  await page.getByRole('button', { name: 'Keep this view' }).click();
  await page.getByLabel('Name of the view').fill('Oldest first');
  await page.getByRole('button', { name: 'Keep', exact: true }).click();
  const views = page.getByRole('list', { name: 'Your views' });
  await expect(views.getByRole('link', { name: 'Oldest first' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expectAccessible();
  await page.goto('/admin/clinics');
  await views.getByRole('link', { name: 'Oldest first' }).click();
  await expect(page).toHaveURL(/registeredAt/);
  await page.getByRole('button', { name: 'Forget the view Oldest first' }).click();
  await expect(views).toBeHidden();

  await page.keyboard.press('?');
  await page.getByLabel('Single keys do something').click();
  await expect(page.getByText('Keys are switched off')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.reload();
  await page.getByRole('button', { name: 'Keys', exact: true }).click();
  await page.getByLabel('Single keys do something').click();
  await expect(page.getByText('Keys are switched off')).toBeHidden();
});
