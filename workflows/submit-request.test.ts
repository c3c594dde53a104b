import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { newId } from '#platform/ids';
import { emptyFields } from '#contracts/consultation';
import { addPhoto, photosOfLead, putDraft, readDraft } from '#modules/consultation';
import { hasConsents } from '#modules/identity';
import { everythingChosen, jpegPhoto } from '../modules/consultation/testing';
import { someFields, somePatient } from '../modules/leads/testing';
import { createTestServices, type TestServices } from '../tests/kit/services';
import { submitRequest } from './submit-request';

type PatientCtx = Ctx<ActorOf<'patient'>>;

let kit: TestServices;
beforeAll(async () => {
  kit = await createTestServices();
});
afterAll(() => kit.close());

const consents = ['health-data', 'sharing-with-clinics'] as const;
const newCtx = (): PatientCtx => kit.ctx(somePatient());
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
  const ctx = newCtx();
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
  const ctx = newCtx();
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
  const ctx = newCtx();
  expect(await hasConsents(ctx, consents)).toBe(false);
  const foreign = someFields({ photos: [newId()] });
  await expect(
    submitRequest(ctx, { from: 'fields', leadId: newId(), fields: foreign }),
  ).rejects.toMatchObject({
    code: 'validation_failed',
    details: { fields: { photos: [expect.any(String)] } },
  });
  expect(await hasConsents(ctx, consents)).toBe(false);
  expect(await leadsOf(ctx)).toEqual([]);
  await submitRequest(ctx, { from: 'fields', leadId: newId(), fields: someFields() });
  expect(await hasConsents(ctx, consents)).toBe(true);
});

it('refuses the draft of somebody else as one that is not there', async () => {
  const owner = newCtx();
  const { draftId } = await draftWithPhoto(owner);
  for (const id of [draftId, newId()])
    await expect(submitRequest(newCtx(), { from: 'draft', draftId: id })).rejects.toMatchObject({
      code: 'not_found',
    });
  expect(await readDraft(owner)).not.toBeNull();
});

it('refuses a photo of somebody else and one that another request holds', async () => {
  const [owner, other] = [newCtx(), newCtx()];
  const bytes = await jpegPhoto(randomInt(1_000_000));
  const { id } = await addPhoto(owner, { bytes, name: 'a.jpg', toDraft: false });
  const send = (ctx: PatientCtx) =>
    submitRequest(ctx, { from: 'fields', leadId: newId(), fields: someFields({ photos: [id] }) });
  await expect(send(other)).rejects.toMatchObject({ code: 'validation_failed' });
  await send(owner);
  await expect(send(owner)).rejects.toMatchObject({ code: 'validation_failed' });
});

it('holds back a request whose photo belongs to another person already', async () => {
  const [first, second] = [newCtx(), newCtx()];
  const bytes = await jpegPhoto(4711);
  for (const ctx of [first, second]) {
    const { id } = await addPhoto(ctx, { bytes, name: 'a.jpg', toDraft: false });
    const photos = [id];
    await submitRequest(ctx, { from: 'fields', leadId: newId(), fields: someFields({ photos }) });
  }
  expect((await leadsOf(first))[0]!.findings).toEqual([]);
  expect((await leadsOf(second))[0]!.findings).toEqual(['photo-seen-elsewhere']);
});
