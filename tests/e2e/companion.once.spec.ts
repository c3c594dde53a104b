import type { Browser, Page } from '@playwright/test';
import { beforeOffers } from './kit/before-offers';
import { hydrated } from './kit/page';
import { expect, test } from './kit/test';

async function freshPage(browser: Browser, baseURL: string, scripts: boolean): Promise<Page> {
  return (await browser.newContext({ baseURL, javaScriptEnabled: scripts })).newPage();
}

for (const scripts of [true, false])
  test(`a relative looks on, writes a note and is shut out, ${scripts ? 'live' : 'without JavaScript'}`, async ({
    browser,
    baseURL,
  }) => {
    test.setTimeout(420_000);
    const name = scripts ? 'Willow Companion Dental' : 'Alder Companion Teeth';
    const { patient, leadId, clinics } = await beforeOffers({ browser, baseURL }, [name]);
    await patient.untilReviewed();
    const message = 'Gladly, in one week.';
    await clinics[0]!.offers(leadId, { amountCents: 250_000, message });
    const page = await freshPage(browser, baseURL!, scripts);
    await patient.enters(page.context());

    // The link: shown once, copied from its field.
    await page.goto(`/offers/${leadId}`);
    await page.getByRole('link', { name: 'Let a relative look on' }).click();
    await expect(page.getByRole('heading', { name: 'Let a relative look on' })).toBeVisible();
    if (scripts) await hydrated(page);
    await page.getByLabel('They may write notes to me').check();
    await page.getByRole('button', { name: 'Make Link' }).click();
    const field = page.getByLabel('Link', { exact: true });
    await expect(field).toHaveValue(/\/shared#[\w-]{43}$/);
    const address = await field.inputValue();
    if (scripts) await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
    await expect(page.getByText('It has not been opened.')).toBeVisible();

    // Somebody else's browser.
    const relative = await freshPage(browser, baseURL!, scripts);
    await relative.goto(address);
    if (!scripts) {
      await relative.getByLabel('Link', { exact: true }).fill(address);
      await relative.getByRole('button', { name: 'Open Link' }).click();
    }
    await expect(relative).toHaveURL(/\/shared\/view$/);
    await expect(relative.getByRole('heading', { name: /^Offers for / })).toBeVisible();
    await expect(relative.getByRole('columnheader', { name })).toBeVisible();
    await expect(relative.getByRole('link', { name: /Accept/ })).toHaveCount(0);
    await expect(relative.getByText(message)).toHaveCount(0);
    if (scripts) await hydrated(relative);
    await relative.getByLabel('Your note').fill('Ask about the hotel.');
    await relative.getByLabel('Your name').fill('Ann');
    await relative.getByRole('button', { name: 'Send Note' }).click();
    await expect(relative.getByText('Your note was sent.')).toBeVisible();

    // The same link in another browser leads nowhere; the same browser comes back.
    const second = await freshPage(browser, baseURL!, scripts);
    await second.goto(address);
    if (!scripts) {
      await second.getByLabel('Link', { exact: true }).fill(address);
      await second.getByRole('button', { name: 'Open Link' }).click();
    }
    await expect(
      second.getByText('This link does not lead anywhere any more.').first(),
    ).toBeVisible();
    expect(second.url()).not.toContain('#');
    await relative.goto('/shared/view');
    await expect(relative.getByRole('columnheader', { name })).toBeVisible();

    // The patient reads it, and takes the link back.
    await page.goto(`/offers/${leadId}/companions`);
    await expect(page.getByText('Ask about the hotel.')).toBeVisible();
    await expect(page.getByText(/First opened:/)).toBeVisible();
    if (scripts) await hydrated(page);
    await page.getByRole('button', { name: 'Take link back' }).click();
    await expect(page.getByText('You took it back:')).toBeVisible();
    await relative.reload();
    await expect(
      relative.getByRole('heading', { name: 'There is nothing to see here' }),
    ).toBeVisible();
  });
