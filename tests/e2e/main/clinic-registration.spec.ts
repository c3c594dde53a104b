import { expect, test } from '../kit/test';
import { Clinic } from '../story/clinic';

test('a clinic registers and watches its application', async ({
  page,
  scripts,
  outbox,
  expectAccessible,
}) => {
  const clinic = new Clinic(page, { scripts, codeFor: outbox.codeFor });
  await clinic.asksForCode();
  await clinic.entersCode();
  await clinic.beginsDetails();
  await clinic.completesDetails();
  await clinic.uploads('medical-license', 'clinic-photos');
  await page.getByRole('button', { name: 'Remove clinic-photos.jpg' }).click();
  await expect(page.getByText('clinic-photos.jpg')).toBeHidden();
  if (scripts) await expectAccessible();
  await clinic.completesRegistration();
  await expect(page.getByRole('heading', { name: 'Application Under Review' })).toBeVisible();
  await expect(page.getByText('required documents are missing')).toBeVisible();
  await clinic.uploads('clinic-registration', 'professional-id', 'clinic-photos');
  await expect(page.getByText('required documents are missing')).toBeHidden();
  await expect(page.getByText(/You have our decision by \w+day, /)).toBeVisible();
  await page.getByText('steps so far').click();
  await expect(page.getByText('All required documents received')).toBeVisible();
  await clinic.checksStatus();
  if (scripts) await expectAccessible();
  await page.goto('/clinic/dashboard');
  await expect(page).toHaveURL(/\/clinic\/pending-approval$/);
  await clinic.backToLogin();
});
