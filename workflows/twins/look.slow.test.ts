import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withTransaction } from '#engine';
import { acceptDocument, ownClinicProfile, removeDocument } from '#modules/clinic-onboarding';
import * as consultation from '#modules/consultation';
import { explainFinding, listFindings } from '#modules/twins';
import { system } from '#platform/base/actor';
import { newId } from '#platform/base/ids';
import {
  documentKit,
  somePdf,
  type DocumentKit,
} from '../../modules/clinic-onboarding/documents/testing';
import { clinicPicture } from '../../modules/clinic-onboarding/tables.server';
import { jpegPhoto, patientActor, picture } from '../../modules/consultation/testing';
import { fill, finding, mark } from '../../modules/twins/tables.server';
import { signedInClinic, someReviewer } from '../../tests/kit/clinics';
import { forgetLimits, outcome } from '../../tests/kit/identity';
import { registry } from '../registry';
import { approveClinic } from '../review-clinic';
import { addDocument, addPicture, fillTwins, lookAtNewPhotos, saveInfo } from './look';

let kit: DocumentKit;
beforeAll(async () => {
  kit = await documentKit(registry);
});
afterAll(() => kit.services.close());
beforeEach(async () => {
  await forgetLimits(kit.services);
  for (const table of [mark, finding]) await kit.services.ctx().db.delete(table);
});

const ctx = () => kit.services.ctx();
const staff = () => kit.services.ctx(someReviewer());
const findings = async (clinicId: string) =>
  (
    await listFindings(staff(), {
      filter: { clinicId },
      sort: { field: 'foundAt', order: 'ASC' },
      ...{ offset: 0, limit: 25, bulk: false },
    })
  ).rows;
const kinds = async (clinicId: string) => (await findings(clinicId)).map(({ kind }) => kind).sort();

describe('a clinic', () => {
  it('with the licence number of another one is approved once that has a reason', async () => {
    const details = { licenseNumber: 'TR-55501' };
    await signedInClinic(ctx(), { state: 'pending', details });
    const { clinicId, documents } = await signedInClinic(ctx(), {
      ...{ state: 'pending' as const },
      details: { licenseNumber: 'tr 555 01' },
    });
    for (const documentId of documents) await acceptDocument(staff(), { documentId });
    await expect(approveClinic(staff(), { clinicId })).rejects.toMatchObject({
      ...{ code: 'event_refused', details: { reason: 'twins', values: { count: 1 } } },
    });
    const [found] = await findings(clinicId);
    expect(found).toMatchObject({ kind: 'licence', shared: 'tr55501', state: 'open' });
    const reason = 'The owner moved the clinic to a new house.';
    const explained = await Promise.all(
      Array.from({ length: 50 }, () =>
        outcome(explainFinding(staff(), { findingId: found!.id, reason })),
      ),
    );
    expect(explained.filter((one) => one === 'event_refused')).toHaveLength(49);
    const approved = await Promise.all(
      Array.from({ length: 50 }, () => outcome(approveClinic(staff(), { clinicId }))),
    );
    expect(approved.filter((one) => one === 'event_refused')).toHaveLength(49);
  });

  it('is found by documents, pictures, website and description as it changes them', async () => {
    const [one, two] = [await signedInClinic(ctx()), await signedInClinic(ctx())];
    const room = await jpegPhoto(31);
    for (const { ctx: clinic } of [one, two]) {
      await addDocument(clinic, { kind: 'insurance', ...somePdf });
      await addPicture(clinic, { bytes: room });
      const { versions, profile } = await ownClinicProfile(clinic);
      await saveInfo(clinic, {
        website: 'https://www.one.example/',
        experience: '5-10',
        description:
          'We are a small clinic by the sea. Our dentists place implants and crowns, and every plan is made from a scan of your jaw by the dentist who treats you.',
        ...{ languages: [...profile.languages], currency: profile.currency },
        version: versions.info,
      });
    }
    expect(await kinds(one.clinicId)).toEqual(['description', 'document', 'picture', 'website']);
    // Its own again: nothing.
    await addPicture(two.ctx, { bytes: room });
    expect(await findings(two.clinicId)).toHaveLength(4);
  });

  it('is answered as if nothing was found, and hears of nothing', async () => {
    const [one, two] = [await signedInClinic(ctx()), await signedInClinic(ctx())];
    const answers = [];
    for (const { ctx: clinic } of [one, two]) {
      const {
        _id,
        createdAt: _at,
        ...answer
      } = await addDocument(clinic, { kind: 'insurance', ...somePdf });
      answers.push(answer);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(await findings(two.clinicId)).toHaveLength(1);
    const { pool } = kit.services.services.database;
    const live = await pool
      .query(
        `select topic from live.event where topic = any($1) and message::text like '%twins%'`,
        [[`clinic:${one.clinicId}`, `clinic:${two.clinicId}`]],
      )
      .catch(() => ({ rows: [] }));
    expect(live.rows).toEqual([]);
  });
});

describe('a photo of a patient', () => {
  it('is found at a clinic that shows it, and by no one else', async () => {
    const patient = kit.services.ctx(patientActor());
    const photo = await consultation.addPhoto(patient, {
      ...{ bytes: await jpegPhoto(41), name: 'photo.jpg', toDraft: false },
    });
    const leadId = newId();
    const take = (tx: Parameters<typeof lookAtNewPhotos>[0]) => lookAtNewPhotos(tx, [photo.id]);
    await withTransaction(patient, async (tx) => {
      await consultation.claimPhotos(tx, { photoIds: [photo.id], leadId });
      await take(tx);
    });
    const clinic = await signedInClinic(ctx());
    await addPicture(clinic.ctx, {
      bytes: await picture(41, { width: 400, height: 300 }).png().toBuffer(),
    });
    const [found] = await findings(clinic.clinicId);
    expect(found).toMatchObject({
      kind: 'photo',
      sides: [{ clinicId: clinic.clinicId }, { leadId }],
    });
    expect(found!.allowedEvents).toEqual(['read-photo', 'explain']);
  });
});

it('what is there already becomes marks by a job, once, and pictures are measured for it', async () => {
  const [one, two] = [await signedInClinic(ctx()), await signedInClinic(ctx())];
  for (const clinic of [one, two]) await addPicture(clinic.ctx, { bytes: await jpegPhoto(51) });
  const { db } = ctx();
  await db.update(clinicPicture).set({ pictureHash: null, pictureColours: null });
  for (const table of [mark, finding, fill]) await db.delete(table);
  const asSystem = kit.services.ctx(system('test'));
  expect(await fillTwins(asSystem)).toBeGreaterThanOrEqual(2);
  expect(await kinds(one.clinicId)).toEqual(['picture']);
  const rows = await db
    .select({ hash: clinicPicture.pictureHash })
    .from(clinicPicture)
    .where(eq(clinicPicture.clinicId, one.clinicId));
  expect(rows[0]!.hash).toMatch(/^[0-9a-f]{16}$/);
  expect(await fillTwins(asSystem)).toBe(0);
  // A document that is taken back is still a mark: its clinic had it.
  const { _id: id } = await addDocument(one.ctx, { kind: 'insurance', ...somePdf });
  await removeDocument(one.ctx, { id });
  await addDocument(two.ctx, { kind: 'insurance', ...somePdf });
  const shared = (await findings(one.clinicId)).filter(({ sides }) =>
    sides.some(({ clinicId }) => clinicId === two.clinicId),
  );
  expect(shared.map(({ kind }) => kind).sort()).toEqual(['document', 'picture']);
});
