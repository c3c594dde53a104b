import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withdrawableKinds } from '#contracts/identity';
import { cancelDeal } from '#modules/deals';
import { system } from '#platform/base/actor';
import { days, hours, type Duration } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import { syncQueues } from '#engine/operations';
import { runJobs } from '#engine/testing';
import { takeConsentBack } from '../../workflows/leaving/withdraw-consent';
import { registry } from '../../workflows/registry';
import { removeClosedCopies } from '../../workflows/retention/remove-closed-copies';
import { withoutBudgets } from '../../workflows/offers/testing';
import { advance, resetClock } from '../kit/clock';
import { dealIn, dealStates, patientsWords, tokensOf, type DealScene } from '../kit/ended-deal';
import { startTestServer, type TestServer } from '../kit/http';
import { forgetLimits } from '../kit/identity';
import { callAs, contentsOf, proveSession } from '../kit/leaving';
import { listenAt, openStreams } from '../kit/listen';
import { aboutPhotos, requestWithPhotos } from '../kit/shown-photos';

/** When a deal closes (decision 43): by each path of reading, with sessions, over the wire. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await syncQueues(server.services.database, registry);
});
beforeEach(async () => {
  await forgetLimits(server);
  await withoutBudgets(server);
});
afterEach(() => resetClock(server.services));
afterAll(async () => {
  for (const each of openStreams.splice(0)) each.abort();
  await server?.close();
});

type Tokens = Awaited<ReturnType<typeof tokensOf>>;
type Side = keyof Tokens;

async function ask(side: Side, tokens: Tokens, path: string, body?: object) {
  const answer = await server.request(path, {
    method: body ? 'POST' : 'GET',
    headers: {
      Cookie: `${side}=${tokens[side]}`,
      ...(body ? { 'Content-Type': 'application/json' } : {}),
      ...(path.startsWith('/api') ? {} : { Accept: 'text/html' }),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: answer.status, text: await answer.text() };
}

const { notes, history, allergies, age, message, file, time, surname } = patientsWords;

/** Where a clinic reads, and what of the patient stands there while the deal is open and goes on. */
const paths: Record<string, { at: (scene: DealScene) => string; has: readonly string[] }> = {
  'the page of the request': {
    at: ({ leadId }) => `/clinic/request/${leadId}`,
    has: [notes, history, allergies],
  },
  'the call of the request': {
    at: ({ leadId }) => `/api/clinic/leads/${leadId}`,
    has: [notes, history, allergies, age],
  },
  'the page of the conversation': {
    at: ({ offerId }) => `/clinic/conversation/${offerId}`,
    has: [message, file],
  },
  'the call of the conversation': {
    at: ({ offerId }) => `/api/conversations/${offerId}/messages`,
    has: [message, file],
  },
  'the page of the deal': { at: ({ offerId }) => `/clinic/deal/${offerId}`, has: [surname] },
  'the call of the deal': { at: ({ offerId }) => `/api/deals/${offerId}`, has: [surname] },
  'the list of won deals': { at: () => '/clinic/dashboard?tab=won', has: [] },
  'the calendar': { at: ({ offerId }) => `/api/deals/${offerId}/calendar.ics`, has: [] },
};
const sizes = ['thumb', 'medium', 'full'] as const;

const write = (side: Side, tokens: Tokens, { offerId }: DealScene, text = 'One more word') =>
  ask(side, tokens, `/api/conversations/${offerId}/messages`, { text });

/** Statuses of all that opens bytes and of writing, and the answers of all that shows words. */
async function lookAt(scene: DealScene, tokens: Tokens) {
  const bytes: Record<string, number> = {};
  for (const size of sizes) {
    const at = `/api/files/${scene.photo}?size=${size}`;
    bytes[`photo ${size}`] = (await ask('clinic', tokens, at)).status;
  }
  bytes.file = (await ask('clinic', tokens, `/api/files/${scene.files.patient}`)).status;
  const words: Record<string, { status: number; text: string }> = {};
  for (const [name, { at }] of Object.entries(paths))
    words[name] = await ask('clinic', tokens, at(scene));
  return { bytes, words };
}

const secretsOf = ({ patient }: DealScene) => [
  ...[notes, history, allergies, age, message, file, time, surname],
  ...[patient.phone, patient.phone.slice(2)],
];

async function expectOpen(scene: DealScene, { goesOn }: { goesOn: boolean }): Promise<void> {
  const tokens = await tokensOf(server, scene);
  const { bytes, words } = await lookAt(scene, tokens);
  expect(new Set(Object.values(bytes))).toEqual(new Set([200]));
  for (const [name, { has }] of Object.entries(paths))
    for (const word of has)
      if (goesOn || word !== surname) expect(words[name]!.text, name).toContain(word);
  for (const side of ['patient', 'clinic'] as const)
    expect((await write(side, tokens, scene)).status, side).toBe(201);
}

async function expectClosed(scene: DealScene): Promise<void> {
  const tokens = await tokensOf(server, scene);
  const { bytes, words } = await lookAt(scene, tokens);
  expect(new Set(Object.values(bytes))).toEqual(new Set([404]));
  for (const [name, { status, text }] of Object.entries(words)) {
    expect([200, 409], name).toContain(status);
    for (const secret of secretsOf(scene)) expect(text, name).not.toContain(secret);
  }
  for (const side of ['patient', 'clinic'] as const) {
    const refused = await write(side, tokens, scene);
    expect([refused.status, refused.text], side).toEqual([
      409,
      expect.stringContaining('conversation_closed'),
    ]);
  }
  // The clinic keeps its own words and files; the patient keeps all of it.
  const talk = `/api/conversations/${scene.offerId}/messages`;
  expect((await ask('clinic', tokens, talk)).text).toContain('Our own words');
  expect((await ask('clinic', tokens, `/api/files/${scene.files.clinic}`)).status).toBe(200);
  expect((await ask('patient', tokens, talk)).text).toContain(message);
  expect((await ask('patient', tokens, `/api/files/${scene.files.patient}`)).status).toBe(200);
  expect((await ask('patient', tokens, `/api/files/${scene.photo}?size=full`)).status).toBe(200);
}

// First of all: it does the jobs that wait, and every scene leaves some.
it('the archive of the clinic has no word of the patient once the deal is closed', async () => {
  const archiveOf = async (scene: DealScene) => {
    const { clinic: token } = await tokensOf(server, scene);
    await proveSession(server, token);
    const call = callAs(server, 'clinic', token);
    expect((await call('POST', '/account/export')).status).toBe(202);
    await runJobs(server.services, registry);
    const { rows } = await server.services.database.pool.query<{ id: string }>(
      `select id from leaving.archive where status = 'ready' and owner_id = $1`,
      [scene.clinic.clinicId],
    );
    const zip = await call('GET', `/account/export/${rows[0]!.id}`);
    const files = await contentsOf(Buffer.from(await zip.arrayBuffer()));
    return [...files.values()].join('\n');
  };
  const [open, closed] = [await dealIn(server, 'disputed'), await dealIn(server, 'disputed')];
  const whole = await archiveOf(open);
  for (const word of [message, time, 'whyqzx', 'Our own words']) expect(whole).toContain(word);
  await takeConsentBack(closed.patient.ctx, { kind: 'sharing-with-clinics' });
  const rest = await archiveOf(closed);
  for (const word of [...secretsOf(closed), 'whyqzx']) expect(rest).not.toContain(word);
  expect(rest).toContain('Our own words');
});

const ends: Array<[state: 'cancelled' | 'treated' | 'reviewed', open: Duration, closed: Duration]> =
  [
    ['cancelled', days(13), days(15)],
    ['treated', days(399), days(401)],
    ['reviewed', days(399), days(401)],
  ];

describe.each(ends)('a deal that is %s', (state, open, closed) => {
  it(`is open after ${open / days(1)} days and closed after ${closed / days(1)}`, async () => {
    const scene = await dealIn(server, state);
    await expectOpen(scene, { goesOn: state !== 'cancelled' });
    await advance(server.services, open);
    await expectOpen(scene, { goesOn: state !== 'cancelled' });
    await advance(server.services, (closed - open) as Duration);
    await expectClosed(scene);
  });
});

/** What a clinic may do with a deal rests on these; the others end what they are about alone. */
const closing = withdrawableKinds.filter((kind) => kind !== 'aftercare' && kind !== 'translation');

describe.each(dealStates)('a consent that is withdrawn while the deal is %s', (state) => {
  it('closes nothing where it was to be asked after the treatment alone', async () => {
    const scene = await dealIn(server, state);
    await takeConsentBack(scene.patient.ctx, { kind: 'aftercare' });
    await expectOpen(scene, { goesOn: state !== 'cancelled' });
  });

  it.each(closing)('closes it at once: %s', async (kind) => {
    const scene = await dealIn(server, state);
    await expectOpen(scene, { goesOn: state !== 'cancelled' });
    await takeConsentBack(scene.patient.ctx, { kind });
    await expectClosed(scene);
    // Nothing opens it again: neither another consent nor time.
    await takeConsentBack(scene.patient.ctx, { kind });
    await advance(server.services, hours(1));
    await expectClosed(scene);
  });
});

it('times are still agreed on after a withdrawal, without a word beside them', async () => {
  const scene = await dealIn(server, 'accepted');
  await takeConsentBack(scene.patient.ctx, { kind: 'health-data' });
  const tokens = await tokensOf(server, scene);
  const startsAt = new Date(Date.now() + 9 * 86_400_000).toISOString();
  const propose = (side: Side, body: object) =>
    ask(side, tokens, `/api/deals/${scene.offerId}/times`, { startsAt, ...body });
  for (const side of ['patient', 'clinic'] as const) {
    const refused = await propose(side, { note: 'Please call me.' });
    expect([refused.status, refused.text], side).toEqual([422, expect.stringContaining('closed')]);
  }
  expect((await propose('clinic', {})).status).toBe(201);
  const other = await dealIn(server, 'accepted');
  const stranger = await tokensOf(server, other);
  const strange = await ask('clinic', stranger, `/api/deals/${scene.offerId}/times`, {
    ...{ startsAt, note: 'Please call me.' },
  });
  expect(strange.status).toBe(404);
});

it('a patient who cancels and withdraws both consents is read by no clinic, and written to by none', async () => {
  const scene = await dealIn(server, 'accepted');
  const { patient, offerId } = scene;
  await cancelDeal(patient.ctx, { offerId, code: 'changed-mind', reason: 'whyqzx' });
  for (const kind of withdrawableKinds) await takeConsentBack(patient.ctx, { kind });
  await expectClosed(scene);
  const tokens = await tokensOf(server, scene);
  for (const { text } of Object.values((await lookAt(scene, tokens)).words))
    expect(text).not.toContain('whyqzx');
});

it('copies of photos of a closed deal go from the store, and others stay', async () => {
  const [closed, open] = [await dealIn(server, 'accepted'), await dealIn(server, 'accepted')];
  const { copiesOf } = aboutPhotos(server);
  for (const scene of [closed, open]) await lookAt(scene, await tokensOf(server, scene));
  const [gone] = await copiesOf(closed.request);
  expect(gone).toBeDefined();
  await takeConsentBack(closed.patient.ctx, { kind: 'health-data' });
  // In steps of one, so that the next begins where the one before ended.
  await removeClosedCopies(server.ctx(system('test')), 1);
  expect(await copiesOf(closed.request)).toEqual([]);
  expect(await copiesOf(open.request)).toHaveLength(1);
});

it('an open page of the clinic hears nothing more of the conversation, that of the patient does', async () => {
  const scene = await dealIn(server, 'accepted');
  const tokens = await tokensOf(server, scene);
  const clinic = await listenAt(server, tokens.clinic, undefined, { cookie: 'clinic' });
  const patient = await listenAt(server, tokens.patient);
  const own = (stream: typeof clinic) =>
    stream.told().filter(({ data }) => data?.offerId === scene.offerId).length;
  await write('clinic', tokens, scene);
  await expect.poll(() => [own(clinic), own(patient)]).toEqual([1, 1]);
  await takeConsentBack(scene.patient.ctx, { kind: 'health-data' });
  await write('patient', tokens, scene);
  await ask('patient', tokens, `/api/conversations/${scene.offerId}/read`, {});
  await expect.poll(() => own(patient)).toBe(2);
  expect(own(clinic)).toBe(1);
  const again = await listenAt(server, tokens.clinic, clinic.told().at(-1)!.id, {
    cookie: 'clinic',
  });
  expect(own(again)).toBe(0);
  expect(clinic.raw.join()).not.toContain('qzx');
});

it('gives nothing to what begins after a withdrawal, fifty at once', async () => {
  const scene = await dealIn(server, 'accepted');
  const tokens = await tokensOf(server, scene);
  const photo = () => ask('clinic', tokens, `/api/files/${scene.photo}?size=thumb`);
  const tries: Array<() => Promise<{ status: number; text: string }>> = [
    photo,
    () => write('clinic', tokens, scene, newId()),
    () => write('patient', tokens, scene, newId()),
    () => ask('clinic', tokens, `/api/clinic/leads/${scene.leadId}`),
    () => ask('clinic', tokens, `/api/files/${scene.files.patient}`),
  ];
  await photo();
  let committed = false;
  const withdraw = () => takeConsentBack(scene.patient.ctx, { kind: 'health-data' });
  const taken = new Promise((resolve) => setTimeout(resolve, 60)).then(withdraw).then(() => {
    committed = true;
  });
  const started = Array.from({ length: 50 }, async (_, n) => {
    if (n >= 25) await taken;
    else await new Promise((resolve) => setTimeout(resolve, n * 8));
    const late = committed;
    const { status, text } = await tries[n % tries.length]!();
    return { late, kind: n % tries.length, status, text };
  });
  const all = await Promise.all(started);
  const late = all.filter((one) => one.late);
  expect(late.length).toBeGreaterThanOrEqual(25);
  for (const { kind, status, text } of late) {
    expect(status).toBe([404, 409, 409, 200, 404][kind]);
    for (const secret of secretsOf(scene)) expect(text).not.toContain(secret);
  }
  expect(all.some(({ status }) => status === 201)).toBe(true);
});

it('a request that is sent after a withdrawal is open to the clinic as any other', async () => {
  const scene = await dealIn(server, 'accepted');
  await takeConsentBack(scene.patient.ctx, { kind: 'health-data' });
  const anew = await requestWithPhotos(server.ctx(), { patient: { phone: scene.patient.phone } });
  const { clinic: token } = await tokensOf(server, scene);
  const { open, statusOf } = aboutPhotos(server);
  expect(await statusOf(open(anew.photos[0]!, { token }))).toBe(200);
  expect(await statusOf(open(scene.photo, { token }))).toBe(404);
});
