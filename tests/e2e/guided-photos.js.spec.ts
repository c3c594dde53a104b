import { madePhotos } from '../kit/made-photos';
import { expect, test } from './kit/test';
import { Patient } from './story/patient';

test('a photo of one view is looked at before it is sent, and the eyes are covered', async ({
  page,
  scripts,
  outbox,
  expectAccessible,
}) => {
  const patient = new Patient(page, { scripts, codeFor: outbox.codeFor });
  await patient.asksForCode('/login?redirectTo=/consultation');
  await patient.entersCode();
  await patient.completesProfile();
  await patient.chooses('Cosmetic', '/treatment');
  await patient.chooses('Facelift', '/area');
  await patient.chooses('Face, front', '/photos');
  await expect(page.getByText('0 of 3 views')).toBeVisible();
  await expectAccessible();
  const blurred = (await madePhotos()).find(({ name }) => name === 'profile, blurred')!;
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose photo: Left side' }).click();
  await (
    await chooser
  ).setFiles([{ name: 'left.jpg', mimeType: 'image/jpeg', buffer: blurred.jpeg }]);
  await expect(page.getByText('It looks blurred.')).toBeVisible();
  await page.getByRole('button', { name: 'Cover my eyes' }).click();
  await page.getByLabel('Up and down').fill('30');
  await expectAccessible();
  await page.getByRole('button', { name: 'Use this photo' }).click();
  await expect(page.getByText('1 of 3 views')).toBeVisible();
  await expect(page.getByText('1 of 10 photos added')).toBeVisible();
});
