import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cancelLead } from '#modules/leads';
import { acceptOffer, withdrawOffer } from '#modules/offers';
import { newId } from '#platform/ids';
import { syncQueues } from '#platform/jobs';
import { runJobs } from '#platform/jobs/testing';
import { sentOffer } from '../../workflows/offers/testing';
import { registry } from '../../workflows/registry';
import { auditOf } from '../kit/audit';
import { signedInClinic, type SignedInClinic } from '../kit/clinics';
import { startTestServer, type TestServer } from '../kit/http';
import { browserOf, form, locationOf } from '../kit/patient-browser';
import { countRoundTrips } from '../kit/round-trips';
import { canary, requestWithPhotos, type ShownRequest } from '../kit/shown-photos';

let server: TestServer;
let clinic: SignedInClinic;
beforeAll(async () => {
  server = await startTestServer();
  await syncQueues(server.services.database, registry);
  clinic = await signedInClinic(server.ctx());
});
afterAll(() => server?.close());

const shown = (more: Parameters<typeof requestWithPhotos>[1] = {}) =>
  requestWithPhotos(server.ctx(), more);
const open = (id: string, as: Pick<SignedInClinic, 'token'> = clinic, size = 'thumb') =>
  server.request(`/api/files/${id}?size=${size}`, { headers: { Cookie: `clinic=${as.token}` } });
/** Reads the bytes, so that nothing of it goes on. */
const statusOf = async (answer: Promise<Response>): Promise<number> => {
  const got = await answer;
  await got.arrayBuffer();
  return got.status;
};

interface Views {
  views: Array<{
    clinic: { _id: string; clinicName: string };
    photoId: string;
    times: number;
    lastAt: string;
  }>;
  withdrawn: Array<{ clinic: { _id: string; clinicName: string }; at: string }>;
}
const viewsOf = async ({ patient, leadId }: ShownRequest): Promise<Views> => {
  const answer = await browserOf(server, patient)(`/api/leads/${leadId}/photo-views`);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { data: Views }).data;
};
const setSight = async (
  { patient, leadId }: Pick<ShownRequest, 'patient' | 'leadId'>,
  body: object,
): Promise<{ status: number; data?: Views }> => {
  const answer = await browserOf(server, patient)(`/api/leads/${leadId}/photo-sight`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, ...((await answer.json()) as { data?: Views }) };
};
const copiesOf = async ({ leadId }: ShownRequest): Promise<string[]> => {
  const { rows } = await server.services.database.pool.query<{ storage_key: string }>(
    'select storage_key from consultation.photo_copy where lead_id = $1',
    [leadId],
  );
  return rows.map((row) => row.storage_key);
};

describe('a photo of a published request', () => {
  it('is seen by a clinic that matches, in every size, as its own marked copy', async () => {
    const request = await shown();
    const [id] = request.photos;
    const own = browserOf(server, request.patient);
    for (const size of ['thumb', 'medium', 'full']) {
      const answer = await open(id!, clinic, size);
      expect(answer.status).toBe(200);
      const copy = Buffer.from(await answer.arrayBuffer());
      const original = Buffer.from(
        await (await own(`/api/files/${id}?size=${size}`)).arrayBuffer(),
      );
      const [a, b] = [await sharp(copy).metadata(), await sharp(original).metadata()];
      expect([a.format, a.width, a.height]).toEqual(['jpeg', b.width, b.height]);
      const [drawn, plain] = await Promise.all(
        [copy, original].map((one) => sharp(one).raw().toBuffer()),
      );
      const far = drawn!.filter((value, n) => Math.abs(value - plain![n]!) > 40).length;
      expect(far / plain!.length).toBeGreaterThan(0.01);
      expect(answer.headers.get('Content-Disposition')).toBe('inline; filename=photo.jpg');
      expect(answer.headers.get('Cache-Control')).toBe('no-store');
    }
    expect(await copiesOf(request)).toHaveLength(1);
  });

  it('says nothing of its patient to the clinic', async () => {
    const request = await shown();
    const answer = await open(request.photos[0]!, clinic, 'full');
    const bytes = Buffer.from(await answer.arrayBuffer()).toString('latin1');
    const { exif, xmp, iptc } = await sharp(Buffer.from(bytes, 'latin1')).metadata();
    expect([exif, xmp, iptc]).toEqual([undefined, undefined, undefined]);
    const all = [bytes, ...[...answer.headers].flat()].join('\n');
    for (const word of [
      ...Object.values(canary),
      request.patient.phone,
      request.patient.ctx.actor.id,
    ])
      expect(all).not.toContain(word);
  });

  it('is not there for anybody else', async () => {
    const request = await shown();
    const [id] = request.photos;
    const another = (details: object) => signedInClinic(server.ctx(), { details });
    const strangers = {
      specialty: await another({ specialties: ['Hair Transplant'] }),
      city: await another({ city: 'Ankara' }),
      pending: await signedInClinic(server.ctx(), { state: 'pending' }),
      rejected: await signedInClinic(server.ctx(), { state: 'rejected' }),
      suspended: await signedInClinic(server.ctx(), { state: 'suspended' }),
    };
    for (const [who, one] of Object.entries(strangers)) {
      const [real, none] = [await open(id!, one), await open(newId(), one)];
      expect([who, real.status]).toEqual([who, 404]);
      expect(await real.json()).toEqual(await none.json());
    }
    const patient = await shown();
    expect((await browserOf(server, patient.patient)(`/api/files/${id}`)).status).toBe(404);
    expect((await viewsOf(request)).views).toEqual([]);
    expect(await copiesOf(request)).toEqual([]);
  });

  it('is not there before it is published, nor after it is over, nor in no request', async () => {
    const held = await shown({ published: false });
    expect(await statusOf(open(held.photos[0]!))).toBe(404);
    const request = await shown();
    expect(await statusOf(open(request.photos[0]!))).toBe(200);
    await cancelLead(request.patient.ctx, { leadId: request.leadId, reason: null });
    expect(await statusOf(open(request.photos[0]!))).toBe(404);
    expect((await viewsOf(request)).views).toMatchObject([{ times: 1 }]);
    expect(await copiesOf(request)).toHaveLength(1);
    await runJobs(server.services, registry);
    expect(await copiesOf(request)).toEqual([]);
  });
});

describe('a clinic with an offer', () => {
  /** Two clinics that match and have sent an offer each. */
  const offered = async () => {
    const request = await shown();
    const clinics = [await signedInClinic(server.ctx()), await signedInClinic(server.ctx())];
    const offers = await Promise.all(clinics.map(({ ctx }) => sentOffer(ctx, request.leadId)));
    return { request, id: request.photos[0]!, clinics, offers };
  };
  const moveAway = ({ clinicId }: SignedInClinic) =>
    server.services.database.pool.query(
      `update clinic_onboarding.clinic set city = 'Izmir' where id = $1`,
      [clinicId],
    );

  it('keeps the photos while its offer is live, also where it matches no more', async () => {
    const { id, clinics, offers } = await offered();
    await moveAway(clinics[0]!);
    expect(await statusOf(open(id, clinics[0]))).toBe(200);
    await withdrawOffer(clinics[0]!.ctx, { offerId: offers[0]! });
    expect(await statusOf(open(id, clinics[0]))).toBe(404);
    expect(await statusOf(open(id, clinics[1]))).toBe(200);
  });

  it('keeps them after the choice when it is the chosen one, and it alone', async () => {
    const { request, id, clinics, offers } = await offered();
    for (const one of [...clinics, clinic]) expect(await statusOf(open(id, one))).toBe(200);
    await acceptOffer(request.patient.ctx, { offerId: offers[1]! });
    expect(await statusOf(open(id, clinics[0]))).toBe(404);
    expect(await statusOf(open(id, clinic))).toBe(404);
    expect(await statusOf(open(id, clinics[1]))).toBe(200);
    await moveAway(clinics[1]!);
    expect(await statusOf(open(id, clinics[1]))).toBe(200);
    // What the others got to see leaves the store with the job that follows.
    expect(await copiesOf(request)).toHaveLength(3);
    await runJobs(server.services, registry);
    expect(await copiesOf(request)).toHaveLength(1);
    expect(await statusOf(open(id, clinics[1]))).toBe(200);
    expect(
      await setSight(request, { clinicId: clinics[1]!.clinicId, allowed: false }),
    ).toMatchObject({ status: 200 });
    expect(await statusOf(open(id, clinics[1]))).toBe(404);
  });
});

describe('the patient', () => {
  it('is told who opened which photo, how often and when last', async () => {
    const request = await shown({ photos: 2 });
    const before = Date.now();
    for (const size of ['thumb', 'medium', 'full'])
      expect(await statusOf(open(request.photos[0]!, clinic, size))).toBe(200);
    expect(await statusOf(open(request.photos[1]!))).toBe(200);
    const { views, withdrawn } = await viewsOf(request);
    const by = { _id: clinic.clinicId, clinicName: 'Bosphorus Dental (test)' };
    expect(views).toMatchObject([
      { clinic: by, photoId: request.photos[1], times: 1 },
      { clinic: by, photoId: request.photos[0], times: 3 },
    ]);
    expect(new Date(views[0]!.lastAt).getTime()).toBeGreaterThan(before - 5_000);
    expect(withdrawn).toEqual([]);
  });

  it('takes a clinic’s sight, at once and with its copies, and gives it back', async () => {
    const request = await shown();
    const [id] = request.photos;
    expect(await statusOf(open(id!))).toBe(200);
    const [key] = await copiesOf(request);
    const taken = await setSight(request, { clinicId: clinic.clinicId, allowed: false });
    expect(taken).toMatchObject({
      status: 200,
      data: { views: [{ times: 1 }], withdrawn: [{ clinic: { _id: clinic.clinicId } }] },
    });
    expect(await statusOf(open(id!))).toBe(404);
    expect(await copiesOf(request)).toEqual([]);
    for (const size of ['thumb', 'medium', 'full'])
      expect(await server.ports.storage.get(`${key}/${size}`)).toBeNull();
    // Another clinic sees it as before.
    const other = await signedInClinic(server.ctx());
    expect(await statusOf(open(id!, other))).toBe(200);
    const given = await setSight(request, { clinicId: clinic.clinicId, allowed: true });
    expect(given.data?.withdrawn).toEqual([]);
    expect(await statusOf(open(id!))).toBe(200);
    const entries = await auditOf(server, 'consultation.take-photo-sight');
    expect(entries.filter((one) => one.object_id === request.leadId)).toHaveLength(1);
  });

  it('changes nothing twice, nothing of somebody else, and nothing for a clinic that is not there', async () => {
    const [request, stranger] = [await shown(), await shown()];
    const body = { clinicId: clinic.clinicId, allowed: false };
    await Promise.all(Array.from({ length: 10 }, () => setSight(request, body)));
    const entries = await auditOf(server, 'consultation.take-photo-sight');
    expect(entries.filter((one) => one.object_id === request.leadId)).toHaveLength(1);
    const foreign = { patient: stranger.patient, leadId: request.leadId };
    expect((await setSight(foreign, { ...body, allowed: true })).status).toBe(404);
    expect((await viewsOf(request)).withdrawn).toHaveLength(1);
    for (const clinicId of [newId(), 'x'])
      expect((await setSight(request, { clinicId, allowed: false })).status).toBe(404);
    expect((await setSight(request, { clinicId: clinic.clinicId })).status).toBe(422);
  });
});

describe('/request-detail/{id}', () => {
  const wordsOf = async (answer: Response): Promise<string> =>
    (await answer.text())
      .replace(/<!--.*?-->|<[^>]+>/gs, ' ')
      .replace(/\s+/g, ' ')
      .replace(/ ([,.:])/g, '$1');

  it('shows who opened what, hides it from a clinic and shows it again, without JavaScript', async () => {
    const request = await shown({ photos: 2 });
    const page = browserOf(server, request.patient);
    const path = `/request-detail/${request.leadId}`;
    expect(await wordsOf(await page(path))).toContain('No clinic has opened your photos yet.');
    for (const size of ['thumb', 'medium', 'full'])
      await statusOf(open(request.photos[1]!, clinic, size));
    const words = await wordsOf(await page(path));
    expect(words).toContain('Opened by Bosphorus Dental (test), 3 times, last ');
    expect(words).toContain('Photo 2: opened 3 times, last ');
    for (const [intent, now, status] of [
      ['hide-photos', 'Show my photos again', 404],
      ['show-photos', 'Hide my photos', 200],
    ] as const) {
      const sent = await page(`${path}?index`, form({ intent, clinicId: clinic.clinicId }));
      expect(locationOf(sent)).toBe(`${path}#photo-viewers`);
      expect(await wordsOf(await page(path))).toContain(now);
      expect(await statusOf(open(request.photos[0]!))).toBe(status);
    }
  });

  it('changes nothing of somebody else', async () => {
    const [request, stranger] = [await shown(), await shown()];
    const values = { intent: 'hide-photos', clinicId: clinic.clinicId };
    const path = `/request-detail/${request.leadId}?index`;
    expect((await browserOf(server, stranger.patient)(path, form(values))).status).toBe(404);
    expect((await viewsOf(request)).withdrawn).toEqual([]);
  });
});

describe('views', () => {
  it('are counted exactly, fifty at once and the first of them too, by one audit entry', async () => {
    const request = await shown();
    const [id] = request.photos;
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => statusOf(open(id!, clinic, n % 2 ? 'thumb' : 'full'))),
    );
    expect(answers).toEqual(Array.from({ length: 50 }, () => 200));
    expect((await viewsOf(request)).views).toMatchObject([{ times: 50 }]);
    expect(await copiesOf(request)).toHaveLength(1);
    const entries = await auditOf(server, 'consultation.photo-viewed');
    expect(entries.filter((one) => one.object_id === id)).toMatchObject([
      { actor: `clinic:${clinic.clinicId}`, facts: { leadId: request.leadId, times: 1 } },
    ]);
  });

  it('end with the patient’s word, however many are under way', async () => {
    const request = await shown();
    const [id] = request.photos;
    const early = Array.from({ length: 20 }, () => statusOf(open(id!)));
    const taken = setSight(request, { clinicId: clinic.clinicId, allowed: false });
    const answers = await Promise.all(early);
    await taken;
    expect(await Promise.all(Array.from({ length: 20 }, () => statusOf(open(id!))))).toEqual(
      Array.from({ length: 20 }, () => 404),
    );
    const { views } = await viewsOf(request);
    expect(views.reduce((sum, { times }) => sum + times, 0)).toBe(
      answers.filter((status) => status === 200).length,
    );
    expect(await copiesOf(request)).toEqual([]);
  });

  it('cost so many round trips', async () => {
    const request = await shown();
    const [id] = request.photos;
    await statusOf(open(id!));
    const view = await countRoundTrips(() => statusOf(open(id!)));
    expect(view.statements.length, view.statements.join('\n')).toBeLessThanOrEqual(9);
    expect(view.unprepared).toEqual([]);
    const list = await countRoundTrips(() => viewsOf(request));
    expect(list.statements.length, list.statements.join('\n')).toBeLessThanOrEqual(5);
    expect(list.unprepared).toEqual([]);
  });
});
