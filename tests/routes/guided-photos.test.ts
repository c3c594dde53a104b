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
