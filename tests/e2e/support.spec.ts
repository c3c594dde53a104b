import { ApiPatient } from './kit/api-patient';
import { consoleCalls } from './kit/console-calls';
import { enterConsole } from './kit/staff-session';
import { expect, test } from './kit/test';

test('a patient writes to support, the team answers in the console, and the patient reads it', async ({
  page,
  browser,
  context,
  baseURL,
  scripts,
  expectAccessible,
}) => {
  const checks = async () => (scripts ? expectAccessible() : undefined);
  const patient = new ApiPatient(baseURL!);
  await patient.signIn();
  await patient.enters(context);
  const staff = await browser.newContext({ baseURL });
  await enterConsole(staff, 'reviewer');
  await page.goto('/profile/support');
  await expect(page.getByText('Video Call')).toBeVisible();
  await checks();
  const subject = `A question ${Date.now()}`;
  await page.getByLabel('Subject').fill(subject);
  await page.getByLabel('Message', { exact: true }).fill('When does the team work?');
  await page.getByRole('button', { name: 'Send Message' }).click();
  const words = "Your message has been sent! We'll get back to you soon.";
  await expect(page.getByText(words)).toBeVisible();
  if (scripts) {
    await page.getByRole('alertdialog').getByRole('button').click();
    await expect(page.getByLabel('Subject')).toHaveValue('');
  }
  await page.getByRole('link', { name: subject }).click();
  await expect(page.getByText('When does the team work?')).toBeVisible();
  const id = new URL(page.url()).pathname.split('/').pop()!;
  const call = consoleCalls(staff);
  await call.send(`tickets/${id}/answer`, { text: 'From nine to five.' });
  if (!scripts) await page.reload();
  await expect(page.getByText('From nine to five.')).toBeVisible();
  await checks();
  if (!scripts) {
    await page.getByRole('button', { name: 'Mark 1 new answer as read' }).click();
    await expect(page.getByRole('button', { name: 'Mark 1' })).toHaveCount(0);
  }
  await page.getByLabel('Write a message').fill('Thank you!');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('Thank you!')).toBeVisible();
  await staff.close();
});

test('a visitor writes to the team', async ({ page, scripts, expectAccessible }) => {
  await page.goto('/contact');
  // What one came for is there before anything is scrolled, and before what else the page says.
  const name = page.getByLabel('Your name');
  await expect(name).toBeInViewport({ ratio: 1 });
  const top = async (heading: string): Promise<number> =>
    (await page.getByRole('heading', { name: heading }).boundingBox())!.y;
  expect((await name.boundingBox())!.y).toBeLessThan(await top('Reach us'));
  if (scripts) await expectAccessible();
  await name.fill('Ada');
  await page.getByLabel('E-mail address').fill(`ada-${Date.now()}@example.com`);
  await page.getByLabel('Subject').fill('Prices');
  await page.getByLabel('Message', { exact: true }).fill('How do prices come about?');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(
    page.getByText("Your message has been sent! We'll get back to you soon."),
  ).toBeVisible();
});
