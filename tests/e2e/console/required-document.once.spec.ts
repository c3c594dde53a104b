import { ApiClinic } from '../kit/api-clinic';
import { approvedClinic } from '../kit/approved-clinic';
import { consoleCalls } from '../kit/console-calls';
import { saysYes } from '../kit/dialogs';
import { enterConsole } from '../kit/staff-session';
import { expect, test } from '../kit/test';
import { photo } from '../story/photos';

const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);

// A country of no other test: a setting holds for everybody.
test('a document that a law will require is announced, handed in, accepted and shown without its number', async ({
  page,
  browser,
  baseURL,
  expectedErrors,
  expectAccessible,
}) => {
  expectedErrors.push(/status of 422/);
  await enterConsole(page.context(), 'admin');
  const calls = consoleCalls(page.context());
  const clinic = await approvedClinic(
    baseURL!,
    calls,
    'Clinic of the law',
    new ApiClinic(baseURL!),
    'Iceland',
  );
  const { _id: id } = await clinic.read();

  await page.goto('/admin/settings/clinic-onboarding.required-documents/show');
  await page.getByRole('button', { name: 'Add one' }).click();
  await page.getByLabel('Document', { exact: true }).selectOption('complication-insurance');
  await page.getByRole('searchbox', { name: 'Find a country' }).fill('Iceland');
  await page.getByRole('checkbox', { name: 'Iceland (IS)' }).check();
  await page.getByRole('checkbox', { name: 'Dental Treatment' }).check();
  const from = page.getByLabel('Required from');
  const save = page.getByRole('button', { name: 'Save the change' });
  await from.fill(day(30));
  await save.click();
  await expect(from).toHaveAccessibleDescription(/At least 60 days from today/);
  await expectAccessible();
  await from.fill(day(62));
  await save.click();
  await expect(page.getByText('The setting is changed.')).toBeVisible();

  const own = await browser.newContext({ baseURL });
  await clinic.enters(own);
  const profile = await own.newPage();
  await profile.goto('/clinic/profile/documents');
  const kind = profile.getByRole('listitem').filter({ hasText: 'Insurance for complications' });
  await expect(kind).toContainText('Required from');
  const { buffer } = await photo();
  const sent = await clinic.upload('complication-insurance', 'policy.jpg', buffer, 'image/jpeg');
  expect(sent.status).toBe(201);

  await page.goto(`/admin/clinics/${id}/show`);
  await page.getByRole('button', { name: /policy\.jpg/ }).click();
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  const number = page.getByLabel('Its number');
  await expect(number).toHaveAccessibleDescription(/read it off the document/);
  await number.fill('IS-2027-0001');
  await page.getByLabel('Issued by').fill('Example Insurance');
  await page.getByLabel('Found in the public list on').fill(day(0));
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await expect(page.getByRole('button', { name: /policy\.jpg.*Accepted/ })).toBeVisible();

  await profile.reload();
  await expect(kind).not.toContainText('Required from');
  const { slug } = await calls.read<{ slug: string }>(`clinics/${id}`);
  await profile.goto(`/find-clinics/${slug}`);
  await expect(profile.getByText('Insurance for complications, by its certificate')).toBeVisible();
  await expect(profile.getByText('IS-2027-0001')).toHaveCount(0);
  await own.close();

  await page.goto('/admin/settings/clinic-onboarding.required-documents/show');
  await page.getByRole('button', { name: 'Back to as delivered' }).click();
  await saysYes(page, 'Back to as delivered');
  await expect(page.getByText('None.')).toBeVisible();
});
