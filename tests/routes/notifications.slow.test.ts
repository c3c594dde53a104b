import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noticesCall, preferencesCall, unreadCap } from '#contracts/notifications';
import { offerEvents } from '#contracts/offers';
import { postNotice } from '#modules/notifications';
import { withTransaction } from '#engine';
import { seconds } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import { signedInPatient, type SignedInPatient } from '../../modules/identity/testing';
import { submitted } from '../../modules/leads/testing';
import { advance } from '../kit/clock';
import { signedInClinic, type SignedInClinic } from '../kit/clinics';
import { startTestServer, type TestServer } from '../kit/http';
import { forgetLimits } from '../kit/identity';
import { countRoundTrips } from '../kit/round-trips';

let server: TestServer;
let patient: SignedInPatient;
let clinic: SignedInClinic;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());
beforeEach(async () => {
  await forgetLimits(server);
  patient = await signedInPatient(server.ctx());
  clinic = await signedInClinic(server.ctx(), { details: { clinicName: 'Galata Dental' } });
});

const ask = (cookie: string, path: string, init: RequestInit & { json?: unknown } = {}) => {
  const { json, ...rest } = init;
  const headers = new Headers({ Cookie: cookie });
  if (json !== undefined) headers.set('Content-Type', 'application/json');
  return server.request(path, {
    ...rest,
    headers,
    ...(json ? { body: JSON.stringify(json) } : {}),
  });
};
const asPatient = () => `patient=${patient.token}`;
const asClinic = () => `clinic=${clinic.token}`;
const both = () => `${asPatient()}; ${asClinic()}`;

const list = async (cookie: string, query = '') => {
  const answer = await ask(cookie, `/api/notifications${query}`);
  expect(answer.status).toBe(200);
  return noticesCall.data.parse(((await answer.json()) as { data: unknown }).data);
};
const read = (cookie: string, json: unknown, query = '') =>
  ask(cookie, `/api/notifications/read${query}`, { method: 'POST', json });

/** Tells the patient of an offer, or the clinic of the end of its own. */
async function told(whom: 'patient' | 'clinic' = 'patient', times = 1, leadId = newId()) {
  const facts = { offerId: newId(), leadId };
  const reader = { type: whom, id: whom === 'patient' ? patient.ctx.actor.id : clinic.clinicId };
  for (let n = 0; n < times; n += 1)
    await withTransaction(server.ctx(), (tx) =>
      postNotice(tx, {
        kind: whom === 'patient' ? 'offers.made' : 'offers.not-chosen',
        topic: 'offers',
        reader,
        eventId: newId(),
        params: whom === 'patient' ? { ...facts, clinicId: clinic.clinicId } : facts,
      }),
    );
  return facts;
}

describe('GET /notifications', () => {
  it('tells in words what rows hold as ids, with the page it is about', async () => {
    const { _id: leadId } = await submitted(patient.ctx);
    const { offerId } = await told('patient', 1, leadId);
    const { notifications, unread, capped } = await list(asPatient());
    expect(notifications).toMatchObject([
      {
        kind: 'offers.made',
        text: 'Galata Dental made you an offer on your request for Root Canal.',
        href: `/offer/${offerId}`,
        readAt: null,
      },
    ]);
    expect({ unread, capped }).toEqual({ unread: 1, capped: [] });
    const { rows } = await server.services.database.pool.query<object>(
      'select * from notifications.notice where reader_id = $1',
      [patient.ctx.actor.id],
    );
    expect(JSON.stringify(rows)).not.toMatch(/Galata|Root|offer on/);
  });

  it('has words for what is gone, and for a kind of a newer release', async () => {
    await told();
    await withTransaction(server.ctx(), (tx) =>
      postNotice(tx, {
        kind: 'offers.of-tomorrow',
        topic: 'offers',
        reader: { type: 'patient', id: patient.ctx.actor.id },
        eventId: newId(),
      }),
    );
    const { notifications } = await list(asPatient());
    expect(notifications.map(({ text, href }) => `${text} ${href.split('/')[1]}`)).toEqual([
      'There is news in your account. my-offers',
      'Galata Dental made you an offer on your request. offer',
    ]);
  });

  it('shows each only their own, newest first, 20 a page', async () => {
    await told('patient', 23);
    await told('clinic', 2);
    const first = await list(asPatient());
    expect(first.notifications).toHaveLength(20);
    const second = await list(asPatient(), `?cursor=${first.nextCursor}`);
    expect(second.notifications).toHaveLength(3);
    expect(second.nextCursor).toBeNull();
    const all = [...first.notifications, ...second.notifications];
    const times = all.map(({ createdAt }) => createdAt);
    expect(times).toEqual([...times].sort().reverse());
    expect(new Set(all.map(({ _id }) => _id)).size).toBe(23);
    const stranger = await signedInPatient(server.ctx());
    expect((await list(`patient=${stranger.token}`)).notifications).toEqual([]);
    expect((await list(asClinic())).notifications.map(({ kind }) => kind)).toEqual([
      'offers.not-chosen',
      'offers.not-chosen',
    ]);
  });

  it('asks who is meant where both are signed in, and answers as the one that is named', async () => {
    await told('patient', 2);
    await told('clinic', 1);
    for (const [method, path, json] of [
      ['GET', '/api/notifications'],
      ['POST', '/api/notifications/read', {}],
      ['GET', '/api/notification-preferences'],
      ['PUT', '/api/notification-preferences', { preferences: [] }],
    ] as const) {
      const answer = await ask(both(), path, { method, json });
      expect(answer.status, path).toBe(409);
      expect(await answer.json()).toMatchObject({ success: false, code: 'which_session' });
    }
    expect((await list(both(), '?as=patient')).unread).toBe(2);
    expect((await list(both(), '?as=clinic')).unread).toBe(1);
    expect((await ask(asPatient(), '/api/notifications?as=clinic')).status).toBe(401);
    expect((await list(asPatient())).unread).toBe(2);
  });

  it('counts what is unread up to a cap', async () => {
    await told('patient', unreadCap - 1);
    expect(await list(asPatient())).toMatchObject({ unread: unreadCap - 1, capped: [] });
    await told('patient', 2);
    expect(await list(asPatient())).toMatchObject({ unread: unreadCap, capped: ['unread'] });
  });
});

describe('POST /notifications/read', () => {
  it('reads the named ones, those until a moment, or all', async () => {
    // What comes within one millisecond is read together: an answer says no finer instant.
    for (let n = 0; n < 3; n += 1) {
      await told('patient');
      await advance(server.services, seconds(1));
    }
    const { notifications } = await list(asPatient());
    const answer = await read(asPatient(), { ids: [notifications[0]!._id] });
    expect(await answer.json()).toMatchObject({ data: { unread: 2, capped: [] } });
    await read(asPatient(), { upTo: notifications[2]!.createdAt });
    expect((await list(asPatient())).unread).toBe(1);
    await read(asPatient(), {});
    expect((await list(asPatient())).unread).toBe(0);
  });

  it('passes over what belongs to somebody else as over what is not there', async () => {
    await told('patient');
    const [own] = (await list(asPatient())).notifications;
    const stranger = await signedInPatient(server.ctx());
    const answers = await Promise.all(
      [own!._id, newId(), 'x'].map(async (id) => {
        const answer = await read(`patient=${stranger.token}`, { ids: [id] });
        return [answer.status, await answer.text()];
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toEqual(answers[2]);
    expect((await read(asClinic(), { ids: [own!._id] })).status).toBe(200);
    expect((await list(asPatient())).unread).toBe(1);
  });
});

describe('/notification-preferences', () => {
  const preferences = async (cookie: string) => {
    const answer = await ask(cookie, '/api/notification-preferences');
    return preferencesCall.data.parse(((await answer.json()) as { data: unknown }).data)
      .preferences;
  };
  const put = (cookie: string, wishes: unknown) =>
    ask(cookie, '/api/notification-preferences', {
      method: 'PUT',
      json: { preferences: wishes },
    });

  it('are all on until somebody says otherwise, and keep what is left out', async () => {
    const before = await preferences(asPatient());
    expect(before.every(({ email, product }) => email && product)).toBe(true);
    expect(before.filter(({ locked }) => locked).map(({ kind }) => kind)).toEqual(['account']);
    const wish = { kind: 'offers', email: false, product: false };
    expect((await put(asPatient(), [wish])).status).toBe(200);
    await put(asPatient(), [{ kind: 'messages', email: true, product: false }]);
    const after = await preferences(asPatient());
    expect(after.find(({ kind }) => kind === 'offers')).toEqual({
      ...wish,
      push: true,
      sms: false,
      locked: false,
    });
    expect(after.filter((each) => !each.email || !each.product)).toHaveLength(2);
    expect((await preferences(asClinic())).every(({ email }) => email)).toBe(true);
    // What was answered can be sent back as it is.
    expect((await put(asPatient(), after)).status).toBe(200);
  });

  it('cannot switch off what must be told, and say so', async () => {
    for (const kind of ['account', 'application']) {
      const answer = await put(asClinic(), [{ kind, email: false, product: true }]);
      expect(answer.status).toBe(422);
      const { errors } = (await answer.json()) as { errors: Record<string, string[]> };
      expect(errors.preferences![0]).toMatch(/cannot be switched off/);
    }
    expect(
      (await put(asPatient(), [{ kind: 'application', email: true, product: true }])).status,
    ).toBe(422);
    const twice = { kind: 'offers', email: true, product: true };
    expect((await put(asPatient(), [twice, twice])).status).toBe(422);
    expect((await preferences(asClinic())).every(({ email }) => email)).toBe(true);
  });

  it('have quiet hours of whoever asks, which stay as they are where nothing is said of them', async () => {
    const quiet = async (cookie: string) => {
      const answer = await ask(cookie, '/api/notification-preferences');
      return preferencesCall.data.parse(((await answer.json()) as { data: unknown }).data)
        .quietHours;
    };
    const putQuiet = (quietHours: unknown) =>
      ask(asPatient(), '/api/notification-preferences', {
        method: 'PUT',
        json: { preferences: [{ kind: 'offers', email: true, product: true }], quietHours },
      });
    const night = { from: '22:00', to: '07:30', zone: 'Europe/Istanbul' };
    expect(await quiet(asPatient())).toBeNull();
    expect((await putQuiet(night)).status).toBe(200);
    expect((await putQuiet(undefined)).status).toBe(200);
    expect(await quiet(asPatient())).toEqual(night);
    expect(await quiet(asClinic())).toBeNull();
    for (const wrong of [
      { ...night, from: '24:00' },
      { ...night, to: '22:00' },
      { ...night, zone: 'Mars/Olympus' },
      { ...night, from: "22:00'; --" },
    ])
      expect((await putQuiet(wrong)).status).toBe(422);
    expect(await quiet(asPatient())).toEqual(night);
    expect((await putQuiet(null)).status).toBe(200);
    expect(await quiet(asPatient())).toBeNull();
  });

  it('keep out of the product what was switched off there', async () => {
    await put(asPatient(), [{ kind: 'offers', email: true, product: false }]);
    await told();
    expect((await list(asPatient())).notifications).toEqual([]);
  });
});

describe('the pages', () => {
  const pages = { patient: '/notifications', clinic: '/clinic/notifications' } as const;

  it.each(['patient', 'clinic'] as const)('of a %s show and mark without a script', async (who) => {
    await told(who, 2);
    const cookie = who === 'patient' ? asPatient() : asClinic();
    const shown = await (await ask(cookie, pages[who])).text();
    expect(shown.match(/Mark as read/g)!.length).toBeGreaterThanOrEqual(2);
    expect(shown).toContain('Notifications, 2 unread');
    const { _id } = (await list(cookie)).notifications[0]!;
    const post = (form: Record<string, string>) =>
      ask(cookie, `${pages[who]}?index`, { method: 'POST', body: new URLSearchParams(form) });
    expect((await post({ intent: 'read', id: _id })).status).toBe(302);
    expect((await list(cookie)).unread).toBe(1);
    await post({ intent: 'read' });
    expect((await list(cookie)).unread).toBe(0);
  });

  it('take a choice without a script: boxes that are not ticked are off', async () => {
    const form = new URLSearchParams([
      ['intent', 'save'],
      ['email', 'requests'],
      ['product', 'requests'],
      ['product', 'offers'],
      ['push', 'offers'],
      ['sms', 'offers'],
    ]);
    const answer = await ask(asPatient(), '/notifications/preferences', {
      method: 'POST',
      body: form,
    });
    expect(answer.headers.get('Location')).toBe('/notifications/preferences?saved');
    const page = await (await ask(asPatient(), '/notifications/preferences?saved')).text();
    expect(page.match(/checked=""/g)).toHaveLength(5);
    expect(page).toContain('By text message, when an offer ends in two hours');
    expect(page).toContain('This cannot be switched off');
    expect(page).toContain('Notifying this browser needs JavaScript');
  });

  it('take quiet hours without a script, say what is wrong with them, and end them', async () => {
    const page = '/clinic/notifications/preferences';
    const post = async (form: Record<string, string>) => {
      const answer = await ask(asClinic(), page, {
        method: 'POST',
        body: new URLSearchParams(form),
      });
      return { status: answer.status, text: await answer.text() };
    };
    const night = { intent: 'quiet', from: '23:00', to: '06:00', zone: 'Europe/Istanbul' };
    const wrong = await post({ ...night, to: '23:00', zone: '' });
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain('Choose a time zone.');
    expect(wrong.text).toContain('value="23:00"');
    expect((await post(night)).status).toBe(302);
    expect(await (await ask(asClinic(), page)).text()).toContain(
      'Quiet from 23:00 to 06:00 (Europe/Istanbul).',
    );
    expect((await post({ intent: 'never-quiet' })).status).toBe(302);
    expect(await (await ask(asClinic(), page)).text()).toContain('show news at any time');
  });

  it('cost one statement for the header, whoever looks', async () => {
    await told('patient', 3);
    for (const cookie of [asPatient(), both()]) {
      await ask(cookie, '/how-it-works');
      const { statements } = await countRoundTrips(() => ask(cookie, '/how-it-works'));
      const ofNotices = statements.filter((text) => text.includes('notifications.'));
      expect(ofNotices).toHaveLength(1);
    }
    const { statements } = await countRoundTrips(() => server.request('/how-it-works'));
    expect(statements.filter((text) => text.includes('notifications.'))).toEqual([]);
  });
});

it('every fact of an offer has somebody who is told of it', async () => {
  const { registry } = await import('../../workflows/registry');
  const heard = new Set(registry.subscriptions.map(({ on }) => on));
  const silent = Object.keys(offerEvents).filter((fact) => !heard.has(fact));
  // That the patient wrote is told by the message itself.
  expect(silent).toEqual(['offers.answered']);
});
