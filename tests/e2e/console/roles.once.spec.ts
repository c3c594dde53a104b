import { enterConsole } from '../kit/staff-session';
import { expect, test } from '../kit/test';

/** Of the API, with what they would take if they were allowed. */
const adminsOnly = [
  ['GET', 'settings'],
  ['GET', 'staff'],
  ['GET', 'settings/leads.windows'],
  ['POST', 'settings/leads.offer-cap/change', { value: 3 }],
  ['POST', 'content/figures/publish'],
  ['POST', 'content/figures/save-draft', { value: [] }],
  ['POST', 'staff', { email: 'new@staff.example', name: 'New', role: 'admin' }],
  ['POST', 'workflows/00000000-0000-7000-8000-000000000000/retry', { alertId: 1 }],
  ['POST', 'jobs/1/retry'],
] as const;

test('a reviewer neither sees nor reaches what only admins do', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 403/);
  await enterConsole(page.context(), 'reviewer');
  await page.goto('/admin');
  const navigation = page.getByRole('navigation', { name: 'Console' });
  await expect(navigation.getByRole('link', { name: 'Patients' })).toBeVisible();
  for (const name of ['Staff', 'Settings', 'Site content'])
    await expect(navigation.getByRole('link', { name, exact: true }), name).toHaveCount(0);

  const own = (await (await page.request.get('/api/admin/identity')).json()) as {
    data: { id: string };
  };
  for (const address of [
    'staff',
    `staff/${own.data.id}/show`,
    'settings',
    'settings/leads.windows/show',
    'content',
    'content/figures/show',
  ]) {
    await page.goto(`/admin/${address}`);
    await expect(page.getByRole('heading', { level: 1 }), address).toHaveText(/Not to be shown/);
    await expect(page.getByText('Only admins see this screen'), address).toBeVisible();
  }

  for (const [method, address, data] of adminsOnly) {
    const answer = await page.request.fetch(`/api/admin/${address}`, { method, data });
    expect(answer.status(), `${method} ${address}`).toBe(403);
  }
  // Names of colleagues in what they read are asked for by their ids.
  const named = encodeURIComponent(JSON.stringify({ id: [own.data.id] }));
  const answer = await page.request.get(`/api/admin/staff?filter=${named}`);
  expect(await answer.json()).toMatchObject([{ id: own.data.id, email: null }]);
});
