import { expect, test } from '../kit/test';
import { Patient } from '../story/patient';

test('a request goes from a code to its status', async ({ page, scripts, outbox }) => {
  const patient = new Patient(page, { scripts, codeFor: outbox.codeFor });
  await patient.asksForCode();
  await patient.entersCode();
  await patient.completesProfile();
  await patient.chooses('Dental', '/treatment');
  await patient.chooses('Dental Implants', '/area');
  await patient.chooses('Smile', '/photos');
  await patient.addsPhotos(2);
  await patient.continues();
  await patient.choosesCities('Istanbul', 'Antalya');
  await patient.tellsTheRest('Two implants on the upper left, no metal please.');
  await expect(page.getByText('Dental Implants')).toBeVisible();
  await expect(page.getByText('Two implants on the upper left')).toBeVisible();
  await patient.submits();
  await page.getByRole('link', { name: 'View my requests' }).click();
  await expect(page.getByRole('heading', { name: 'My Treatment Requests' })).toBeVisible();
  await patient.sees('Pending Review');
  await page.getByRole('link', { name: 'View Details' }).click();
  await expect(page.getByText('Two implants on the upper left')).toBeVisible();
  await patient.sees('Under Review');
  await patient.signsOut();
});
