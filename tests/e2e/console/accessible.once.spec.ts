import { enterConsole } from '../kit/staff-session';
import { expect, test } from '../kit/test';

/** One screen of each make: its address below `/admin`, and the heading that says that it is there. */
const screens = [
  ['', /^Hello /],
  ['clinics', 'Clinics'],
  ['leads', 'Treatment requests'],
  ['notifications', 'Messages'],
  ['audit', 'Audit log'],
  ['events', 'Events'],
  ['events/offers.accepted/show', 'offers.accepted'],
  ['staff', 'Staff'],
  ['settings/identity.sms-policy/show', 'Codes by text message'],
  ['content/figures/show', 'Figures'],
] as const;

test('axe finds nothing on the screens of the console, and none is wider than a phone', async ({
  page,
  expectAccessible,
}) => {
  test.setTimeout(240_000);
  await page.goto('/admin/login');
  await expect(page.getByLabel('Password')).toBeVisible();
  await expectAccessible();
  await enterConsole(page.context(), 'admin');
  const expectUsable = async () => {
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
    await expectAccessible();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth), page.url())
      .toBeLessThanOrEqual(390);
    await page.setViewportSize({ width: 1440, height: 900 });
  };
  for (const [address, title] of screens) {
    await page.goto(`/admin/${address}`);
    await expect(page.getByRole('heading', { level: 1 }), address).toHaveText(title);
    await expectUsable();
  }
  // Other journeys register more clinics than a page of the list holds.
  await page.goto('/admin/clinics?filter={"q":"Galata"}');
  await page.getByRole('link', { name: 'Galata Dental & Hair (demo)' }).click();
  await expect(page.getByRole('region', { name: 'Decision' })).toBeVisible();
  await expectUsable();
});
