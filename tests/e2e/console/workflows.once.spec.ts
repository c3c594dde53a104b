import { ApiPatient } from '../kit/api-patient';
import { breakJob, mendLetter } from '../kit/failed-job';
import { enterConsole } from '../kit/staff-session';
import { expect, test } from '../kit/test';

interface Instance {
  readonly state: string;
  readonly diagram: { readonly edges: ReadonlyArray<{ event: string }> };
}

test('the page of a run shows its machine whole, and frees it from a job that failed', async ({
  page,
  baseURL,
  expectAccessible,
}) => {
  const patient = new ApiPatient(baseURL!);
  await Promise.all([enterConsole(page.context(), 'admin'), patient.signIn()]);
  const id = await patient.submits({ description: 'Write to ada@example.com.' });
  const sent = await page.request.post(`/api/admin/leads/${id}/approve`, { data: {} });
  expect(sent.status()).toBe(200);
  const broken = await breakJob('notifications.tell.leads.published', id);

  await page.goto(`/admin/workflows/${id}/show`);
  const drawing = page.getByRole('img', { name: 'States and transitions of the machine.' });
  await expect(drawing).toBeVisible();
  const answer = await page.request.get(`/api/admin/workflows/${id}`);
  const { state, diagram } = (await answer.json()) as Instance;
  expect(state).toBe('published.reviewed.local');
  await page.getByText(`All ${diagram.edges.length} transitions in words`).click();
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(diagram.edges.length + 1);
  for (const { event } of diagram.edges)
    await expect(drawing.getByText(event.replace(/^leads\./, '')).first(), event).toBeAttached();
  const now = page.getByRole('cell', {
    name: 'Now Clinics in the chosen cities look published.reviewed.local',
  });
  await expect(now).not.toHaveCount(0);
  // The state and those around it.
  await expect(drawing.locator('circle')).toHaveCount(3);

  const history = page.getByRole('region', { name: 'History' });
  await expect(history).toContainText('leads.approve');
  const timers = page.getByRole('region', { name: 'Pending timers' });
  await expect(timers.getByRole('listitem')).toHaveCount(3);
  await expect(timers).toContainText('due in');

  const failed = page.getByRole('region', { name: 'A job failed' });
  await expect(failed).toContainText('BadPayloadError');
  await expect(page.getByText('Stuck')).toBeVisible();
  await expectAccessible();
  const done = await mendLetter(broken);
  await failed.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('The job runs again.')).toBeVisible();
  await expect(failed).toHaveCount(0);
  await expect(page.getByText('Stuck')).toHaveCount(0);
  await expect.poll(done).toBe('completed');
});
