import { ApiPatient } from '../kit/api-patient';
import { auditOf } from '../kit/audit';
import { givesReason, insists } from '../kit/dialogs';
import { enterConsole } from '../kit/staff-session';
import { expect, test } from '../kit/test';

const reason = 'The clinic asks for a call back about the date.';

test('a reviewer reaches a patient for a reason, and ends the sessions of a lost phone', async ({
  page,
  browser,
  baseURL,
  expectAccessible,
}) => {
  const patient = new ApiPatient(baseURL!);
  const [reviewer] = await Promise.all([
    enterConsole(page.context(), 'reviewer'),
    patient.signIn(),
  ]);
  const phone = await (await browser.newContext({ baseURL })).newPage();
  await patient.enters(phone.context());
  await phone.goto('/profile');
  await expect(phone).toHaveURL(/\/profile$/);

  await page.goto('/admin/patients');
  await page
    .getByLabel('How a name begins, or a whole phone number or e-mail')
    .fill(patient.phoneNumber);
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  await page.getByRole('link', { name: 'Ada B.' }).click();
  const contact = page.getByRole('region', { name: 'Contact' });
  await expect(contact).toContainText('hidden');
  expect(await page.content()).not.toContain('Byron');
  await contact.getByRole('button', { name: 'Show contact data' }).click();
  await expectAccessible();
  await givesReason(page, 'Show contact data', reason);
  await expect(contact).toContainText('Ada Byron');
  await expect(contact).toContainText('ada@example.com');
  const looks = await auditOf(reviewer.email, 'patient');
  expect(looks.map((look) => look.reason)).toEqual([reason]);

  await page.getByRole('button', { name: 'End all sessions' }).click();
  await insists(page, 'End all sessions');
  await expect(page.getByText('The patient is signed out everywhere.')).toBeVisible();
  await phone.reload();
  await expect(phone).toHaveURL(/\/login/);
  await phone.context().close();
});
