import type { BrowserContext, Page } from '@playwright/test';
import { ApiClinic } from '../kit/api-clinic';
import { enterConsole } from '../kit/staff-session';
import { expect, test } from '../kit/test';
import { photo } from '../story/photos';
import { Reviewer } from '../story/reviewer';

/** In the order in which a reviewer goes through them. */
const kinds = ['medical-license', 'clinic-registration', 'professional-id', 'clinic-photos'];
const fileOf = (kind: string) => `${kind}.jpg`;

/** An application with every document handed in, on the screen of a reviewer. */
async function openReview(context: BrowserContext, page: Page, url: string): Promise<void> {
  const clinic = new ApiClinic(url);
  await clinic.register({
    clinicName: 'Clinic of the keys',
    doctorName: 'Deniz Kaya',
    email: 'keys@clinic.example',
    address: 'Street 1',
    city: 'Izmir',
    country: 'Turkey',
    specialties: ['Dental Treatment'],
    licenseNumber: 'KEYS-35-1',
    experience: '5-10',
    description: 'A clinic whose documents are decided by keys.',
  });
  for (const kind of kinds) {
    const { buffer } = await photo();
    const uploaded = await clinic.upload(kind, fileOf(kind), buffer, 'image/jpeg');
    expect(uploaded.status).toBe(201);
  }
  const { _id: id } = await clinic.read();
  await enterConsole(context, 'reviewer');
  await page.goto(`/admin/clinics/${id}/show`);
}

/** Lets requests reach the server, and their answers come when the test says so. */
async function holdAnswers(page: Page, path: string) {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(path, async (route) => {
    const response = await route.fetch();
    await held;
    await route.fulfill({ response });
  });
  return () => release();
}

const waiting = (page: Page) => page.getByRole('button', { name: /To check ·/ });
const row = (page: Page, kind: string) =>
  page.getByRole('button', { name: new RegExp(fileOf(kind)) });
const refusal = (page: Page, words: string) =>
  page.getByRole('region', { name: 'Documents' }).getByRole('status').filter({ hasText: words });

test('a key decides about what is on the screen, or says why it did nothing', async ({
  page,
  context,
  baseURL,
}) => {
  await openReview(context, page, baseURL!);
  const reviewer = new Reviewer(page);
  const accepted: string[] = [];
  page.on('request', (request) => {
    const id = /documents\/(.+)\/accept$/.exec(request.url())?.[1];
    if (id) accepted.push(id);
  });

  await reviewer.seesWhatWaits(fileOf(kinds[0]!));
  const letAnswers = await holdAnswers(page, '**/api/admin/documents/*/accept');
  await page.keyboard.press('a');
  // The stream says what was decided before the answer has come.
  await expect(waiting(page)).toHaveCount(3);
  await page.keyboard.press('a');
  await expect(refusal(page, 'the decision before was still under way')).toBeVisible();
  await expect(row(page, kinds[0]!)).toHaveAttribute('aria-current', 'true');
  const letFiles = await holdAnswers(page, '**/api/admin/documents/*/file');
  letAnswers();
  await expect(row(page, kinds[1]!)).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('a');
  await expect(refusal(page, 'the document was not on the screen yet')).toBeVisible();
  expect(accepted).toHaveLength(1);
  letFiles();

  await reviewer.seesWhatWaits(fileOf(kinds[1]!));
  await page.keyboard.down('a');
  await expect(row(page, kinds[2]!)).toHaveAttribute('aria-current', 'true');
  await expect(refusal(page, 'did nothing')).toHaveCount(0);
  await reviewer.seesWhatWaits(fileOf(kinds[2]!));
  // A key that is held down says it again.
  await page.keyboard.down('a');
  await page.keyboard.up('a');
  await expect(waiting(page)).toHaveCount(2);
  expect(accepted).toHaveLength(2);
  expect(new Set(accepted).size).toBe(2);
});

test('what a reviewer turned to stays on the screen when the decision before comes back', async ({
  page,
  context,
  baseURL,
}) => {
  await openReview(context, page, baseURL!);
  const reviewer = new Reviewer(page);
  await reviewer.seesWhatWaits(fileOf(kinds[0]!));
  const letAnswers = await holdAnswers(page, '**/api/admin/documents/*/accept');
  await page.keyboard.press('a');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(row(page, kinds[2]!)).toHaveAttribute('aria-current', 'true');
  letAnswers();
  await expect(page.getByRole('button', { name: 'Accept', exact: true })).toBeEnabled();
  await expect(row(page, kinds[2]!)).toHaveAttribute('aria-current', 'true');
  await reviewer.acceptsEverything();
  await expect(page.getByRole('button', { name: 'Approve clinic' })).toBeEnabled();
});
