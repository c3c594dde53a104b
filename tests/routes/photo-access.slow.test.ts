import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cancelLead } from '#modules/leads';
import { withdrawOffer } from '#modules/offers';
import { newId } from '#platform/base/ids';
import { syncQueues } from '#engine/operations';
import { runJobs } from '#engine/testing';
import { sentOffer } from '../../workflows/offers/testing';
import { registry } from '../../workflows/registry';
import { signedInClinic, type SignedInClinic } from '../kit/clinics';
import { startTestServer, type TestServer } from '../kit/http';
import { browserOf } from '../kit/patient-browser';
import { aboutPhotos, canary, requestWithPhotos } from '../kit/shown-photos';
import { acceptShownOffer } from '../../workflows/offers/offers';

let server: TestServer;
let clinic: SignedInClinic;
let about: ReturnType<typeof aboutPhotos>;
beforeAll(async () => {
  server = await startTestServer();
  about = aboutPhotos(server);
  await syncQueues(server.services.database, registry);
  clinic = await signedInClinic(server.ctx());
});
afterAll(() => server?.close());

const shown = (more: Parameters<typeof requestWithPhotos>[1] = {}) =>
  requestWithPhotos(server.ctx(), more);

describe('a photo of a published request', () => {
  it('is seen by a clinic that matches, in every size, as its own marked copy', async () => {
    const request = await shown();
    const [id] = request.photos;
    const own = browserOf(server, request.patient);
    for (const size of ['thumb', 'medium', 'full']) {
      const answer = await about.open(id!, clinic, size);
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
    expect(await about.copiesOf(request)).toHaveLength(1);
  });

  it('says nothing of its patient to the clinic', async () => {
    const request = await shown();
    const answer = await about.open(request.photos[0]!, clinic, 'full');
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
      const [real, none] = [await about.open(id!, one), await about.open(newId(), one)];
      expect([who, real.status]).toEqual([who, 404]);
      expect(await real.json()).toEqual(await none.json());
    }
    const patient = await shown();
    expect((await browserOf(server, patient.patient)(`/api/files/${id}`)).status).toBe(404);
    expect((await about.viewsOf(request)).views).toEqual([]);
    expect(await about.copiesOf(request)).toEqual([]);
  });

  it('is not there before it is published, nor after it is over, nor in no request', async () => {
    const held = await shown({ published: false });
    expect(await about.statusOf(about.open(held.photos[0]!, clinic))).toBe(404);
    const request = await shown();
    expect(await about.statusOf(about.open(request.photos[0]!, clinic))).toBe(200);
    await cancelLead(request.patient.ctx, { leadId: request.leadId, reason: null });
    expect(await about.statusOf(about.open(request.photos[0]!, clinic))).toBe(404);
    expect((await about.viewsOf(request)).views).toMatchObject([{ times: 1 }]);
    expect(await about.copiesOf(request)).toHaveLength(1);
    await runJobs(server.services, registry);
    expect(await about.copiesOf(request)).toEqual([]);
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
    expect(await about.statusOf(about.open(id, clinics[0]!))).toBe(200);
    await withdrawOffer(clinics[0]!.ctx, { offerId: offers[0]! });
    expect(await about.statusOf(about.open(id, clinics[0]!))).toBe(404);
    expect(await about.statusOf(about.open(id, clinics[1]!))).toBe(200);
  });

  it('keeps them after the choice when it is the chosen one, and it alone', async () => {
    const { request, id, clinics, offers } = await offered();
    for (const one of [...clinics, clinic])
      expect(await about.statusOf(about.open(id, one))).toBe(200);
    await acceptShownOffer(request.patient.ctx, { offerId: offers[1]! });
    expect(await about.statusOf(about.open(id, clinics[0]!))).toBe(404);
    expect(await about.statusOf(about.open(id, clinic))).toBe(404);
    expect(await about.statusOf(about.open(id, clinics[1]!))).toBe(200);
    await moveAway(clinics[1]!);
    expect(await about.statusOf(about.open(id, clinics[1]!))).toBe(200);
    // What the others got to see leaves the store with the job that follows.
    expect(await about.copiesOf(request)).toHaveLength(3);
    await runJobs(server.services, registry);
    expect(await about.copiesOf(request)).toHaveLength(1);
    expect(await about.statusOf(about.open(id, clinics[1]!))).toBe(200);
    expect(
      await about.setSight(request, { clinicId: clinics[1]!.clinicId, allowed: false }),
    ).toMatchObject({ status: 200 });
    expect(await about.statusOf(about.open(id, clinics[1]!))).toBe(404);
  });
});

describe('the patient', () => {
  /** The photos that the request shows the clinic. */
  const listedFor = async ({ token }: SignedInClinic, { leadId }: { leadId: string }) => {
    const path = `/api/clinic/leads/${leadId}`;
    const answer = await server.request(path, { headers: { Cookie: `clinic=${token}` } });
    const { data } = (await answer.json()) as { data: { lead: { photos: string[] } } };
    return data.lead.photos;
  };

  it('is told who opened which photo, how often and when last', async () => {
    const request = await shown({ photos: 2 });
    const before = Date.now();
    for (const size of ['thumb', 'medium', 'full'])
      expect(await about.statusOf(about.open(request.photos[0]!, clinic, size))).toBe(200);
    expect(await about.statusOf(about.open(request.photos[1]!, clinic))).toBe(200);
    const { views, withdrawn } = await about.viewsOf(request);
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
    expect(await about.statusOf(about.open(id!, clinic))).toBe(200);
    const [key] = await about.copiesOf(request);
    const taken = await about.setSight(request, { clinicId: clinic.clinicId, allowed: false });
    expect(taken).toMatchObject({
      status: 200,
      data: { views: [{ times: 1 }], withdrawn: [{ clinic: { _id: clinic.clinicId } }] },
    });
    expect(await about.statusOf(about.open(id!, clinic))).toBe(404);
    expect(await listedFor(clinic, request)).toEqual([]);
    expect(await about.copiesOf(request)).toEqual([]);
    for (const size of ['thumb', 'medium', 'full'])
      expect(await server.ports.storage.get(`${key}/${size}`)).toBeNull();
    // Another clinic sees it as before.
    const other = await signedInClinic(server.ctx());
    expect(await about.statusOf(about.open(id!, other))).toBe(200);
    expect(await listedFor(other, request)).toEqual(request.photos);
    const given = await about.setSight(request, { clinicId: clinic.clinicId, allowed: true });
    expect(given.data?.withdrawn).toEqual([]);
    expect(await listedFor(clinic, request)).toEqual(request.photos);
    expect(await about.statusOf(about.open(id!, clinic))).toBe(200);
    const entry = { objectId: request.leadId };
    await expect(server).toBeAudited('consultation.take-photo-sight', entry, { times: 1 });
  });

  it('changes nothing twice, nothing of somebody else, and nothing for a clinic that is not there', async () => {
    const [request, stranger] = [await shown(), await shown()];
    const body = { clinicId: clinic.clinicId, allowed: false };
    await Promise.all(Array.from({ length: 10 }, () => about.setSight(request, body)));
    const entry = { objectId: request.leadId };
    await expect(server).toBeAudited('consultation.take-photo-sight', entry, { times: 1 });
    const foreign = { patient: stranger.patient, leadId: request.leadId };
    expect((await about.setSight(foreign, { ...body, allowed: true })).status).toBe(404);
    expect((await about.viewsOf(request)).withdrawn).toHaveLength(1);
    for (const clinicId of [newId(), 'x'])
      expect((await about.setSight(request, { clinicId, allowed: false })).status).toBe(404);
    expect((await about.setSight(request, { clinicId: clinic.clinicId })).status).toBe(422);
  });
});
