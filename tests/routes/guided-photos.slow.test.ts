import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DraftDto } from '#contracts/consultation';
import type { LeadDetail } from '#contracts/exchange';
import { personData } from '../../modules/consultation/privacy.server';
import { jpegPhoto } from '../../modules/consultation/testing';
import { signedInPatient } from '../../modules/identity/testing';
import { someFields } from '../../modules/leads/testing';
import { submitRequest } from '../../workflows/submit-request';
import { approveLead } from '#modules/leads';
import { withTransaction } from '#engine';
import { system } from '#platform/base/actor';
import { newId } from '#platform/base/ids';
import { actAs } from '#platform/context';
import { signedInClinic, type SignedInClinic } from '../kit/clinics';
import { startTestServer, type TestServer } from '../kit/http';
import { browserOf, newPatientAt, photoForm, type Send } from '../kit/patient-browser';
import { aboutPhotos } from '../kit/shown-photos';
import { sentOffer } from '../../workflows/offers/testing';
import type { MessageDto } from '#contracts/messaging';

let server: TestServer;
let clinic: SignedInClinic;
beforeAll(async () => {
  server = await startTestServer();
  clinic = await signedInClinic(server.ctx());
});
afterAll(() => server?.close());

async function upload(send: Send, query: string, seed = 1): Promise<string> {
  const answer = await send(`/api/photos${query}`, photoForm(await jpegPhoto(seed)));
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { data: { id: string } }).data.id;
}

const noReach = { closedAmong: async () => new Set<string>() };

const draftOf = async (send: Send): Promise<DraftDto> =>
  ((await (await send('/api/drafts/me')).json()) as { data: { draft: DraftDto } }).data.draft;

describe('a photo that is sent for a view', () => {
  it('keeps the view and what was measured of it', async () => {
    const send = await newPatientAt(server);
    const id = await upload(send, '?draft=true&slot=teeth-upper');
    const [photo] = (await draftOf(send)).photos;
    expect(photo).toMatchObject({ id, slot: 'teeth-upper' });
    expect(photo!.score!.sharpness).toBeGreaterThanOrEqual(0);
    expect(photo!.score!.light).toBeGreaterThan(0);
  });

  it('has no view without one, and shows the one that it is sent for again', async () => {
    const send = await newPatientAt(server);
    const id = await upload(send, '?draft=true');
    expect((await draftOf(send)).photos).toMatchObject([{ id, slot: null }]);
    expect(await upload(send, '?draft=true&slot=teeth-lower')).toBe(id);
    expect((await draftOf(send)).photos).toMatchObject([{ id, slot: 'teeth-lower' }]);
    expect(await upload(send, '?draft=true')).toBe(id);
    expect((await draftOf(send)).photos).toMatchObject([{ id, slot: 'teeth-lower' }]);
  });

  it('is refused in words for a view that there is not', async () => {
    const send = await newPatientAt(server);
    const answer = await send('/api/photos?slot=elbow', photoForm(await jpegPhoto()));
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({
      success: false,
      code: 'validation_failed',
      errors: { slot: ['This view is not known here'] },
    });
    expect(await draftOf(send)).toBeNull();
  });

  it('goes into the export of its patient', async () => {
    const { ctx, ...patient } = await signedInPatient(server.ctx());
    await upload(browserOf(server, { ctx, ...patient }), '?draft=true&slot=teeth-left');
    const rows: unknown[] = [];
    const person = { kind: 'patient', id: ctx.actor.id } as const;
    for await (const part of personData.exportOf(ctx, person, noReach))
      if (part.kind === 'rows' && part.path.includes('photos'))
        for await (const row of part.rows) rows.push(row);
    expect(rows).toMatchObject([
      { slot: 'teeth-left', sharpness: expect.any(Number), light: expect.any(Number) },
    ]);
  });
});

/** A published request for teeth in Istanbul, with a photo in each of these slots. */
async function requestWith(slots: readonly string[]) {
  const patient = await signedInPatient(server.ctx());
  const send = browserOf(server, patient);
  const photos: string[] = [];
  for (const [n, slot] of slots.entries()) photos.push(await upload(send, `?slot=${slot}`, n + 1));
  const leadId = newId();
  await withTransaction(patient.ctx, (tx) =>
    submitRequest(tx, { from: 'fields', leadId, fields: someFields({ photos }) }),
  );
  await approveLead(actAs(server.ctx(), system('test')), { leadId });
  return { patient, leadId, photos };
}

const asClinic = async (leadId: string): Promise<LeadDetail> => {
  const answer = await server.request(`/api/clinic/leads/${leadId}`, {
    headers: { Cookie: `clinic=${clinic.token}` },
  });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { data: { lead: LeadDetail } }).data.lead;
};

describe('a clinic', () => {
  it('sees which views there are and which are missing', async () => {
    const { leadId, photos } = await requestWith(['teeth-front', 'teeth-upper', 'hair-top']);
    const lead = await asClinic(leadId);
    expect(lead.photos).toEqual(photos);
    expect(lead.views).toEqual([
      { slot: 'teeth-front', photoId: photos[0] },
      { slot: 'teeth-left', photoId: null },
      { slot: 'teeth-right', photoId: null },
      { slot: 'teeth-upper', photoId: photos[1] },
      { slot: 'teeth-lower', photoId: null },
    ]);
  });

  it('sees all of them missing without photos, and none once the patient took the photos away', async () => {
    const bare = await requestWith([]);
    expect((await asClinic(bare.leadId)).views.map(({ photoId }) => photoId)).toEqual(
      Array.from({ length: 5 }, () => null),
    );
    const hidden = await requestWith(['teeth-front']);
    await aboutPhotos(server).setSight(hidden, { clinicId: clinic.ctx.actor.id, allowed: false });
    const lead = await asClinic(hidden.leadId);
    expect([lead.photos, lead.views]).toEqual([[], []]);
  });
});

const json = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

/** The clinic's browser, or that of another one. */
const clinicSends =
  ({ token }: Pick<SignedInClinic, 'token'> = clinic): Send =>
  (path, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set('Cookie', `clinic=${token}`);
    return server.request(path, { ...init, headers });
  };

interface Said {
  readonly status: number;
  readonly message?: MessageDto;
  readonly errors?: Record<string, string[]>;
}

async function said(answer: Promise<Response>): Promise<Said> {
  const got = await answer;
  const { data, errors } = (await got.json()) as { data?: { message: MessageDto } } & Said;
  return { status: got.status, message: data?.message, errors };
}

const ask = (offerId: string, slot: string, by: Send = clinicSends()): Promise<Said> =>
  said(by(`/api/conversations/${offerId}/asked-views`, json({ slot })));
const add = (offerId: string, photo: string, by: Send): Promise<Said> =>
  said(by(`/api/conversations/${offerId}/added-views`, json({ photo })));

const messagesOf = async (offerId: string, by: Send): Promise<MessageDto[]> =>
  (
    (await (await by(`/api/conversations/${offerId}/messages`)).json()) as {
      data: { messages: MessageDto[] };
    }
  ).data.messages;

/** A request with one view, and the clinic's live offer for it. */
async function offered() {
  const request = await requestWith(['teeth-front']);
  const offerId = await sentOffer(clinic.ctx, request.leadId);
  return { ...request, offerId, send: browserOf(server, request.patient) };
}

describe('a view that a clinic asks for', () => {
  it('is asked for once, however often and by however many clicks', async () => {
    const { offerId, send } = await offered();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => ask(offerId, 'teeth-upper')),
    );
    const ids = new Set(answers.map(({ message }) => message?._id));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(ids.size).toBe(1);
    expect(await messagesOf(offerId, send)).toMatchObject([
      { from: 'clinic', text: '', slot: 'teeth-upper', masked: [] },
    ]);
  });

  it('is answered by a photo in its slot, which every clinic that sees the request sees', async () => {
    const { offerId, leadId, send, photos } = await offered();
    await ask(offerId, 'teeth-upper');
    const id = await upload(send, '?slot=teeth-upper', 7);
    expect((await add(offerId, id, send)).message).toMatchObject({
      from: 'patient',
      slot: 'teeth-upper',
    });
    const lead = await asClinic(leadId);
    expect(lead.photos).toEqual([...photos, id]);
    expect(lead.views.find(({ slot }) => slot === 'teeth-upper')?.photoId).toBe(id);
    expect((await ask(offerId, 'teeth-upper')).errors).toEqual({
      slot: ['There is a photo of this view already'],
    });
    expect((await add(offerId, id, send)).errors).toEqual({
      photo: ['A photo is unknown or used already'],
    });
    expect(await messagesOf(offerId, send)).toHaveLength(2);
  });

  it('is one of the request, and its photo one of the patient with a view', async () => {
    const { offerId, send } = await offered();
    expect((await ask(offerId, 'hair-top')).errors).toEqual({
      slot: ['This view is not known here'],
    });
    expect((await ask(offerId, 'elbow')).status).toBe(422);
    const plain = await upload(send, '', 8);
    expect((await add(offerId, plain, send)).errors).toEqual({
      photo: ['This photo was sent without a view'],
    });
    const theirs = await upload(await newPatientAt(server), '?slot=teeth-left', 9);
    expect((await add(offerId, theirs, send)).errors).toEqual({
      photo: ['A photo is unknown or used already'],
    });
    expect(await messagesOf(offerId, send)).toEqual([]);
  });

  it('is a matter of the two alone', async () => {
    const { offerId, send } = await offered();
    const other = clinicSends(await signedInClinic(server.ctx()));
    const stranger = await newPatientAt(server);
    expect((await ask(offerId, 'teeth-upper', other)).status).toBe(404);
    expect((await ask(offerId, 'teeth-upper', send)).status).toBe(401);
    const id = await upload(stranger, '?slot=teeth-upper', 10);
    expect((await add(offerId, id, stranger)).status).toBe(404);
    const page = `/conversation/${offerId}/view?slot=teeth-upper`;
    expect((await stranger(page)).status).toBe(404);
    expect((await send(`/conversation/${offerId}/view?slot=elbow`)).status).toBe(404);
  });

  it('is asked for and answered by forms alone', async () => {
    const { offerId, leadId, send } = await offered();
    const tap = await clinicSends()(`/clinic/conversation/${offerId}`, {
      method: 'POST',
      body: new URLSearchParams({ intent: 'ask-view', slot: 'teeth-lower' }),
    });
    expect(tap.headers.get('Location')).toBe(`/clinic/conversation/${offerId}`);
    const conversation = await (await send(`/conversation/${offerId}`)).text();
    expect(conversation).toContain('Could you add one more photo, please? View: Lower teeth');
    const at = `/conversation/${offerId}/view?slot=teeth-lower`;
    expect(conversation).toContain(`href="${at}"`);
    expect(await (await send(at)).text()).toContain('Add a photo: Lower teeth');
    const refused = await send(at, photoForm(Buffer.from('no photo')));
    expect(refused.status).toBe(415);
    const sent = await send(at, photoForm(await jpegPhoto(11)));
    expect(sent.headers.get('Location')).toBe(`/conversation/${offerId}`);
    const views = (await asClinic(leadId)).views;
    expect(views.find(({ slot }) => slot === 'teeth-lower')?.photoId).not.toBeNull();
    expect(await (await send(`/conversation/${offerId}`)).text()).not.toContain(`href="${at}"`);
  });
});
