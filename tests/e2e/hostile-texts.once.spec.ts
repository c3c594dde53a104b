import { randomInt } from 'node:crypto';
import { ApiClinic } from './kit/api-clinic';
import { ApiPatient } from './kit/api-patient';
import { consoleCalls } from './kit/console-calls';
import { everything, expectHarmless, names, textsOf, watch } from './kit/hostile';
import { enterConsole } from './kit/staff-session';
import { expect, test } from './kit/test';
import { photo } from './story/photos';

/** Told apart from those of earlier runs on the same product. */
const clinicName = `"><img src=x onerror=hit=1> ${randomInt(1_000_000)}`;

const fileName = '"><img src=x onerror=hit=1>';
const kinds = ['medical-license', 'clinic-registration', 'professional-id', 'clinic-photos'];

const registerHostileClinic = async (url: string): Promise<ApiClinic> => {
  const clinic = new ApiClinic(url);
  await clinic.register({
    clinicName,
    doctorName: '<script>hit=1</script>',
    email: 'hostile@clinic.example',
    address: textsOf(300)[0]!,
    city: textsOf(100)[1]!,
    country: textsOf(100)[2]!,
    website: 'https://clinic.example/"onmouseover="hit=1',
    specialties: ['Dental Treatment'],
    licenseNumber: textsOf(100)[3]!,
    experience: '5-10',
    description: everything,
  });
  for (const kind of kinds) {
    const bytes = (await photo()).buffer;
    const uploaded = await clinic.upload(kind, `${fileName}-${kind}.jpg`, bytes, 'image/jpeg');
    expect(uploaded.status).toBe(201);
  }
  return clinic;
};

test('what a clinic types is shown to it and to staff, and obeyed by nobody', async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(180_000);
  const clinic = await registerHostileClinic(baseURL!);
  const own = await browser.newContext({ baseURL });
  await clinic.enters(own);
  const ownFound = watch(own, baseURL!);
  const ownPage = await own.newPage();
  for (const path of ['/clinic/pending-approval', '/clinic/application'])
    await expectHarmless(ownPage, path, ownFound, 'onerror=hit=1');

  const staff = await browser.newContext({ baseURL });
  const staffFound = watch(staff, baseURL!);
  const page = await staff.newPage();
  await enterConsole(staff, 'admin');
  await expectHarmless(page, '/admin/clinics', staffFound);
  await page.getByRole('link', { name: clinicName }).click();
  await expect(page.getByRole('heading', { level: 1, name: clinicName })).toBeVisible();
  await expectHarmless(page, page.url(), staffFound, everything);
  for (const name of ['leads', 'patients', 'workflows', 'notifications', 'audit', 'documents'])
    await expectHarmless(page, `/admin/${name}`, staffFound);
});

test('what staff types about a clinic is shown to it and to staff, and obeyed by nobody', async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(180_000);
  const clinic = await registerHostileClinic(baseURL!);
  const { _id: id, documents } = await clinic.read();
  const [own, staff] = [
    await browser.newContext({ baseURL }),
    await browser.newContext({ baseURL }),
  ];
  await Promise.all([clinic.enters(own), enterConsole(staff, 'admin')]);
  const [found, told] = [watch(own, baseURL!), watch(staff, baseURL!)];
  const [page, staffPage] = [await own.newPage(), await staff.newPage()];
  const calls = consoleCalls(staff);
  const record = `/admin/clinics/${id}/show`;

  await calls.send(`clinics/${id}/note`, { text: everything });
  await calls.decide(`documents/${documents[0]!._id}`, 'ask-again', { note: everything });
  await calls.decide(`documents/${documents[1]!._id}`, 'reject', { note: everything });
  for (const path of ['/clinic/pending-approval', '/clinic/application'])
    await expectHarmless(page, path, found, everything);
  await expectHarmless(staffPage, record, told, everything);
  await calls.decide(`clinics/${id}`, 'reject', { reason: everything });
  for (const path of ['/clinic/pending-approval', '/clinic/application'])
    await expectHarmless(page, path, found, everything);
  await expectHarmless(staffPage, record, told, everything);
  await expectHarmless(staffPage, '/admin/documents', told);
  await expectHarmless(staffPage, `/admin/workflows/${id}/show`, told);
  await expectHarmless(staffPage, '/admin/audit', told);
  await Promise.all([own.close(), staff.close()]);
});

/** A clinic reads the first name and a letter of the last one. */
async function isNamed(patient: ApiPatient, firstName: string): Promise<void> {
  const { phoneNumber } = patient;
  const profile = { phoneNumber, firstName, lastName: firstName, email: 'ada@example.com' };
  expect((await patient.call('PUT', '/auth/update-profile', profile)).status).toBe(200);
}

test('an approved clinic reads names of patients, and why it is suspended, and obeys nothing', async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(180_000);
  const clinic = await registerHostileClinic(baseURL!);
  const patients = Array.from({ length: 4 }, () => new ApiPatient(baseURL!));
  const { _id: id, documents } = await clinic.read();
  const staff = await browser.newContext({ baseURL });
  await Promise.all([...patients.map((each) => each.signIn()), enterConsole(staff, 'admin')]);
  const calls = consoleCalls(staff);
  for (const { _id } of documents) await calls.decide(`documents/${_id}`, 'accept');
  // It shares its texts with the clinic of another journey of this file.
  const which = encodeURIComponent(JSON.stringify({ clinicId: id, state: 'open' }));
  for (const found of await calls.read<Array<{ id: string }>>(`twins?filter=${which}`))
    await calls.send(`twins/${found.id}/explain`, { reason: textsOf(300)[0]! });
  await calls.decide(`clinics/${id}`, 'approve');

  for (const patient of patients)
    await calls.send(`leads/${await patient.submits({ description: everything })}/approve`);
  const own = await browser.newContext({ baseURL });
  await clinic.enters(own);
  const found = watch(own, baseURL!);
  const page = await own.newPage();
  const texts = textsOf(100, names);
  // One name for each patient's request in the list, until all have been seen.
  for (let at = 0; at < texts.length; at += patients.length) {
    const shown = texts.slice(at, at + patients.length);
    await Promise.all(shown.map((name, n) => isNamed(patients[n]!, name)));
    await expectHarmless(page, '/clinic/dashboard', found, ...shown);
  }

  await calls.send(`clinics/${id}/suspend`, { reason: everything });
  await clinic.signIn();
  await clinic.enters(own);
  for (const path of ['/clinic/pending-approval', '/clinic/application'])
    await expectHarmless(page, path, found, everything);
  const staffPage = await staff.newPage();
  const staffFound = watch(staff, baseURL!);
  await expectHarmless(staffPage, `/admin/clinics/${id}/show`, staffFound, everything);
  await expectHarmless(staffPage, '/admin/twins', staffFound);
  await Promise.all([own.close(), staff.close()]);
});
