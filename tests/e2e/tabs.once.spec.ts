import { ApiPatient } from './kit/api-patient';
import { expect, test } from './kit/test';

test('every tab is within reach when a phone shows everything twice as large', async ({
  page,
  context,
  baseURL,
}) => {
  const patient = new ApiPatient(baseURL!);
  await patient.signIn();
  await patient.enters(context);
  // What a screen 390 wide has left at 200 %.
  const width = 195;
  await page.setViewportSize({ width, height: 422 });
  await page.goto('/my-offers');
  const tabs = page.getByRole('main').getByRole('navigation').getByRole('link');
  await expect(tabs).toHaveCount(2);
  for (const tab of await tabs.all()) {
    // They stand in one line that scrolls.
    await tab.scrollIntoViewIfNeeded();
    const box = (await tab.boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(width);
  }
  await tabs.last().click();
  await expect(page.getByText('No completed requests')).toBeVisible();
});
