import type { Browser, Page } from '@playwright/test';
import { ApiPatient } from './kit/api-patient';
import { givesReason } from './kit/dialogs';
import {
  everything,
  expectHarmless,
  expectObeyedNothing,
  names,
  obeyedBy,
  textsOf,
  watch,
} from './kit/hostile';
import { consoleCalls } from './kit/console-calls';
import { enterConsole } from './kit/staff-session';
import { expect, test } from './kit/test';

const email = 'words@patient.example';

const renames = async (patient: ApiPatient, firstName: string, lastName: string): Promise<void> => {
  const { phoneNumber } = patient;
  const body = { phoneNumber, firstName, lastName, email };
  expect((await patient.call('PUT', '/auth/update-profile', body)).status).toBe(200);
};

/** What one patient sends: four requests whose texts of a thousand characters hold `words`. */
async function submitsAll(patient: ApiPatient, words: string) {
  const request = (subTreatment: string) =>
    patient.submits({
      subTreatment,
      description: everything,
      patientInfo: { medicalHistory: everything, allergies: words },
    });
  const cancelled = await request('Root Canal');
  await patient.call('POST', `/leads/${cancelled}/cancel`, { reason: words });
  const refused = await request('Teeth Whitening');
  const published = await request('Dental Crown');
  return { cancelled, refused, published, held: await request('Gum Treatment') };
}

/** Leaves a request half done, with everything typed. */
async function keepsDraft(patient: ApiPatient): Promise<void> {
  const answer = await patient.call('PUT', '/drafts/me', {
    expectedVersion: 0,
    step: 7,
    fields: {
      category: 'dental',
      subTreatment: 'Dental Crown',
      bodyArea: 'mouth',
      locations: [],
      budget: null,
      timeline: null,
      notes: everything,
      patientInfo: { medicalHistory: everything, allergies: textsOf(1_000)[0] },
    },
  });
  expect(answer.status, answer.body.code).toBe(200);
}

/** What a patient wrote opens for a reason once the request is published. */
async function readsNotes(page: Page, words: string): Promise<void> {
  await page.getByRole('button', { name: 'Read the notes' }).click();
  await givesReason(page, 'Read the notes', 'To see how they are shown.');
  for (const text of [everything, words]) await expect(page.locator('body')).toContainText(text);
}

test('a page that obeys is seen', async ({ browser, baseURL }) => {
  const context = await browser.newContext();
  const found = watch(context, baseURL!);
  const page = await context.newPage();
  await page.setContent(
    '<img src=x onerror=hit=1><a href="javascript:alert(1)">x</a><math></math><iframe srcdoc="x">',
  );
  const expected = ['a program ran', 'onerror="hit=1"', 'href="javascript:alert(1)"'];
  await expect
    .poll(() => obeyedBy(page))
    .toEqual(expect.arrayContaining([...expected, expect.stringMatching(/^<math/)]));
  await page.evaluate('setTimeout(() => alert(1))');
  await expect.poll(() => found).toEqual(['dialog: 1']);
  await context.close();
});

test('names of patients are shown and obeyed by nobody', async ({ browser, baseURL }) => {
  test.setTimeout(240_000);
  expect(names.length).toBeGreaterThanOrEqual(50);
  const patient = new ApiPatient(baseURL!);
  await patient.signIn();
  const own = await browser.newContext({ baseURL });
  await patient.enters(own);
  const staff = await browser.newContext({ baseURL });
  await enterConsole(staff, 'reviewer');
  const [found, told] = [watch(own, baseURL!), watch(staff, baseURL!)];
  const [page, console] = [await own.newPage(), await staff.newPage()];

  await renames(patient, names[0]!, names[1]!);
  await console.goto('/admin/patients');
  await console.getByLabel('How a name begins, or a whole').fill(patient.phoneNumber);
  await expect(console.getByText('1–1 of 1')).toBeVisible();
  await expect(console.getByRole('link', { name: names[0]! })).toBeVisible();
  await expectObeyedNothing(console, told);
  await console.getByRole('link', { name: names[0]! }).click();
  const record = console.url();
  for (const text of textsOf(100, names)) {
    await renames(patient, text, text);
    await Promise.all([
      expectHarmless(page, '/profile', found, text),
      expectHarmless(console, record, told, text.slice(0, 50)),
    ]);
    await console.getByRole('button', { name: 'Show contact data' }).click();
    await givesReason(console, 'Show contact data', 'To see how the name is shown.');
    await expect(console.getByRole('region', { name: 'Contact' })).toContainText(text);
    await expectObeyedNothing(console, told);
  }
  await expectHarmless(page, '/profile/personal', found);
  await expectHarmless(page, '/consultation', found);
  await Promise.all([own.close(), staff.close()]);
});

type Requests = Awaited<ReturnType<typeof submitsAll>>;

/** On every page of the patient that shows the requests or a draft. */
async function patientLooks(
  browser: Browser,
  options: { baseURL: string; patient: ApiPatient; words: string; requests: Requests },
): Promise<void> {
  const { baseURL, patient, words, requests } = options;
  const { held, published, cancelled, refused } = requests;
  const own = await browser.newContext({ baseURL });
  await patient.enters(own);
  const found = watch(own, baseURL);
  const page = await own.newPage();
  await expectHarmless(page, '/my-offers', found);
  for (const id of [held, published, cancelled, refused])
    await expectHarmless(page, `/request-detail/${id}`, found, everything, words);
  await expectHarmless(page, `/request-detail/${held}/cancel`, found);
  await keepsDraft(patient);
  for (const step of ['budget', 'summary'])
    await expectHarmless(page, `/consultation/${step}`, found);
  const search = encodeURIComponent(words.slice(0, 100));
  await expectHarmless(page, `/profile/help?q=${search}`, found);
  await own.close();
}

/** On every page of the console that shows them. */
async function staffLooks(
  page: Page,
  { told, words, requests }: { told: readonly string[]; words: string; requests: Requests },
): Promise<void> {
  const { held, published, cancelled, refused } = requests;
  await expectHarmless(page, `/admin/leads/${held}/show`, told, everything, words);
  for (const id of [cancelled, refused])
    await expectHarmless(page, `/admin/leads/${id}/show`, told, words);
  await expectHarmless(page, `/admin/leads/${published}/show`, told);
  await readsNotes(page, words);
  await expectObeyedNothing(page, told);
  await expectHarmless(page, `/admin/workflows/${held}/show`, told);
}

test('what patients and staff type about a request is shown and obeyed by nobody', async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(300_000);
  const staff = await browser.newContext({ baseURL });
  await enterConsole(staff, 'admin');
  const console = consoleCalls(staff);
  const told = watch(staff, baseURL!);
  const staffPage = await staff.newPage();
  for (const words of textsOf(1_000)) {
    const patient = new ApiPatient(baseURL!);
    await patient.signIn();
    await renames(patient, names[5]!, names[6]!);
    const { cancelled, refused, published, held } = await submitsAll(patient, words);
    await console.send(`leads/${refused}/reject`, { reason: words });
    await console.send(`leads/${published}/approve`);

    const requests = { cancelled, refused, published, held };
    await Promise.all([
      patientLooks(browser, { baseURL: baseURL!, patient, words, requests }),
      staffLooks(staffPage, { told, words, requests }),
    ]);
  }
  for (const reason of textsOf(500)) {
    const [patient] = await console.read<Array<{ id: string }>>('patients');
    await console.send(`patients/${patient!.id}/reveal`, { reason });
  }
  await expectHarmless(staffPage, '/admin/audit', told, textsOf(500).at(-1)!);
  for (const name of ['leads', 'patients', 'notifications'])
    await expectHarmless(staffPage, `/admin/${name}`, told);
  await staff.close();
});
