import type { Browser, Locator, Page } from '@playwright/test';
import { beforeOffers } from './kit/before-offers';
import { givesReason } from './kit/dialogs';
import { enterConsole } from './kit/staff-session';
import { expect, test } from './kit/test';
import { fits, onPhone } from './kit/page';
import { photo } from './story/photos';

const doctor = 'Dr. Bora Ak';
const refusal = 'Two people are on it.';

const isDrawn = (picture: Locator): Promise<boolean> =>
  picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0);

/** Both in one row, and the picture no wider than a third of a phone: the name stays readable. */
async function standsNextTo(portrait: Locator, name: Locator): Promise<void> {
  await portrait.scrollIntoViewIfNeeded();
  const [picture, words] = [(await portrait.boundingBox())!, (await name.boundingBox())!];
  expect(picture.width).toBeGreaterThanOrEqual(44);
  expect(picture.width).toBeLessThanOrEqual(130);
  expect(picture.x + picture.width).toBeLessThanOrEqual(words.x);
  expect(words.y).toBeLessThan(picture.y + picture.height);
  expect(words.y + words.height).toBeGreaterThan(picture.y);
}

async function freshPage(browser: Browser, baseURL: string, scripts: boolean): Promise<Page> {
  return (await browser.newContext({ baseURL, javaScriptEnabled: scripts })).newPage();
}

/** Says of the picture at this place whom it shows. */
async function namesDoctor(page: Page, at: number): Promise<void> {
  const card = page.getByRole('main').getByRole('listitem').nth(at);
  await card.getByLabel('What it shows').selectOption(doctor);
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(card.getByLabel('What it shows')).toHaveValue(doctor);
}

for (const scripts of [true, false])
  test(`the picture of a doctor stands next to the name once staff have seen it, ${scripts ? 'live' : 'without JavaScript'}`, async ({
    browser,
    baseURL,
  }) => {
    test.setTimeout(240_000);
    const clinicName = `Portrait Row ${scripts ? 'Dental' : 'Teeth'}`;
    const { patient, leadId, clinics } = await beforeOffers({ browser, baseURL }, [clinicName]);
    const clinic = clinics[0]!;
    const settled = (page: Page) =>
      scripts ? page.waitForLoadState('networkidle') : page.waitForLoadState();

    const page = await freshPage(browser, baseURL!, scripts);
    await clinic.enters(page.context());
    await page.goto('/clinic/profile/doctors');
    await settled(page);
    const row = page.getByRole('group', { name: 'Doctor 1' });
    await row.getByLabel('Name').fill(doctor);
    await row.getByLabel('Field').fill('Implants');
    await row.getByLabel('Years').fill('9');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page).toHaveURL(/\/clinic\/profile(\?|$)/);
    await page.goto('/clinic/profile/pictures');
    await settled(page);
    await page.getByLabel('Choose pictures').setInputFiles([await photo(61), await photo(62)]);
    await page.getByRole('button', { name: 'Add pictures' }).click();
    await expect(page.getByText('Our team looks at them before patients see them.')).toBeVisible();
    await settled(page);
    await namesDoctor(page, 0);
    await namesDoctor(page, 1);
    await expect(page.getByText('Being checked')).toHaveCount(2);

    // Who looks for a clinic has a phone in the hand.
    const visitor = await (
      await browser.newContext({ ...onPhone, baseURL, javaScriptEnabled: scripts })
    ).newPage();
    await visitor.goto(`/find-clinics?q=${encodeURIComponent(clinicName)}`);
    await visitor.getByRole('link', { name: clinicName }).first().click();
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(clinicName);
    const portrait = visitor.getByRole('img', { name: `Picture of ${doctor}` });
    const pictures = visitor.locator('img[src*="/api/clinic-pictures/"]');
    await expect(visitor.getByText(doctor)).toBeVisible();
    await expect(pictures).toHaveCount(0);

    const desk = await freshPage(browser, baseURL!, true);
    await enterConsole(desk.context(), 'reviewer');
    const { _id } = await clinic.read();
    await desk.goto(`/admin/clinics/${_id}/show`);
    const waiting = desk.getByRole('list', { name: 'Pictures' }).getByRole('listitem');
    await expect(waiting).toHaveCount(2);
    for (const item of await waiting.all()) {
      await expect(item).toContainText(`Said to show ${doctor}.`);
      await expect.poll(() => isDrawn(item.getByRole('img'))).toBe(true);
    }
    await waiting.nth(1).getByRole('button', { name: 'Do not show' }).click();
    await givesReason(desk, 'Do not show', refusal);
    await expect(waiting.nth(1)).toContainText(refusal);
    await visitor.reload();
    await expect(visitor.getByText(doctor)).toBeVisible();
    await expect(pictures).toHaveCount(0);
    await waiting.nth(0).getByRole('button', { name: 'Show to patients' }).click();
    await expect(waiting.nth(0)).toContainText('Shown to patients');

    await visitor.reload();
    await expect.poll(() => isDrawn(portrait)).toBe(true);
    await expect(pictures).toHaveCount(1);
    await standsNextTo(portrait, visitor.getByText(doctor));
    expect(await fits(visitor)).toBe(true);
    await page.reload();
    await expect(page.getByText('Shown to patients')).toHaveCount(1);
    await expect(page.getByText('Not shown')).toHaveCount(1);
    await expect(page.getByText(refusal)).toBeVisible();

    // Who reads an offer of this doctor sees the same picture.
    await patient.untilReviewed();
    const offer = { amountCents: 190_000, message: 'In May, with pleasure.', doctorName: doctor };
    const offerId = await clinic.offers(leadId, offer);
    await patient.enters(visitor.context());
    await visitor.goto(`/offer/${offerId}`);
    await expect.poll(() => isDrawn(portrait)).toBe(true);
    await expect(pictures).toHaveCount(1);
    expect(await fits(visitor)).toBe(true);
  });
