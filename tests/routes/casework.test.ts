import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { caseChanged, deskChanged } from '#contracts/casework';
import { newId } from '#platform/base/ids';
import { signedInPatient } from '../../modules/identity/testing';
import { atConsole, AdminClient, type AdminPerson } from '../kit/admin-client';
import { signedInClinic } from '../kit/clinics';
import { startTestServer, type TestServer } from '../kit/http';
import { listenAt, listenersAt, openStreams } from '../kit/listen';
import { countRoundTrips } from '../kit/round-trips';

let server: TestServer;
let ada: AdminPerson;
let can: AdminPerson;
let boss: AdminPerson;
let clinicId: string;
beforeAll(async () => {
  server = await startTestServer();
  [ada, can, boss] = [
    await atConsole(server, 'reviewer', 'Ada Kaya'),
    await atConsole(server, 'reviewer', 'Can Öz'),
    await atConsole(server, 'admin', 'Deniz Boss'),
  ];
  ({ clinicId } = await signedInClinic(server.ctx(), { state: 'pending' }));
});
afterEach(async () => {
  for (const each of openStreams.splice(0)) each.abort();
  await expect.poll(() => listenersAt(server), { timeout: 5_000 }).toBe(0);
});
afterAll(() => server?.close());

interface Case {
  claim: { staffId: string } | null;
  viewers: string[];
  notes: Array<{ text: string; mentions: string[] }>;
}
interface Desk {
  keys: boolean;
  cases: object[];
  notices: Array<{ id: string; type: string; byId: string; readAt: string | null }>;
  views: Array<{ id: string; query: object }>;
  team: Array<{ id: string; name: string }>;
}

const send = ({ client }: AdminPerson, action: string, body: object = {}, id = clinicId) =>
  client.send('cases/clinics', id, action, body);
const caseOf = async ({ client }: AdminPerson) =>
  (await client.get(`/cases/clinics/${clinicId}`)).body as unknown as Case;
const deskOf = async ({ client }: AdminPerson) =>
  (await client.get('/desk')).body as unknown as Desk;
const listen = ({ token }: AdminPerson) => listenAt(server, token, undefined, { cookie: 'staff' });

describe('cases of the console', () => {
  it('are taken by one, and the others hear of it at once', async () => {
    const stream = await listen(can);
    expect((await send(ada, 'take')).status).toBe(200);
    await stream.has(1);
    expect(stream.told()[0]!.data).toEqual({
      ...{ type: caseChanged, kind: 'clinics', caseId: clinicId, what: 'claim' },
    });
    expect((await caseOf(can)).claim?.staffId).toBe(ada.id);
    expect(await send(can, 'take')).toMatchObject({ status: 409, body: { code: 'case_taken' } });
    // An admin is no exception; a claim refuses no decision, and there is none here.
    expect((await send(boss, 'take')).status).toBe(409);
    const claims = await can.client.get(`/claims?kind=clinics&ids=${clinicId},${newId()}`);
    expect(claims.body.data).toMatchObject({ claims: [{ caseId: clinicId, staffId: ada.id }] });
    expect((await send(can, 'give-back')).status).toBe(200);
    expect((await caseOf(can)).claim?.staffId).toBe(ada.id);
  });

  it('are given on to a colleague who works here, who hears of it', async () => {
    await send(ada, 'take');
    for (const staffId of [ada.id, newId(), clinicId])
      expect((await send(ada, 'give-on', { staffId })).status).toBe(422);
    expect((await send(can, 'give-on', { staffId: boss.id })).status).toBe(409);
    const stream = await listen(boss);
    expect((await send(ada, 'give-on', { staffId: boss.id })).status).toBe(200);
    await stream.has(2);
    expect(
      stream
        .told()
        .map(({ data }) => data!.type)
        .sort(),
    ).toEqual([caseChanged, deskChanged]);
    const desk = await deskOf(boss);
    expect(desk.cases).toMatchObject([{ kind: 'clinics', caseId: clinicId }]);
    expect(desk.notices[0]).toMatchObject({ type: 'given', byId: ada.id });
    await send(boss, 'give-back');
  });

  it('are there, and of a kind that can be taken', async () => {
    expect((await send(ada, 'take', {}, newId())).status).toBe(404);
    expect((await send(ada, 'note', { text: 'x' }, newId())).status).toBe(404);
    for (const kind of ['tickets', 'patients', 'settings'])
      expect((await ada.client.send(`cases/${kind}`, newId(), 'take')).status).not.toBe(200);
    for (const kind of [
      ...(['twins', 'leads', 'deals', 'check-ins', 'reviews', 'later-reviews'] as const),
      ...(['conversations', 'masking-reviews'] as const),
    ])
      expect((await ada.client.send(`cases/${kind}`, newId(), 'take')).status, kind).toBe(404);
    const note = await ada.client.send('cases/tickets', newId(), 'note', { text: 'x' });
    expect(note.status).toBe(404);
  });

  it('show who looks, live, and not who it is in the stream', async () => {
    const stream = await listen(ada);
    expect((await send(ada, 'look')).body.data).toEqual({ viewers: [] });
    expect((await send(can, 'look')).body.data).toEqual({ viewers: [ada.id] });
    await stream.has(2);
    expect((await caseOf(ada)).viewers).toEqual([can.id]);
    expect(JSON.stringify(stream.told())).not.toContain(can.id);
    await send(can, 'look');
    await send(can, 'look', { away: true });
    await stream.has(3);
    expect(stream.told()).toHaveLength(3);
    expect((await caseOf(ada)).viewers).toEqual([]);
    await send(ada, 'look', { away: true });
  });

  it('are noted for the team, with names that notify', async () => {
    const text = '@Can Öz, is this the same owner?';
    const written = await send(ada, 'note', { text });
    expect(written.status).toBe(200);
    expect((await caseOf(can)).notes[0]).toMatchObject({ text, mentions: [can.id] });
    const [notice] = (await deskOf(can)).notices;
    expect(notice).toMatchObject({ type: 'mentioned', byId: ada.id, readAt: null });
    expect((await send(ada, 'note', { text: '  ' })).status).toBe(422);
  });

  it('are nothing to customers, and to nobody without a session', async () => {
    const patient = await signedInPatient(server.ctx());
    const clinic = await signedInClinic(server.ctx());
    const strangers = [
      '',
      `patient=${patient.token}`,
      `clinic=${clinic.token}`,
      `staff=${patient.token}`,
    ];
    for (const cookie of strangers) {
      const client = new AdminClient(server, cookie);
      const answers = [
        await client.get('/desk'),
        await client.get(`/cases/clinics/${clinicId}`),
        await client.get(`/claims?kind=clinics&ids=${clinicId}`),
        await client.send('cases/clinics', clinicId, 'look'),
        await client.send('cases/clinics', clinicId, 'take'),
        await client.send('cases/clinics', clinicId, 'give-back'),
        await client.send('cases/clinics', clinicId, 'give-on', { staffId: ada.id }),
        await client.send('cases/clinics', clinicId, 'note', { text: 'x' }),
      ];
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
    }
  });
});

// The session's own statement counts among them.
describe('what pages ask by themselves', () => {
  it.each<[what: string, ask: () => Promise<{ status: number }>, atMost: number]>([
    ['a sign that the page is still open', () => send(ada, 'look'), 2],
    ['the claims of a list', () => ada.client.get(`/claims?kind=clinics&ids=${clinicId}`), 2],
    ['the case', () => ada.client.get(`/cases/clinics/${clinicId}`), 4],
    ['the desk', () => ada.client.get('/desk'), 6],
  ])('%s stays within its budget', async (_what, ask, atMost) => {
    await ask();
    const { result, statements } = await countRoundTrips(ask);
    expect(result.status).toBe(200);
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(atMost);
  });
});

describe('the desk', () => {
  const ask = async ({ client }: AdminPerson, method: string, path: string, body?: object) => {
    const response = await server.request(`/api/admin/desk${path}`, {
      method,
      headers: { Cookie: client.cookie, 'Content-Type': 'application/json' },
      body: body ? JSON.stringify(body) : undefined,
    });
    return {
      status: response.status,
      body: (await response.json()) as { code?: string; data?: { desk: Desk } },
    };
  };
  const view = (name: string, filter: object = { status: ['pending'], q: 'Sarah' }) => ({
    ...{ resource: 'clinics', name },
    query: { filter, sort: { field: 'registeredAt', order: 'DESC' } },
  });

  it('keeps views of its owner, without the words of a search', async () => {
    const { status, body } = await ask(ada, 'POST', '/views', view('Pending'));
    expect(status).toBe(200);
    const [kept] = body.data!.desk.views;
    expect(kept!.query).toEqual(view('', { status: ['pending'] }).query);
    expect((await deskOf(can)).views).toEqual([]);
    expect((await ask(can, 'DELETE', `/views/${kept!.id}`)).status).toBe(404);
    expect((await ask(ada, 'DELETE', `/views/${kept!.id}`)).body.data!.desk.views).toEqual([]);
    for (let n = 0; n < 20; n += 1) await ask(ada, 'POST', '/views', view(`View ${n}`));
    const full = await ask(ada, 'POST', '/views', view('One more'));
    expect([full.status, full.body.code]).toEqual([409, 'too_many_views']);
    const large = view(
      'Large',
      Object.fromEntries([...'abcdefghij'].map((k) => [k, 'x'.repeat(199)])),
    );
    expect((await ask(can, 'POST', '/views', large)).status).toBe(422);
    expect((await ask(can, 'POST', '/views', { ...view('x'), resource: '../x' })).status).toBe(422);
  });

  it('switches keys off for its owner, and marks own notices as read', async () => {
    expect((await ask(ada, 'POST', '/keys', { on: false })).body.data!.desk.keys).toBe(false);
    expect((await deskOf(can)).keys).toBe(true);
    await send(ada, 'note', { text: '@Can Öz look' });
    const unread = async () =>
      (await deskOf(can)).notices.filter(({ readAt }) => readAt === null).map(({ id }) => id);
    const ids = await unread();
    expect(ids.length).toBeGreaterThan(0);
    await ask(ada, 'POST', '/notices', { ids });
    expect(await unread()).toEqual(ids);
    await ask(can, 'POST', '/notices', { ids });
    expect(await unread()).toEqual([]);
  });
});
