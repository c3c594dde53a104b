import { givesReason } from '../kit/dialogs';
import { enterConsole } from '../kit/staff-session';
import { expect, test } from '../kit/test';

const reason = 'The same owner, as the register of companies shows.';

test('a reviewer sees what two clinics of the demo share, and gives each finding its reason', async ({
  page,
  expectAccessible,
}) => {
  test.setTimeout(180_000);
  await enterConsole(page.context(), 'reviewer');
  await page.goto('/admin/twins');
  await page.getByRole('link', { name: 'Twins to explain' }).last().click();
  await expect(page.getByText('The same licence number').first()).toBeVisible();
  await expectAccessible();

  await page.goto('/admin/clinics?filter={"q":"Kaleiçi"}');
  await page.getByRole('link', { name: 'Kaleiçi Cosmetic Centre (demo)' }).first().click();
  const twins = page.getByRole('region', { name: 'Twins' });
  await expect(twins.getByText('2 findings wait for a reason')).toBeVisible();
  await expect(twins.getByRole('img', { name: /shares something with one other/ })).toBeVisible();
  await expect(twins.getByText('demo070116')).toBeVisible();
  await expect(twins.getByRole('link', { name: 'The document' })).toHaveCount(2);
  await expectAccessible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1440, height: 900 });

  await twins.getByRole('button', { name: 'Explain' }).first().click();
  await givesReason(page, 'Explain', reason);
  await expect(twins.getByText('One finding waits for a reason')).toBeVisible();
  await twins.getByRole('button', { name: 'Branches of one company' }).first().click();
  await givesReason(page, 'Branches of one company', reason);
  await expect(twins.getByText('Each finding has a reason.')).toBeVisible();
});
