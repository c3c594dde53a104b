import type { Browser, Page } from '@playwright/test';
import { docxSaying } from '../kit/document-files';
import { beforeOffers } from './kit/before-offers';
import { expect, test } from './kit/test';

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const paragraph = (words: string): string => `<w:p><w:r><w:t>${words}</w:t></w:r></w:p>`;
const plan = {
  name: 'plan.docx',
  mimeType: word,
  buffer: docxSaying(paragraph('Two visits, one week apart.')),
};
const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('No breakfast.') };
const card = {
  name: 'card.txt',
  mimeType: 'text/plain',
  buffer: Buffer.from('Call us: +90 532 555 01 02'),
};

async function freshPage(browser: Browser, baseURL: string, scripts: boolean): Promise<Page> {
  return (await browser.newContext({ baseURL, javaScriptEnabled: scripts })).newPage();
}

/** The address that the proposal's button leads to, once it has what is typed. */
async function whatsAppOf(page: Page, scripts: boolean): Promise<URL> {
  const link = page.getByRole('link', { name: 'Send via WhatsApp' });
  if (scripts) {
    await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: 'there' }));
    const opened = page.waitForEvent('popup');
    await link.click();
    const there = await opened;
    await there.waitForURL('https://wa.me/**');
    await there.close();
  } else {
    await page.getByRole('button', { name: 'Put what is typed into the WhatsApp message' }).click();
    await expect(page.getByLabel('Offer amount')).toHaveValue('1900');
  }
  return new URL((await link.getAttribute('href'))!);
}

for (const scripts of [true, false])
  test(`an offer goes with its files, but not with a telephone number in one, ${scripts ? 'live' : 'without JavaScript'}`, async ({
    browser,
    baseURL,
  }) => {
    test.setTimeout(180_000);
    const names = [scripts ? 'Attached Dental' : 'Attached Teeth'];
    const { patient, leadId, clinics } = await beforeOffers({ browser, baseURL }, names);
    await patient.untilReviewed();
    const page = await freshPage(browser, baseURL!, scripts);
    await clinics[0]!.enters(page.context());
    await page.goto(`/clinic/request/${leadId}`);
    if (scripts) await page.waitForLoadState('networkidle');
    await page.getByLabel('Offer amount').fill('1900');
    await page.getByLabel('Message to the patient').fill('The plan is attached.');
    const address = await whatsAppOf(page, scripts);
    expect(address.origin).toBe('https://wa.me');
    expect(address.pathname).toBe('/');
    expect(address.searchParams.get('text')).toContain('The plan is attached.');
    expect(address.searchParams.get('text')).toContain('1900');

    const picker = page.getByLabel('Add files');
    expect((await picker.getAttribute('accept'))!.split(',')).toEqual(
      expect.arrayContaining(['.txt', '.docx']),
    );
    await picker.setInputFiles([plan, card, notes]);
    const send = page.getByRole('button', { name: 'Send Offer' });
    if (!scripts) await send.click();
    const refused = page.getByRole('listitem').filter({ hasText: card.name });
    await expect(refused).toContainText('This file holds contact details.');
    for (const { name } of [plan, notes])
      await expect(page.getByRole('checkbox', { name })).toBeChecked();
    await expect(page.getByRole('checkbox', { name: card.name, checked: true })).toHaveCount(0);
    await send.click();
    await expect(page.getByText('Offer sent successfully!')).toBeVisible();

    const reader = await freshPage(browser, baseURL!, scripts);
    await patient.enters(reader.context());
    await reader.goto(`/offers/${leadId}`);
    await reader.getByRole('link', { name: `View details of the offer of ${names[0]}` }).click();
    await expect(reader.getByText('The plan is attached.')).toBeVisible();
    await expect(reader.getByText(card.name)).toHaveCount(0);
    for (const { name, buffer } of [plan, notes]) {
      const link = reader.getByRole('link', { name });
      const answer = await reader.request.get((await link.getAttribute('href'))!);
      expect([answer.status(), (await answer.body()).equals(buffer)]).toEqual([200, true]);
    }
  });
