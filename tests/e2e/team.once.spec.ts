import type { Browser, Page } from '@playwright/test';
import { beforeOffers } from './kit/before-offers';
import { codeFor } from './kit/outbox';
import { enterCode, hydrated } from './kit/page';
import { newPhone } from './kit/people';
import { expect, test } from './kit/test';

async function freshPage(browser: Browser, baseURL: string, scripts: boolean): Promise<Page> {
  return (await browser.newContext({ baseURL, javaScriptEnabled: scripts })).newPage();
}

for (const scripts of [true, false])
  test(`an owner invites a manager and a reader, and removes the manager, ${scripts ? 'live' : 'without JavaScript'}`, async ({
    browser,
    baseURL,
  }) => {
    test.setTimeout(420_000);
    const name = scripts ? 'Rowan Team Dental' : 'Aspen Team Teeth';
    const { patient, leadId, clinics } = await beforeOffers({ browser, baseURL }, [name]);
    await patient.untilReviewed();
    const owner = await freshPage(browser, baseURL!, scripts);
    await clinics[0]!.enters(owner.context());

    /** Shown once, in its field. */
    const invites = async (invited: { name: string; phone: string; role: string }) => {
      await owner.goto('/clinic/team');
      if (scripts) await hydrated(owner);
      await owner.getByLabel('Name', { exact: true }).fill(invited.name);
      await owner.getByLabel('Phone Number').fill(invited.phone);
      await owner.getByRole('radio', { name: new RegExp(`^${invited.role}`) }).check();
      await owner.getByRole('button', { name: 'Make the link' }).click();
      const field = owner.getByLabel('The link');
      await expect(field).toHaveValue(/\/clinic-join#[\w-]{43}$/);
      return field.inputValue();
    };

    /** Opens the link, proves the number, and joins. */
    const joins = async (address: string, phone: string): Promise<Page> => {
      const page = await freshPage(browser, baseURL!, scripts);
      await page.goto(address);
      if (!scripts) {
        await page.getByLabel('Link', { exact: true }).fill(address);
        await page.getByRole('button', { name: 'Open' }).click();
      }
      await page.getByRole('link', { name: 'Sign in', exact: true }).last().click();
      const since = new Date();
      await page.getByLabel('Phone Number').fill(phone);
      if (scripts) await hydrated(page);
      await page.getByRole('button', { name: 'Continue' }).click();
      await enterCode(page, await codeFor(baseURL!, phone, since));
      await expect(page.getByRole('heading', { name: `Join ${name}` })).toBeVisible();
      expect(page.url()).not.toContain('#');
      if (scripts) await hydrated(page);
      await page.getByRole('button', { name: 'Join' }).click();
      await expect(page.getByRole('heading', { name: 'Lead Exchange' })).toBeVisible();
      return page;
    };

    const [managers, readers] = [newPhone(), newPhone()];
    const manager = await joins(
      await invites({ name: 'Mira Manager', phone: managers, role: 'Manager' }),
      managers,
    );
    const reader = await joins(
      await invites({ name: 'Rana Reader', phone: readers, role: 'Reader' }),
      readers,
    );

    // The manager offers, the reader looks.
    await reader.goto(`/clinic/request/${leadId}`);
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Root Canal');
    await expect(reader.getByLabel('Offer amount')).toHaveCount(0);
    await reader.goto('/clinic/messages');
    await expect(reader.getByText('Your role in this clinic does not allow this.')).toBeVisible();
    await manager.goto(`/clinic/request/${leadId}`);
    if (scripts) await hydrated(manager);
    await manager.getByLabel('Offer amount').fill('2500');
    await manager.getByLabel('Message to the patient').fill('Gladly, in one week.');
    await manager.getByLabel('The procedure itself', { exact: true }).selectOption('Included');
    await manager.getByRole('button', { name: 'Send Offer' }).click();
    await expect(manager.getByText('Offer sent successfully!')).toBeVisible();

    // The owner removes the manager, whose open page is gone.
    await owner.goto('/clinic/team');
    await expect(owner.getByRole('listitem').filter({ hasText: 'Mira Manager' })).toBeVisible();
    if (scripts) await hydrated(owner);
    await owner.getByText('Remove Mira Manager').click();
    await owner.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(owner.getByText('Mira Manager')).toHaveCount(0);
    if (!scripts) await manager.reload();
    await expect(manager).toHaveURL(/\/clinic-login/, { timeout: 5_000 });
    await reader.goto('/clinic/dashboard');
    await expect(reader.getByRole('heading', { name: 'Lead Exchange' })).toBeVisible();
  });
