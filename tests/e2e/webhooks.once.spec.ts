import { beforeOffers } from './kit/before-offers';
import { hydrated } from './kit/page';
import { expect, test } from './kit/test';

for (const scripts of [true, false])
  test(`an owner adds an endpoint, sees what was tried, and removes it, ${scripts ? 'live' : 'without JavaScript'}`, async ({
    browser,
    baseURL,
  }) => {
    test.setTimeout(300_000);
    const name = scripts ? 'Linden Hook Dental' : 'Hazel Hook Teeth';
    const { clinics, patient, leadId } = await beforeOffers({ browser, baseURL }, [name]);
    const clinic = clinics[0]!;
    const context = await browser.newContext({ baseURL, javaScriptEnabled: scripts });
    const owner = await context.newPage();
    await clinic.enters(context);
    const ready = () => (scripts ? hydrated(owner) : owner.waitForLoadState());

    await owner.goto('/clinic/profile');
    await owner.getByRole('link', { name: 'Webhooks' }).click();
    await expect(owner.getByText('There is no endpoint yet.')).toBeVisible();
    await ready();
    const add = owner.getByRole('button', { name: 'Add the endpoint' });
    const address = owner.getByLabel('Address');
    const accepted = owner.getByRole('checkbox', { name: /^An offer was accepted/ });
    await address.fill('https://169.254.169.254/latest');
    await accepted.check();
    await add.click();
    await expect(owner.getByText('Name a host of the public internet').first()).toBeVisible();
    await expect(address).toHaveValue('https://169.254.169.254/latest');
    await expect(accepted).toBeChecked();

    // A name that leads nowhere, by its reservation.
    const url = 'https://hooks.clinic.invalid/events';
    await address.fill(url);
    await add.click();
    const secret = owner.getByLabel('Secret', { exact: true });
    await expect(secret).toHaveValue(/^whsec_[\w+/]{32}$/);
    const shown = await secret.inputValue();
    await owner.goto('/clinic/webhooks');
    await expect(owner.getByRole('heading', { name: url })).toBeVisible();
    await expect(owner.getByText('Nothing was sent yet.')).toBeVisible();
    expect(await owner.content()).not.toContain(shown);

    const offerId = await clinic.offers(leadId, {
      ...{ amountCents: 90_000, message: 'Two visits, all of it included.' },
      items: [{ key: 'procedure', state: 'included' }],
    });
    expect((await patient.call('POST', `/offers/${offerId}/accept`, {})).status).toBe(200);
    const tried = owner.getByRole('listitem').filter({ hasText: 'is tried again' });
    await expect(async () => {
      await owner.reload();
      await expect(tried).toContainText('An offer was accepted', { timeout: 1_000 });
    }).toPass({ timeout: 60_000 });
    await ready();
    await tried.first().getByRole('button', { name: 'Send again' }).click();
    await expect(owner.getByText('It is sent again in a moment.')).toBeVisible();

    await ready();
    await owner.getByText('New secret', { exact: true }).click();
    await owner.getByRole('button', { name: 'Make a new secret' }).click();
    await expect(secret).not.toHaveValue(shown);
    await expect(owner.getByText('The secret before signs too, until')).toBeVisible();

    await owner.getByText('Remove', { exact: true }).click();
    await owner.getByRole('button', { name: 'Remove the endpoint' }).click();
    await expect(owner.getByText('There is no endpoint yet.')).toBeVisible();
    await context.close();
  });
