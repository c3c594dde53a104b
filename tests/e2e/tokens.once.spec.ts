import { beforeOffers } from './kit/before-offers';
import { hydrated } from './kit/page';
import { expect, test } from './kit/test';

for (const scripts of [true, false])
  test(`an owner makes a token for the clinic’s software, and ends it, ${scripts ? 'live' : 'without JavaScript'}`, async ({
    browser,
    baseURL,
  }) => {
    test.setTimeout(300_000);
    const name = scripts ? 'Linden Token Dental' : 'Hazel Token Teeth';
    const { clinics } = await beforeOffers({ browser, baseURL }, [name]);
    const context = await browser.newContext({ baseURL, javaScriptEnabled: scripts });
    const owner = await context.newPage();
    await clinics[0]!.enters(context);

    await owner.goto('/clinic/profile');
    await owner.getByRole('link', { name: 'Tokens' }).click();
    await expect(owner.getByText('No tokens yet')).toBeVisible();
    if (scripts) await hydrated(owner);
    await owner.getByLabel('Name', { exact: true }).fill('Practice software');
    await owner.getByRole('button', { name: 'Make the token' }).click();
    await expect(owner.getByText('Choose what it may do.').first()).toBeVisible();
    await expect(owner.getByLabel('Name', { exact: true })).toHaveValue('Practice software');
    await owner.getByLabel('Read requests').check();
    await owner.getByLabel('It ends after').selectOption('90 days');
    await owner.getByRole('button', { name: 'Make the token' }).click();
    const field = owner.getByLabel('Token', { exact: true });
    await expect(field).toHaveValue(/^clinic_[\w-]{43}$/);
    const token = await field.inputValue();

    // Without the cookies of the owner.
    const software = await browser.newContext({ baseURL });
    const leads = () =>
      software.request.get('/api/clinic/leads', { headers: { Authorization: `Bearer ${token}` } });
    expect((await leads()).status()).toBe(200);

    // Shown once.
    await owner.goto('/clinic/tokens');
    const listed = owner.getByRole('listitem').filter({ hasText: 'Practice software' });
    await expect(listed).toBeVisible();
    expect(await owner.content()).not.toContain(token);
    if (scripts) await hydrated(owner);
    await listed.getByRole('button', { name: 'End the token Practice software' }).click();
    await expect(listed.getByText('Over')).toBeVisible();
    expect((await leads()).status()).toBe(401);
  });
