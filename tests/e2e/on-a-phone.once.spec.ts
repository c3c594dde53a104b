import type { Browser, Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { ApiPatient } from './kit/api-patient';
import type { ApiClinic } from './kit/api-clinic';
import { approvedClinic } from './kit/approved-clinic';
import { consoleCalls } from './kit/console-calls';
import { givesReason } from './kit/dialogs';
import { fits, onPhone } from './kit/page';
import { enterConsole } from './kit/staff-session';
import { expect, test } from './kit/test';
import {
  bothClocks,
  bothClocksOfStaff,
  confirmsAddress,
  findsTheWay,
  isMailedDate,
  start,
} from './story/appointment';
import { Patient } from './story/patient';

// By a thumb, and far from where the treatment takes place.
test.use({ ...onPhone, timezoneId: 'America/New_York' });

const notes = 'It hurts at night. Call me at +1 212 867 5309.';
const clinicName = 'Ferry Landing Dental';

/** From the summary: what the notes hold is said before anything is sent, and taken out by a tap. */
async function removesContactData(page: Page): Promise<void> {
  await expect(page.getByText('There is contact data in: notes')).toBeVisible();
  await page.getByRole('button', { name: 'Remove it' }).click();
  await expect(page.getByText('There is contact data in: notes')).toBeHidden();
  await expect(page.getByText('It hurts at night.')).toBeVisible();
  await expect(page.getByText('867 5309')).toHaveCount(0);
}

async function clinicOf(browser: Browser, baseURL: string): Promise<ApiClinic> {
  const staff = await browser.newContext({ baseURL });
  await enterConsole(staff, 'admin');
  return approvedClinic(baseURL, consoleCalls(staff), clinicName);
}

/** On the page of staff, who sit far from the clinic too. */
async function isSeenByStaff(browser: Browser, baseURL: string, offerId: string): Promise<void> {
  const viewport = { width: 1440, height: 900 };
  const desk = await (await browser.newContext({ baseURL, viewport })).newPage();
  await enterConsole(desk.context(), 'reviewer');
  await desk.goto(`/admin/deals?filter={"q":"${offerId}"}`);
  await expect(desk.getByText('1–1 of 1')).toBeVisible();
  await expect(desk.locator('td time').filter({ hasText: bothClocksOfStaff })).toHaveCount(1);
  await desk.getByRole('link', { name: clinicName }).click();
  const times = desk.locator('time').filter({ hasText: bothClocksOfStaff });
  // As the date that holds, and as the proposal that it was.
  await expect(times).toHaveCount(2);
  await desk.context().close();
}

/** In the lists of the patient and of the clinic. */
async function isListed(page: Page, browser: Browser, clinic: ApiClinic): Promise<void> {
  const shown = (list: Page) =>
    expect(list.locator('main time').filter({ hasText: bothClocks })).toBeVisible();
  await page.goto('/my-offers');
  await shown(page);
  const room = await browser.newContext({ baseURL: new URL(page.url()).origin });
  await clinic.enters(room);
  const won = await room.newPage();
  await won.goto('/clinic/dashboard?tab=won');
  await shown(won);
  await room.close();
}

/** From whatever page is open, one tap each. */
async function findsTreatmentAgain(page: Page, from: string): Promise<void> {
  const header = page.getByRole('banner');
  await page.goto(from);
  await header.getByRole('link', { name: 'My treatment' }).tap();
  await expect(page).toHaveURL(/\/deal\//);
  await expect(page.locator('time').filter({ hasText: bothClocks }).first()).toBeVisible();
  await expect(page.getByText('12 Istiklal Avenue').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Show on a map' })).toBeVisible();
  expect(await fits(page)).toBe(true);
  await page.goto(from);
  await header.getByRole('link', { name: /^Messages/ }).tap();
  await expect(page).toHaveURL(/\/messages$/);
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: clinicName });
  await expect(row).toContainText('Come without breakfast.');
}

test('somebody new gets from the first page to an accepted offer, and finds it again in one tap', async ({
  page,
  browser,
  baseURL,
  outbox,
  expectAccessible,
}) => {
  test.setTimeout(240_000);
  const clinic = await clinicOf(browser, baseURL!);
  const patient = new Patient(page, { scripts: true, codeFor: outbox.codeFor });
  await page.goto('/');
  await page.getByRole('main').getByRole('link', { name: 'Get Started Free' }).first().tap();
  await page.waitForLoadState('networkidle');
  await page.getByLabel('Phone number').fill(patient.phone);
  await page.getByRole('button', { name: 'Continue' }).tap();
  await patient.entersCode();
  await patient.completesProfile();
  await patient.choosesRootCanal();
  await patient.continues();
  await patient.choosesCities('Istanbul');
  await patient.tellsTheRest(notes);
  await removesContactData(page);
  await patient.submits();
  await page.getByRole('link', { name: 'View my requests' }).tap();
  await patient.sees('Under Review');
  await confirmsAddress(page, patient.email, outbox.messagesTo);
  await page.goto('/my-offers');

  const leadId = await patient.onlyRequest();
  const offerId = await clinic.offers(leadId, {
    ...{ amountCents: 190_000, message: 'In three weeks, with pleasure.' },
    items: [{ key: 'procedure', state: 'included' }],
  });
  await page
    .getByRole('link', { name: /View Offers|offers for/i })
    .first()
    .tap();
  await expect(page).toHaveURL(new RegExp(`/offers/${leadId}$`));
  expect(await fits(page)).toBe(true);
  await page.getByRole('link', { name: `Accept ${clinicName}` }).tap();
  await page.getByRole('button', { name: 'Accept this offer' }).tap();
  await expect(page).toHaveURL(new RegExp(`/deal/${offerId}`));
  await expect(page.getByRole('banner').getByRole('link', { name: 'My treatment' })).toBeVisible();

  const said = async (path: string, body: object) => {
    const { status } = await clinic.callUntilAnswered(path, body, randomUUID());
    expect(status).toBe(201);
  };
  await said(`/deals/${offerId}/times`, { startsAt: start.toISOString() });
  await said(`/conversations/${offerId}/messages`, { text: 'Come without breakfast.' });
  await expect(page.locator('time').filter({ hasText: bothClocks })).toBeVisible();
  await page.getByRole('button', { name: 'Accept this time' }).tap();
  await expect(page.getByRole('link', { name: 'Add to your calendar' })).toBeVisible();
  await expectAccessible();
  await findsTheWay(page, clinic.phoneNumber);
  await isMailedDate(patient.email, outbox.messagesTo);
  await isSeenByStaff(browser, baseURL!, offerId);
  await isListed(page, browser, clinic);
  for (const from of ['/', '/profile/personal', '/find-clinics'])
    await findsTreatmentAgain(page, from);
});

test('a request that the team sends back is changed and sent again, by its patient alone', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  test.setTimeout(180_000);
  const patient = new ApiPatient(baseURL!);
  await patient.signIn();
  const id = await patient.submits({ description: notes });
  await patient.enters(context);
  await page.goto('/my-offers');
  await expect(page.getByText('Pending Review')).toBeVisible();

  const desk = await (
    await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } })
  ).newPage();
  await enterConsole(desk.context(), 'reviewer');
  await desk.goto(`/admin/leads/${id}/show`);
  await desk.getByRole('button', { name: 'Send back' }).click();
  await givesReason(desk, 'Send back', 'Please leave out your number.');

  await expect(page.getByText('Sent back to you')).toBeVisible({ timeout: 20_000 });
  await page.getByRole('link', { name: 'See what to change: Root Canal' }).tap();
  await expect(page.getByText('Please leave out your number.')).toBeVisible();
  await page.getByRole('link', { name: 'Change and send again' }).tap();
  await expect(page.getByText('no clinic has read it yet')).toBeVisible();

  const other = new ApiPatient(baseURL!);
  await other.signIn();
  expect((await other.call('POST', `/leads/${id}/change`, {})).status).toBe(404);
  const stranger = await browser.newContext({ baseURL });
  await other.enters(stranger);
  for (const path of [`/request-detail/${id}`, `/request-detail/${id}/change`])
    expect((await stranger.request.get(path)).status()).toBe(404);

  await page.getByRole('button', { name: 'Change the request' }).tap();
  await removesContactData(page);
  await page.getByRole('button', { name: 'Submit Request' }).tap();
  await expect(page.getByRole('heading', { name: 'Your request has been sent' })).toBeVisible();
  await page.getByRole('link', { name: 'View my requests' }).tap();
  await expect(page.getByText('Pending Review')).toBeVisible();
  await expect(page.getByText('Sent back to you')).toHaveCount(0);
});
