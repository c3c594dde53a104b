import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cancelLead } from '#modules/leads';
import { runJobs } from '#engine/testing';
import { newToken } from '#platform/base/ids';
import { signedInPatient, type SignedInPatient } from '../../modules/identity/testing';
import { acceptShownOffer } from '../../workflows/offers/offers';
import { sentOffer } from '../../workflows/offers/testing';
import { registry } from '../../workflows/registry';
import { signedInClinic, type SignedInClinic } from '../kit/clinics';
import { forgetLimits } from '../kit/identity';
import { startTestServer, type TestServer } from '../kit/http';
import { canary, requestWithPhotos, type ShownRequest } from '../kit/shown-photos';

let server: TestServer;
let clinic: SignedInClinic;
let request: ShownRequest;
let offerId: string;
beforeAll(async () => {
  server = await startTestServer();
  await forgetLimits(server);
  clinic = await signedInClinic(server.ctx(), { details: { clinicName: 'Companion Dental' } });
  request = await requestWithPhotos(server.ctx(), { photos: 2 });
  offerId = await sentOffer(clinic.ctx, request.leadId, { message: 'Write to us soon.' });
});
afterAll(() => server?.close());

interface Answer {
  readonly status: number;
  readonly body: { data: Record<string, unknown>; code?: string; message: string };
  readonly set: readonly string[];
}
async function call(cookie: string, method: string, path: string, body?: object): Promise<Answer> {
  const answer = await server.request(`/api${path}`, {
    method,
    headers: { Cookie: cookie, ...(body ? { 'Content-Type': 'application/json' } : {}) },
    body: body && JSON.stringify(body),
  });
  const set = answer.headers.getSetCookie();
  return { status: answer.status, body: (await answer.json()) as Answer['body'], set };
}
const asPatient = ({ token }: SignedInPatient) => `patient=${token}`;
const links = async (path: string, cookie = asPatient(request.patient)) =>
  (await call(cookie, 'GET', path)).body.data.links as Array<Record<string, unknown>>;

interface Link {
  readonly id: string;
  readonly address: string;
  readonly token: string;
}
async function made(
  path: string,
  choices: object,
  cookie = asPatient(request.patient),
): Promise<Link> {
  const { status, body } = await call(cookie, 'POST', path, choices);
  expect([status, body.code]).toEqual([201, undefined]);
  const { link, address } = body.data as { link: { _id: string }; address: string };
  return { id: link._id, address, token: address.split('#')[1]! };
}
const cookieOf = (set: readonly string[]): string =>
  set.find((line) => line.startsWith('companion='))!.split(';')[0]!;
const opened = async (token: string): Promise<string> =>
  cookieOf((await call('', 'POST', '/shared', { token })).set);

describe('the calls', () => {
  it('make, open, list and take back a link', async () => {
    const path = `/leads/${request.leadId}/companions`;
    const { id, address, token } = await made(path, { withPhotos: true, withNotes: true });
    expect(address).toBe(`${server.url}/shared#${token}`);
    expect(await links(path)).toMatchObject([{ _id: id, state: 'open', withPhotos: true }]);
    expect(JSON.stringify(await links(path))).not.toContain(token);

    const first = await call('', 'POST', '/shared', { token: address });
    expect(first.status).toBe(200);
    const [line] = first.set;
    expect(line).toMatch(/^companion=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/);
    const age = Number(/Max-Age=(\d+)/.exec(line!)![1]);
    expect(age).toBeGreaterThan(7 * 86_400 - 300);
    expect(age).toBeLessThanOrEqual(7 * 86_400);
    const cookie = cookieOf(first.set);

    const shown = await call(cookie, 'GET', '/shared');
    expect(shown.body.data).toMatchObject({
      ...{ kind: 'comparison', patient: canary.firstName, notesLeft: 20, deal: null },
      offers: [{ clinicName: 'Companion Dental', amountCents: 250_000, currency: 'USD' }],
    });
    expect((shown.body.data.photos as string[]).toSorted()).toEqual(request.photos.toSorted());
    const noted = { text: 'Ask about the hotel.', author: 'Ann' };
    expect((await call(cookie, 'POST', '/shared/notes', noted)).body.data).toEqual({
      notesLeft: 19,
    });
    const [link] = await links(path);
    expect(link).toMatchObject({ state: 'used', openedAt: expect.any(String) as string });
    const [note] = link!.notes as Array<Record<string, unknown>>;
    expect(note).toMatchObject(noted);

    const patient = asPatient(request.patient);
    const one = `/companions/${id}/notes/${String(note!._id)}`;
    expect((await call(patient, 'DELETE', one)).status).toBe(200);
    expect((await call(patient, 'DELETE', one)).status).toBe(404);
    expect((await call(patient, 'DELETE', `/companions/${id}`)).status).toBe(200);
    expect((await call(cookie, 'GET', '/shared')).body.code).toBe('link_gone');
    expect((await call(cookie, 'POST', '/shared/notes', noted)).body.code).toBe('link_gone');
  });

  it('answer every link that leads nowhere with the same words', async () => {
    const path = `/leads/${request.leadId}/companions`;
    const used = await made(path, {});
    await opened(used.token);
    const revoked = await made(path, {});
    await call(asPatient(request.patient), 'DELETE', `/companions/${revoked.id}`);
    const answers = await Promise.all(
      [used.token, revoked.token, newToken(), 'x'].map((token) =>
        call('', 'POST', '/shared', { token }),
      ),
    );
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 410, body: { code: 'link_gone' }, set: [] });
    for (const cookie of ['', `companion=${used.token}`, `companion=${newToken()}`])
      expect((await call(cookie, 'GET', '/shared')).status).toBe(410);
    await call(asPatient(request.patient), 'DELETE', `/companions/${used.id}`);
  });

  it('refuse everybody else: another patient, a clinic, the companion', async () => {
    const path = `/leads/${request.leadId}/companions`;
    const { id, token } = await made(path, { withNotes: true });
    const companion = await opened(token);
    const stranger = asPatient(await signedInPatient(server.ctx()));
    for (const [cookie, status] of [
      [stranger, 404],
      [companion, 401],
      [`clinic=${clinic.token}`, 401],
      ['', 401],
    ] as const) {
      expect((await call(cookie, 'GET', path)).status).toBe(status);
      expect((await call(cookie, 'POST', path, {})).status).toBe(status);
      expect((await call(cookie, 'DELETE', `/companions/${id}`)).status).toBe(status);
    }
    // What the patient may, whoever looks on may not.
    for (const other of [
      '/leads/me',
      `/offers?lead=${request.leadId}`,
      `/files/${request.photos[0]!}`,
    ])
      expect((await call(companion, 'GET', other)).status).toBe(401);
    expect((await call(asPatient(request.patient), 'GET', '/shared')).status).toBe(410);
    await call(asPatient(request.patient), 'DELETE', `/companions/${id}`);
  });

  it('take a note of 1 to 1,000 characters and a name of 40', async () => {
    const path = `/leads/${request.leadId}/companions`;
    const { id, token } = await made(path, { withNotes: true });
    const cookie = await opened(token);
    const write = async (text: unknown, author?: unknown) =>
      (await call(cookie, 'POST', '/shared/notes', { text, author })).status;
    expect(await write('')).toBe(422);
    expect(await write(' ')).toBe(422);
    expect(await write('a'.repeat(1_001))).toBe(422);
    expect(await write('a'.repeat(1_000), 'b'.repeat(41))).toBe(422);
    expect(await write('a'.repeat(1_000), 'b'.repeat(40))).toBe(201);
    expect(await write('b', '')).toBe(201);
    await call(asPatient(request.patient), 'DELETE', `/companions/${id}`);
  });
});

describe('a photo', () => {
  it('is shown to the browser that opened a link with photos, and to no other', async () => {
    const path = `/leads/${request.leadId}/companions`;
    const withPhotos = await made(path, { withPhotos: true });
    const without = await made(path, {});
    const see = async (cookie: string, id = request.photos[0]!) => {
      const answer = await server.request(`/api/shared/photos/${id}?size=thumb`, {
        headers: { Cookie: cookie },
      });
      await answer.arrayBuffer();
      return answer;
    };
    const cookie = await opened(withPhotos.token);
    const shown = await see(cookie);
    expect(shown.status).toBe(200);
    expect(shown.headers.get('Cache-Control')).toBe('no-store');
    expect(shown.headers.get('Content-Disposition')).not.toContain(canary.lastName);
    for (const other of ['', await opened(without.token), asPatient(request.patient)])
      expect((await see(other)).status).toBe(404);
    const others = await requestWithPhotos(server.ctx());
    expect((await see(cookie, others.photos[0])).status).toBe(404);
    for (const { id } of [withPhotos, without])
      await call(asPatient(request.patient), 'DELETE', `/companions/${id}`);
    expect((await see(cookie)).status).toBe(404);
  });
});

describe('the pages', () => {
  const open = async (cookie: string, path: string, form?: Record<string, string>) => {
    const answer = await server.request(path, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { Cookie: cookie, Accept: 'text/html', Origin: new URL(server.url).origin },
      body: form && new URLSearchParams(form),
    });
    return {
      status: answer.status,
      to: answer.headers.get('Location'),
      set: answer.headers.getSetCookie(),
      headers: answer.headers,
      html: await answer.text(),
    };
  };
  const addressIn = (html: string): string => /http[^"<]*\/shared#[\w-]{43}/.exec(html)![0];

  it('lead from the offers to a link, which is shown once, and to what a relative sees', async () => {
    const patient = asPatient(request.patient);
    const page = `/offers/${request.leadId}/companions`;
    expect((await open(patient, `/offers/${request.leadId}`)).html).toContain(`href="${page}"`);
    expect((await open(patient, page)).html).toContain('Also show my photos');
    const answered = await open(patient, page, { intent: 'share', withNotes: 'on' });
    expect(answered.status).toBe(200);
    const address = addressIn(answered.html);
    const again = await open(patient, page);
    expect(again.html).not.toContain(address.split('#')[1]);
    expect(again.html).toContain('Not opened yet');

    const door = await open('', '/shared');
    expect(door.html).toContain('Open Link');
    const wrong = await open('', '/shared', { intent: 'open', token: newToken() });
    expect([wrong.status, wrong.set]).toEqual([410, []]);
    expect(wrong.html).toContain('This link does not lead anywhere any more.');
    const entered = await open('', '/shared', { intent: 'open', token: ` ${address} ` });
    expect(entered.to).toBe('/shared/view');
    const cookie = cookieOf(entered.set);
    const view = await open(cookie, '/shared/view');
    expect(view.status).toBe(200);
    expect(view.html).toContain(`Offers for ${canary.firstName}`);
    expect(view.html).toContain('Companion Dental');
    for (const [name, value] of [
      ['Cache-Control', 'no-store'],
      ['Referrer-Policy', 'no-referrer'],
    ] as const)
      for (const answer of [door, view, entered]) expect(answer.headers.get(name)).toBe(value);
    for (const { html } of [door, view])
      expect(html).toContain('<meta name="robots" content="noindex"/>');
    const { phone } = request.patient;
    for (const hidden of [canary.lastName, phone, 'It hurts at night.', 'Write to us soon.'])
      expect(view.html).not.toContain(hidden);
    for (const act of ['/accept', '/decline', 'intent" value="ask', '/conversation/'])
      expect(view.html).not.toContain(act);
    expect(view.html).not.toContain('/api/shared/photos/');

    const tooLong = { intent: 'note', text: 'a'.repeat(1_001), author: 'Ann' };
    const refused = await open(cookie, '/shared/view', tooLong);
    expect([refused.status, refused.html.includes(tooLong.text)]).toEqual([422, true]);
    const sent = await open(cookie, '/shared/view', { intent: 'note', text: 'It looks fair.' });
    expect(sent.to).toBe('/shared/view?noted=1#notes');
    expect((await open(cookie, '/shared/view?noted=1')).html).toContain('Your note was sent.');
    await runJobs(server.services, registry);
    const read = await open(patient, page);
    expect(read.html).toContain('It looks fair.');
    expect(read.html).toContain('First opened:');
    expect((await open(patient, '/notifications')).html).toContain('wrote you a note');

    const shareId = /name="shareId" value="([^"]+)"/.exec(read.html)![1]!;
    expect((await open(patient, page, { intent: 'revoke', shareId })).to).toBe(page);
    const over = await open(cookie, '/shared/view');
    expect([over.status, over.html.includes('There is nothing to see here')]).toEqual([410, true]);
  });

  it('speak the language of the link', async () => {
    const { id, token } = await made(`/leads/${request.leadId}/companions`, {});
    const entered = await open('', '/tr/shared', { intent: 'open', token });
    expect(entered.to).toBe('/tr/shared/view');
    const view = await open(cookieOf(entered.set), '/tr/shared/view');
    expect(view.html).toContain(`Teklifler: ${canary.firstName}`);
    await call(asPatient(request.patient), 'DELETE', `/companions/${id}`);
  });

  it('take no fourth link, and none once it is over', async () => {
    const other = await requestWithPhotos(server.ctx(), { photos: 0 });
    const patient = asPatient(other.patient);
    const page = `/offers/${other.leadId}/companions`;
    expect((await open(patient, page)).html).not.toContain('Also show my photos');
    for (let n = 0; n < 3; n += 1) await open(patient, page, { intent: 'share' });
    expect((await open(patient, page)).html).toContain('You have 3 links that can be opened');
    const fourth = await open(patient, page, { intent: 'share' });
    expect([fourth.status, fourth.html.includes('/shared#')]).toEqual([409, false]);
    await cancelLead(other.patient.ctx, { leadId: other.leadId, reason: null });
    expect((await open(patient, page)).html).toContain('What it showed was over');
    expect((await open(patient, page, { intent: 'share' })).status).toBe(409);
  });

  it('show a deal without a word of how to reach anybody', async () => {
    const patient = asPatient(request.patient);
    await acceptShownOffer(request.patient.ctx, { offerId });
    const page = `/deal/${offerId}/companions`;
    expect((await open(patient, `/deal/${offerId}`)).html).toContain(`href="${page}"`);
    const address = addressIn((await open(patient, page, { intent: 'share' })).html);
    const entered = await open('', '/shared', { intent: 'open', token: address });
    const cookie = cookieOf(entered.set);
    const view = await open(cookie, '/shared/view');
    expect(view.html).toContain(`The treatment of ${canary.firstName}`);
    expect(view.html).toContain('Companion Dental');
    expect(view.html).toContain('$2,500');
    expect(view.html).not.toContain('Write to ');
    const { rows } = await server.services.database.pool.query<{
      phone: string;
      email: string;
      address: string;
    }>('select phone, email, address from clinic_onboarding.clinic where id = $1', [
      clinic.clinicId,
    ]);
    for (const hidden of [canary.lastName, request.patient.phone, ...Object.values(rows[0]!)])
      expect(view.html).not.toContain(hidden);
    const note = await open(cookie, '/shared/view', { intent: 'note', text: 'Not asked for.' });
    expect(note.status).toBe(404);
    const call = await server.request('/api/shared', { headers: { Cookie: cookie } });
    expect(((await call.json()) as { data: object }).data).toMatchObject({
      kind: 'deal',
      deal: { status: 'accepted', price: { amountCents: 250_000, currency: 'USD' } },
    });
  });

  it('are refused to every other person', async () => {
    const stranger = asPatient(await signedInPatient(server.ctx()));
    for (const page of [`/offers/${request.leadId}/companions`, `/deal/${offerId}/companions`]) {
      expect((await open(stranger, page)).status).toBe(404);
      expect((await open(stranger, page, { intent: 'share' })).status).toBe(404);
      expect((await open('', page)).to).toMatch(/^\/login\?redirectTo=/);
    }
  });
});
