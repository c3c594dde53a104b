import { afterAll, beforeAll, expect, it } from 'vitest';
import { signedInPatient } from '../../../modules/identity/testing';
import { atConsole, type AdminClient } from '../../kit/admin-client';
import { startTestServer, type TestServer } from '../../kit/http';

let server: TestServer;
let admin: AdminClient;
let reviewer: AdminClient;
beforeAll(async () => {
  server = await startTestServer();
  admin = (await atConsole(server, 'admin')).client;
  reviewer = (await atConsole(server, 'reviewer')).client;
});
afterAll(() => server?.close());

const figures = (value: string, confirmed = false) => [{ key: 'patients', value, confirmed }];

const landing = async (query: string, cookie = '') => {
  const answer = await server.request(`/${query}`, { headers: { Cookie: cookie } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('Cache-Control')).toContain('no-store');
  return answer.text();
};

const banner = 'Preview of drafts';

it('shows a draft to signed-in staff alone, and says that it is one', async () => {
  const value = figures('DRAFT-1');
  const saved = await admin.send('content', 'figures', 'save-draft', { value });
  expect(saved.body.data?.record).toMatchObject({ draft: value, version: 0, isDefault: true });
  for (const cookie of [admin.cookie, reviewer.cookie]) {
    const page = await landing('?preview=draft', cookie);
    expect(page).toContain('DRAFT-1');
    expect(page).toContain(banner);
    expect(await landing('', cookie)).not.toContain('DRAFT-1');
  }
  const patient = `patient=${(await signedInPatient(server.ctx())).token}`;
  for (const cookie of ['', patient, 'staff=made-up', `clinic=${admin.cookie.slice(6)}`]) {
    const page = await landing('?preview=draft', cookie);
    expect(page).not.toContain('DRAFT-1');
    expect(page).not.toContain(banner);
  }
});

it('publishes, keeps a history and goes back', async () => {
  const published = await admin.send('content', 'figures', 'publish');
  expect(published.body.data?.record).toMatchObject({
    version: 1,
    draft: null,
    isDefault: false,
    unconfirmed: 1,
    history: [{ version: 1 }],
    allowedEvents: ['save-draft', 'restore', 'confirm'],
  });
  expect(await landing('')).not.toContain('DRAFT-1');
  const confirmed = await admin.send('content', 'figures', 'confirm', { index: 0 });
  expect(confirmed.body.data?.record).toMatchObject({ version: 2, unconfirmed: 0 });
  expect(await landing('')).toContain('DRAFT-1');
  expect((await admin.send('content', 'figures', 'publish')).status).toBe(409);
  await admin.send('content', 'figures', 'save-draft', { value: figures('SECOND') });
  await admin.send('content', 'figures', 'publish');
  expect(await landing('?preview=draft', admin.cookie)).toContain('SECOND');
  expect((await admin.send('content', 'figures', 'restore', { version: 3 })).status).toBe(409);
  expect((await admin.send('content', 'figures', 'restore', { version: 9 })).status).toBe(409);
  const restored = await admin.send('content', 'figures', 'restore', { version: 1 });
  expect(restored.body.data?.record).toMatchObject({ version: 4, value: figures('DRAFT-1') });
  const original = await admin.send('content', 'figures', 'restore', { version: 0 });
  expect(original.body.data?.record).toMatchObject({ version: 5, unconfirmed: 4 });
  for (const action of ['content.published', 'content.restored'])
    await expect(server).toBeAudited(action, {}, { times: 2 });
});

it('counts a claim as confirmed by its words', async () => {
  await admin.send('content', 'figures', 'save-draft', { value: figures('10', true) });
  await admin.send('content', 'figures', 'publish');
  const before = (await admin.get('/content/figures')).body;
  expect(before).toMatchObject({ value: figures('10', false), unconfirmed: 1, version: 6 });
  const stale = await admin.send('content', 'figures', 'confirm', { index: 0, version: 5 });
  expect([stale.status, stale.body.code]).toEqual([409, 'version_conflict']);
  expect((await admin.send('content', 'figures', 'confirm', { index: 3 })).status).toBe(409);
  const confirmed = await admin.send('content', 'figures', 'confirm', { index: 0, version: 6 });
  expect(confirmed.body.data?.record).toMatchObject({ value: figures('10', true), unconfirmed: 0 });
  const more = [...figures('10', false), { key: 'clinics', value: '7', confirmed: true }];
  const draft = await admin.send('content', 'figures', 'save-draft', { value: more });
  expect(draft.body.data?.record.draft).toMatchObject([{ confirmed: true }, { confirmed: false }]);
  const gone = await admin.send('content', 'figures', 'discard-draft');
  expect(gone.body.data?.record).toMatchObject({ draft: null });
  expect((await admin.send('content', 'figures', 'discard-draft')).status).toBe(409);
});

it('refuses what does not fit, and reviewers', async () => {
  for (const value of [null, 'x', [{}], figures(''), figures('x'.repeat(13)), Array(9).fill(0)])
    expect((await admin.send('content', 'figures', 'save-draft', { value })).status).toBe(422);
  expect((await admin.send('content', 'prices', 'save-draft', { value: [] })).status).toBe(404);
  expect((await reviewer.get('/content/figures')).status).toBe(403);
  expect((await reviewer.get('/content')).status).toBe(403);
  for (const event of ['save-draft', 'publish', 'discard-draft', 'restore', 'confirm'])
    expect((await reviewer.send('content', 'figures', event)).status).toBe(403);
});

it('reminds admins of what nobody has confirmed', async () => {
  const total = (await admin.list('content')).rows.reduce(
    (sum, row) => sum + (row.unconfirmed as number),
    0,
  );
  expect((await admin.get('/home')).body.unconfirmedClaims).toBe(total);
  expect((await reviewer.get('/home')).body.unconfirmedClaims).toBeNull();
});

it('loses nothing when two publish at once', async () => {
  const value = figures('RACE');
  await admin.send('content', 'badges', 'save-draft', {
    value: [{ label: 'A', confirmed: false }],
  });
  await admin.send('content', 'figures', 'save-draft', { value });
  const all = await Promise.all(
    Array.from({ length: 10 }, () => admin.send('content', 'figures', 'publish')),
  );
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(all.filter(({ status }) => status === 409)).toHaveLength(9);
});

it('refuse a version that no version can have', async () => {
  const { status } = await admin.send('content', 'figures', 'restore', { version: 2 ** 31 });
  expect(status).toBe(422);
});

it('refuses the second of two editors who looked at the same, and keeps what the first one did', async () => {
  const label = (word: string) => [{ label: { en: word, tr: '' }, confirmed: false }];
  const look = async () => (await admin.get('/content/badges')).body as { edition: string };
  const send = (event: string, body: object) => admin.send('content', 'badges', event, body);
  const conflict = { status: 409, body: { code: 'version_conflict' } };
  const { edition } = await look();
  const both = await Promise.all(
    ['First', 'Second'].map((word) => send('save-draft', { value: label(word), edition })),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const first = both[0]!.status === 200 ? 'First' : 'Second';
  expect(await look()).toMatchObject({ draft: label(first) });
  for (const event of ['publish', 'discard-draft'])
    expect(await send(event, { edition })).toMatchObject(conflict);
  expect(await send('restore', { version: 0, edition })).toMatchObject(conflict);
  const now = await look();
  expect(now).toMatchObject({ draft: label(first), version: 0 });
  expect((await send('publish', { edition: now.edition })).status).toBe(200);
  const third = { value: label('Third'), edition: now.edition };
  expect(await send('save-draft', third)).toMatchObject(conflict);
  expect(await send('save-draft', { value: label('Third'), version: 0 })).toMatchObject(conflict);
  expect(await look()).toMatchObject({ draft: null, value: label(first), version: 1 });
});
