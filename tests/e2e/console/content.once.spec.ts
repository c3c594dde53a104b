import { saysYes } from '../kit/dialogs';
import { enterConsole } from '../kit/staff-session';
import { expect, test } from '../kit/test';

test('a claim goes from a draft to the public page, is confirmed, and can be taken back', async ({
  page,
  browser,
  baseURL,
  expectedErrors,
  expectAccessible,
}) => {
  expectedErrors.push(/status of (400|422)/);
  await enterConsole(page.context(), 'admin');
  const visitor = await (await browser.newContext({ baseURL })).newPage();
  const landing = () => visitor.goto('/?preview=draft');
  const printed = `${Date.now() % 100_000}+`;

  await page.goto('/admin/content');
  await page.getByRole('link', { name: 'Popular treatments' }).click();
  const number = page.getByLabel('Number as printed').first();
  await number.fill('');
  const save = page.getByRole('button', { name: 'Save as draft' });
  await save.click();
  await expect(number).toHaveAccessibleDescription('This value is not possible here.');
  await expect(number).toBeInViewport();
  await expect(number).toBeFocused();
  await number.fill(printed);
  await save.click();
  await expect(page.getByText('Draft not published')).toBeVisible();
  await expectAccessible();

  // Drafts are for the team: a visitor who knows the address sees the site as it is.
  const [preview] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'Preview all drafts' }).click(),
  ]);
  await expect(preview.getByText(printed)).toBeVisible();
  await preview.close();
  await landing();
  await expect(visitor.getByRole('heading', { name: 'Popular treatments' })).toBeVisible();
  await expect(visitor.getByText(printed)).toHaveCount(0);

  await page.getByRole('button', { name: 'Publish the draft' }).click();
  await saysYes(page, 'Publish the draft');
  const live = page.getByRole('region', { name: 'On the site now' });
  await expect(live).toContainText(printed);
  await landing();
  await expect(visitor.getByText(printed)).toHaveCount(0);

  const claim = live.getByRole('listitem').filter({ hasText: printed });
  await expect(claim).toContainText('Nobody has confirmed this');
  await claim.getByRole('button', { name: /^Confirm: / }).click();
  await expect(claim).toContainText('Confirmed');
  await landing();
  await expect(visitor.getByText(printed)).toBeVisible();
  await visitor.context().close();

  const history = page.getByRole('region', { name: 'Earlier versions' });
  await expect(history).toContainText(printed);
  const delivered = history.getByRole('listitem').filter({ hasText: 'As delivered' });
  await delivered.getByRole('button', { name: 'Show again' }).click();
  await saysYes(page, 'Show again');
  await expect(live).not.toContainText(printed);
});
