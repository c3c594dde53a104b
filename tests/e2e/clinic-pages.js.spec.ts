import { expect, test } from './kit/test';
import { Clinic } from './story/clinic';

test('a clinic at the keyboard is taken to each step, and told when a check fails', async ({
  page,
  context,
  scripts,
  outbox,
  expectedErrors,
}) => {
  expectedErrors.push(
    /ERR_INTERNET_DISCONNECTED|Failed to fetch manifest patches|status of 4(15|22)/,
  );
  const main = page.getByRole('main');
  const clinic = new Clinic(page, { scripts, codeFor: outbox.codeFor });
  await clinic.asksForCode();
  await expect(page.getByLabel('Verification code')).toBeFocused();
  await clinic.entersCode();
  await expect(main).toBeFocused();
  await clinic.beginsDetails();
  await clinic.completesDetails();
  await expect(main).toBeFocused();
  const broken = { name: 'policy.pdf', mimeType: 'application/pdf', buffer: Buffer.from('hello') };
  await page.locator('input[type=file][name="insurance"]').setInputFiles([broken]);
  const refusal = page.getByRole('alert').filter({ has: page.getByRole('button') });
  await expect(refusal.getByText('This is no PDF, JPEG, PNG or Word file')).toBeVisible();
  // Sending the same file once more would end the same way.
  await expect(refusal.getByRole('button')).toHaveText(['Remove']);
  await refusal.getByRole('button', { name: 'Remove' }).click();
  await expect(refusal).toBeHidden();
  await clinic.completesRegistration();
  const failed = page.getByText('We could not check just now.');
  await expect(failed).toBeHidden();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Check Status' }).click();
  await expect(failed).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Application Under Review' })).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Check Status' }).click();
  await expect(failed).toBeHidden();
});

test('a load that was overtaken is no fault of the page, another failure is', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/a real one/);
  await page.goto('/clinic-login', { waitUntil: 'networkidle' });
  const seen: string[] = [];
  page.on('pageerror', ({ message }) => seen.push(message));
  await page.evaluate(() => {
    void Promise.reject(new DOMException('overtaken', 'AbortError'));
    void Promise.reject(new Error('a real one'));
  });
  await expect.poll(() => seen).toEqual(['a real one']);
});
