import { ApiPatient } from './kit/api-patient';
import { beforeOffers } from './kit/before-offers';
import { Reading } from './kit/reading';
import { expect, test } from './kit/test';
import { Bidder } from './story/bidder';
import { Clinic } from './story/clinic';
import { Patient } from './story/patient';

/** What was read is what is stored, and nothing in it is to stumble over. */
function holds(reading: Reading): void {
  const { read, stored } = reading.compared();
  expect.soft(reading.faults).toEqual([]);
  expect(read).toBe(stored);
}

test.describe.configure({ timeout: 240_000 });

test('a patient signs in and sends a request', async ({ page, outbox, expectedErrors }) => {
  expectedErrors.push(/422/);
  const reading = await Reading.of(page, 'patient-asks');
  const patient = new Patient(page, { scripts: true, codeFor: outbox.codeFor });
  await page.goto('/login');
  await reading.reads('The page around', 'body');
  await page.getByLabel('Phone number').fill('12345');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('There is a problem')).toBeVisible();
  await reading.reads('Signing in, with half a number');
  await patient.asksForCode('/login');
  await reading.reads('The code');
  await patient.entersCode();
  await page.getByRole('checkbox', { name: /I agree to/ }).check();
  await page.getByRole('button', { name: 'Complete registration' }).click();
  await expect(page.getByText('There is a problem')).toBeVisible();
  await reading.readsKept('The profile, with nothing entered');
  await patient.completesProfile();
  await reading.reads('Step 1, the category');
  await patient.chooses('Dental', '/treatment');
  await reading.reads('Step 2, the treatment');
  await patient.chooses('Root Canal', '/area');
  await reading.reads('Step 3, the area');
  await patient.chooses('Smile', '/photos');
  await patient.addsPhotos(1);
  await reading.reads('Step 4, with a photo');
  await patient.continues();
  await expect(page).toHaveURL(/\/locations$/);
  await reading.reads('Step 5, the cities');
  await patient.choosesCities('Istanbul');
  await reading.reads('Step 6, budget and notes');
  await patient.tellsTheRest('The tooth hurts when I eat.');
  await reading.reads('Step 7, the summary');
  await patient.submits();
  await reading.reads('The request is sent');
  holds(reading);
});

test('a patient compares offers and accepts one', async ({ page, browser, context, baseURL }) => {
  const { patient, leadId, clinics } = await beforeOffers({ browser, baseURL }, [
    'Golden Horn Dental',
    'Two Bridges Smile',
  ]);
  await patient.untilReviewed();
  await patient.enters(context);
  const reading = await Reading.of(page, 'patient-chooses');
  await page.goto(`/offers/${leadId}`);
  await expect(page.getByText('No offers yet')).toBeVisible();
  await page.waitForLoadState('networkidle');
  const items = [{ key: 'procedure', state: 'included' }];
  await clinics[0]!.offers(leadId, { amountCents: 210_000, message: 'In May.', items });
  await expect(page.getByText('1 open offer for Root Canal')).toBeVisible();
  await clinics[1]!.offers(leadId, { amountCents: 190_000, message: 'In June.' });
  await expect(page.getByText('The offers have changed')).toBeVisible();
  await reading.reads('An offer has come, and another one waits to be shown');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByText('2 open offers for Root Canal')).toBeVisible();
  await reading.reads('Two offers side by side');
  await page.getByRole('link', { name: 'View details of the offer of Golden Horn' }).click();
  await expect(page.getByText('In May.')).toBeVisible();
  await reading.reads('One offer');
  await page.getByRole('link', { name: 'Accept', exact: true }).press('Enter');
  await expect(page.getByText('The other open offer is declined.')).toBeVisible();
  await reading.reads('Before it is accepted');
  await page.getByRole('button', { name: 'Accept this offer' }).click();
  await expect(page).toHaveURL(/\/deal\//);
  await reading.reads('After the choice');
  holds(reading);
});

test('a clinic registers and hands in its documents', async ({ page, outbox, expectedErrors }) => {
  expectedErrors.push(/422/);
  const reading = await Reading.of(page, 'clinic-registers');
  const clinic = new Clinic(page, { scripts: true, codeFor: outbox.codeFor });
  await page.goto('/clinic-register');
  await reading.reads('The beginning');
  await clinic.asksForCode();
  await clinic.entersCode();
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('There is a problem')).toBeVisible();
  await reading.readsKept('About the clinic, with nothing entered');
  await clinic.beginsDetails();
  await clinic.completesDetails();
  await clinic.uploads('medical-license');
  await reading.reads('The documents, one of them uploaded');
  // One by one: of files that arrive at once, what is read in between depends on the moment.
  for (const kind of ['clinic-registration', 'professional-id', 'clinic-photos'] as const)
    await clinic.uploads(kind);
  await clinic.completesRegistration();
  await reading.reads('The application');
  await clinic.checksStatus();
  await reading.reads('Its status, asked again');
  holds(reading);
});

test('a clinic reads a request and sends an offer', async ({
  page,
  browser,
  context,
  baseURL,
  expectedErrors,
}) => {
  expectedErrors.push(/422/);
  const { patient, leadId, clinics } = await beforeOffers(
    { browser, baseURL },
    ['Golden Horn Dental'],
    { subTreatment: 'Dental Implants' },
  );
  await patient.untilReviewed();
  await clinics[0]!.enters(context);
  const reading = await Reading.of(page, 'clinic-offers');
  const bidder = new Bidder(page, true);
  await bidder.watches();
  await reading.reads('The filters of the dashboard', 'main form[role=search], main aside');
  await bidder.opensRequest(leadId);
  await reading.reads('The request and the form of the offer');
  await page.getByLabel('Offer amount').fill('nothing');
  await page.getByLabel('Message to the patient').fill('In one week.');
  await page.getByRole('button', { name: 'Send Offer' }).click();
  await expect(page.getByText('There is a problem')).toBeVisible();
  await reading.readsKept('An offer whose price is no number', '#offer-form');
  await bidder.offers({ amount: '2500', message: 'Both implants in one week.' });
  await reading.reads('The offer is sent', 'main h1');
  holds(reading);
});

test('a patient takes everything along and leaves', async ({
  page,
  context,
  baseURL,
  expectedErrors,
}) => {
  expectedErrors.push(/422/);
  const patient = new ApiPatient(baseURL!);
  await patient.signIn();
  await patient.submits();
  await patient.enters(context);
  const reading = await Reading.of(page, 'patient-leaves');
  await page.goto('/profile/privacy');
  await reading.reads('Your data');
  await page.getByRole('button', { name: 'Make a copy of my data' }).click();
  await expect(page.getByText('We tell you when it is ready.')).toBeVisible();
  await reading.reads('A copy is asked for');
  await page.getByRole('button', { name: 'Withdraw, and cancel my open requests' }).first().click();
  await expect(page.getByText('What was open because of it has ended.')).toBeVisible();
  await reading.reads('A consent is withdrawn');
  await page.getByRole('link', { name: 'See what happens' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Delete your account');
  await page.getByRole('button', { name: 'Delete my account for good' }).click();
  await expect(page.getByText('Please type DELETE').first()).toBeVisible();
  await reading.reads('Deleting, with nothing typed');
  await page.getByLabel('Type DELETE to delete your account').fill('DELETE');
  await page.getByRole('button', { name: 'Delete my account for good' }).click();
  await expect(page).toHaveURL(/\/(\?.*)?$/);
  await expect(page.getByText('Your account is deleted')).toBeVisible();
  await reading.reads('Afterwards', 'main [role=alert]');
  holds(reading);
});
