import { readFileSync } from 'node:fs';
import { ApiClinic } from '../kit/api-clinic';
import { query } from '../kit/database';
import { saysYes } from '../kit/dialogs';
import { enterConsole } from '../kit/staff-session';
import { expect, test } from '../kit/test';

const details = {
  doctorName: 'Dr. Ada Kaya',
  address: '12 Istiklal Avenue',
  city: 'Istanbul',
  country: 'Turkey',
  specialties: ['Dental Treatment'],
  licenseNumber: 'TR-12345',
  experience: '5-10',
};

/** As if the provider had refused the message for a day. */
const giveUp = (clinicId: string) =>
  query(
    `update notifications.notification set status = 'failed', sent_at = null,
       failed_at = platform.now(), last_error = 'EENVELOPE' where recipient_id = $1`,
    [clinicId],
  );

test('a message that failed is sent again, and a list is saved without its formulas', async ({
  page,
  baseURL,
  outbox,
  expectAccessible,
}) => {
  const clinic = new ApiClinic(baseURL!);
  const mark = clinic.phoneNumber.slice(-7);
  const email = `clinic.${mark}@example.com`;
  const clinicName = `=CONCAT("a","${mark}")`;
  await Promise.all([
    enterConsole(page.context(), 'reviewer'),
    clinic.register({ ...details, clinicName, email }),
  ]);
  const subjects = async () => (await outbox.messagesTo(email)).length;
  await expect.poll(subjects, { timeout: 15_000 }).toBe(1);

  await page.goto('/admin/clinics');
  await page.getByLabel('Name, licence number or phone').fill(mark);
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV' }).click(),
  ]);
  const csv = readFileSync(await download.path(), 'utf8');
  expect(csv.split('\r\n')).toHaveLength(2);
  expect(csv).toContain(`"'=CONCAT(""a"",""${mark}"")"`);

  await page.getByRole('link', { name: clinicName }).click();
  await expect(page.getByRole('heading', { level: 1, name: clinicName })).toBeVisible();
  const clinicId = /clinics\/([^/]+)\/show/.exec(page.url())![1]!;
  await giveUp(clinicId);
  await page.goto('/admin/notifications');
  await page.getByRole('link', { name: 'Messages that failed' }).last().click();
  await page.getByLabel('Kind, or id of a recipient').fill(clinicId);
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  await expect(page.getByText('EENVELOPE')).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Send again' }).click();
  await saysYes(page, 'Send again');
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible();
  await expect.poll(subjects, { timeout: 15_000 }).toBe(2);
  await page.getByRole('link', { name: 'All messages' }).click();
  await page.getByLabel('Kind, or id of a recipient').fill(clinicId);
  await expect(page.getByText('Sent again once')).toBeVisible();
});
