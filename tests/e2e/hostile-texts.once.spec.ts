import { randomInt } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { ApiClinic } from './kit/api-clinic';
import { newStaff } from './kit/new-staff';
import { signInAsStaff } from './kit/staff';
import { expect, test } from './kit/test';
import { photo } from './story/photos';

/** What people put where a name is asked for, in the hope that somebody's browser obeys it. */
const payloads = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'><svg/onload=alert(1)>",
  '<iframe srcdoc="<script>parent.alert(1)</script>">',
  'javascript:alert(1)',
  '</title><script>alert(1)</script>',
  '{{constructor.constructor("alert(1)")()}}',
  '${alert(1)}',
  '<a href="javascript:alert(1)">x</a>',
  '=HYPERLINK("http://evil.example","x")',
  '<style>*{display:none}</style>',
  '<math><mi//xlink:href="data:x,<script>alert(1)</script>">',
];

const long = payloads.join(' ');

/** Told apart from those of earlier runs on the same product. */
const clinicName = `${payloads[1]} ${randomInt(1_000_000)}`;

const registerHostileClinic = async (url: string): Promise<ApiClinic> => {
  const clinic = new ApiClinic(url);
  await clinic.register({
    clinicName,
    doctorName: payloads[0]!,
    email: 'hostile@clinic.example',
    address: payloads[2]!,
    city: payloads[3]!,
    country: payloads[6]!,
    website: 'https://clinic.example/"onmouseover="alert(1)',
    specialties: ['Dental Treatment'],
    licenseNumber: payloads[9]!,
    experience: '5-10',
    description: long,
  });
  const name = `${payloads[1]!}.jpg`;
  const uploaded = await clinic.upload(
    'medical-license',
    name,
    (await photo(1)).buffer,
    'image/jpeg',
  );
  expect(uploaded.status).toBe(201);
  return clinic;
};

/** Collects what a page that obeyed would show: dialogs, reports of the policy, links that are programs. */
const watch = (context: BrowserContext): string[] => {
  const found: string[] = [];
  context.on('dialog', (dialog) => {
    found.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text())) found.push(message.text());
  });
  return found;
};

async function expectHarmless(page: Page, path: string, found: string[]): Promise<void> {
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  const programs = page.locator(
    ':is([href], [src], [action]):is([href^="javascript:" i], [src^="javascript:" i], [action^="javascript:" i])',
  );
  await expect(programs, path).toHaveCount(0);
  expect(found, path).toEqual([]);
}

test('what a clinic types is shown to it and to staff, and obeyed by nobody', async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(180_000);
  const clinic = await registerHostileClinic(baseURL!);
  const own = await browser.newContext({ baseURL });
  await own.addCookies([{ name: 'clinic', value: clinic.token, url: baseURL! }]);
  const ownFound = watch(own);
  const ownPage = await own.newPage();
  for (const path of ['/clinic/pending-approval', '/clinic/application']) {
    await expectHarmless(ownPage, path, ownFound);
    await expect(ownPage.locator('body')).toContainText('onerror=alert(1)');
  }

  const staff = await browser.newContext({ baseURL });
  const staffFound = watch(staff);
  const page = await staff.newPage();
  await signInAsStaff(page, await newStaff(baseURL!, 'admin'));
  await expectHarmless(page, '/admin/clinics', staffFound);
  await page.getByRole('link', { name: clinicName }).click();
  await expect(page.getByRole('heading', { level: 1, name: clinicName })).toBeVisible();
  await expectHarmless(page, page.url(), staffFound);
  for (const name of ['leads', 'patients', 'workflows', 'notifications', 'audit', 'documents'])
    await expectHarmless(page, `/admin/${name}`, staffFound);
});
