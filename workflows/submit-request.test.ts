import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#platform/base/ids';
import { emptyFields } from '#contracts/consultation';
import { addPhoto, photosOfLead, putDraft, readDraft } from '#modules/consultation';
import { agreeToTerms } from '#modules/identity';
import { consentsOf, outdate } from '../modules/identity/testing';
import { everythingChosen, jpegPhoto } from '../modules/consultation/testing';
import { someFields } from '../modules/leads/testing';
import { agreeingPatient, type PatientCtx } from '../tests/kit/agreeing-patient';
import { createTestServices, type TestServices } from '../tests/kit/services';
import { submitRequest } from './submit-request';

let kit: TestServices;
beforeAll(async () => {
  kit = await createTestServices();
});
afterAll(() => kit.close());

const newCtx = () => agreeingPatient(kit);
const fields = { ...emptyFields, ...everythingChosen, notes: 'It hurts.' };

async function draftWithPhoto(ctx: PatientCtx): Promise<{ draftId: string; photoId: string }> {
  await putDraft(ctx, { expectedVersion: 0, step: 7, fields });
  const bytes = await jpegPhoto(randomInt(1_000_000));
  const { id: photoId } = await addPhoto(ctx, { bytes, name: 'a.jpg', toDraft: true });
  const draft = await readDraft(ctx);
  return { draftId: draft!.id, photoId };
}
const leadsOf = async (ctx: PatientCtx) =>
  (
    await kit.services.database.pool.query<{ id: string; photos: string[]; findings: string[] }>(
      'select id, photos, findings from leads.lead where patient_id = $1',
      [ctx.actor.id],
    )
  ).rows;
const instances = async (id: string) =>
  (await kit.services.database.pool.query('select 1 from flow.instance where id = $1', [id]))
    .rowCount;

it('makes one request of a draft that is submitted fifty times at once', async () => {
  const ctx = await newCtx();
  const { draftId, photoId } = await draftWithPhoto(ctx);
  const all = await Promise.all(
    Array.from({ length: 50 }, () => submitRequest(ctx, { from: 'draft', draftId })),
  );
  expect(new Set(all.map(({ id }) => id)).size).toBe(1);
  expect(all.filter(({ repeated }) => !repeated)).toHaveLength(1);
  const [lead, ...others] = await leadsOf(ctx);
  expect(others).toEqual([]);
  expect(lead).toMatchObject({ id: all[0]!.id, photos: [photoId], findings: [] });
  expect(await instances(lead!.id)).toBe(1);
  expect(await readDraft(ctx)).toBeNull();
  expect((await photosOfLead(ctx, { leadId: lead!.id })).map(({ id }) => id)).toEqual([photoId]);
});

it('makes one request of fields that arrive fifty times at once under one id', async () => {
  const ctx = await newCtx();
  const bytes = await jpegPhoto(randomInt(1_000_000));
  const { id: photoId } = await addPhoto(ctx, { bytes, name: 'a.jpg', toDraft: false });
  const source = {
    from: 'fields',
    leadId: newId(),
    fields: someFields({ photos: [photoId] }),
  } as const;
  const all = await Promise.all(Array.from({ length: 50 }, () => submitRequest(ctx, source)));
  expect(all.filter(({ repeated }) => !repeated)).toHaveLength(1);
  expect(await leadsOf(ctx)).toHaveLength(1);
});

it('records the consents given with it, in the same transaction', async () => {
  const ctx = await newCtx();
  const foreign = someFields({ photos: [newId()] });
  await expect(
    submitRequest(ctx, { from: 'fields', leadId: newId(), fields: foreign }),
  ).rejects.toMatchObject({
    code: 'validation_failed',
    details: { fields: { photos: [expect.any(String)] } },
  });
  expect(await consentsOf(ctx)).toEqual(['privacy', 'terms']);
  expect(await leadsOf(ctx)).toEqual([]);
  await submitRequest(ctx, { from: 'fields', leadId: newId(), fields: someFields() });
  expect(await consentsOf(ctx)).toEqual([
    'health-data',
    'privacy',
    'sharing-with-clinics',
    'terms',
  ]);
});

it('asks for terms and privacy as they are now, and leaves everything as it was until then', async () => {
  const ctx = await newCtx();
  const { draftId, photoId } = await draftWithPhoto(ctx);
  const before = await readDraft(ctx);
  await outdate(ctx, 'privacy');
  const send = () => submitRequest(ctx, { from: 'draft', draftId });
  const refused = await Promise.allSettled(Array.from({ length: 50 }, send));
  expect(new Set(refused.map((each) => each.status === 'rejected' && each.reason.code))).toEqual(
    new Set(['consent_required']),
  );
  expect(await leadsOf(ctx)).toEqual([]);
  expect(await consentsOf(ctx)).toEqual(['privacy', 'terms']);
  expect(await readDraft(ctx)).toEqual(before);
  await agreeToTerms(ctx);
  const sent = await Promise.all(Array.from({ length: 50 }, send));
  expect(sent.filter(({ repeated }) => !repeated)).toHaveLength(1);
  expect((await leadsOf(ctx)).map(({ photos }) => photos)).toEqual([[photoId]]);
  // What was sent is answered again, whatever has changed since.
  await outdate(ctx, 'terms');
  expect(await send()).toMatchObject({ id: sent[0]!.id, repeated: true });
});

it('refuses the draft of somebody else as one that is not there', async () => {
  const owner = await newCtx();
  const { draftId } = await draftWithPhoto(owner);
  for (const id of [draftId, newId()])
    await expect(
      submitRequest(await newCtx(), { from: 'draft', draftId: id }),
    ).rejects.toMatchObject({
      code: 'not_found',
    });
  expect(await readDraft(owner)).not.toBeNull();
});

it('refuses a photo of somebody else and one that another request holds', async () => {
  const [owner, other] = [await newCtx(), await newCtx()];
  const bytes = await jpegPhoto(randomInt(1_000_000));
  const { id } = await addPhoto(owner, { bytes, name: 'a.jpg', toDraft: false });
  const send = (ctx: PatientCtx) =>
    submitRequest(ctx, { from: 'fields', leadId: newId(), fields: someFields({ photos: [id] }) });
  await expect(send(other)).rejects.toMatchObject({ code: 'validation_failed' });
  await send(owner);
  await expect(send(owner)).rejects.toMatchObject({ code: 'validation_failed' });
});

it('holds back a request whose photo belongs to another person already', async () => {
  const [first, second] = [await newCtx(), await newCtx()];
  const bytes = await jpegPhoto(4711);
  for (const ctx of [first, second]) {
    const { id } = await addPhoto(ctx, { bytes, name: 'a.jpg', toDraft: false });
    const photos = [id];
    await submitRequest(ctx, { from: 'fields', leadId: newId(), fields: someFields({ photos }) });
  }
  expect((await leadsOf(first))[0]!.findings).toEqual([]);
  expect((await leadsOf(second))[0]!.findings).toEqual(['photo-seen-elsewhere']);
});
