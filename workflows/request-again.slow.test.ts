import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { system } from '#platform/base/actor';
import type { CtxOf } from '#platform/context';
import { newId } from '#platform/base/ids';
import { addPhoto, photosOfLead, putDraft, readDraft } from '#modules/consultation';
import { approveLead, cancelLead, readLead } from '#modules/leads';
import { emptyFields } from '#contracts/consultation';
import { everythingChosen, jpegPhoto } from '../modules/consultation/testing';
import { someFields, somePatient } from '../modules/leads/testing';
import { agreeingPatient } from '../tests/kit/agreeing-patient';
import { createTestServices, type TestServices } from '../tests/kit/services';
import { changeRequest, requestAgain } from './request-again';
import { submitRequest } from './submit-request';

let kit: TestServices;
let ctx: CtxOf<'patient'>;
beforeAll(async () => {
  kit = await createTestServices();
});
afterAll(() => kit.close());
beforeEach(async () => {
  ctx = await agreeingPatient(kit);
});

const said = {
  description: 'It hurts.\nAt night.',
  locations: ['Ankara' as const],
  patientInfo: { ageBand: null, gender: null, medicalHistory: '', allergies: 'Nuts' },
};
const photo = async (toDraft = false): Promise<string> => {
  const bytes = await jpegPhoto(randomInt(1_000_000));
  return (await addPhoto(ctx, { bytes, name: 'a.jpg', toDraft })).id;
};
async function sent(): Promise<{ leadId: string; photos: string[] }> {
  const photos = [await photo(), await photo()];
  const fields = someFields({ ...said, photos });
  const { id } = await submitRequest(ctx, { from: 'fields', leadId: newId(), fields });
  return { leadId: id, photos };
}
const photosIn = async (leadId: string) =>
  (await photosOfLead(ctx, { leadId })).map(({ id }) => id);
const leads = async () =>
  (
    await kit.services.database.pool.query<{ id: string; status: string }>(
      'select id, status from leads.lead where patient_id = $1 order by created_at',
      [ctx.actor.id],
    )
  ).rows;

describe('a request that is changed', () => {
  it('is cancelled, and lies in the wizard with all that it said and its photos', async () => {
    const { leadId, photos } = await sent();
    await approveLead(kit.ctx(system('test')), { leadId });
    const draft = await changeRequest(ctx, { leadId, replaceDraft: false });
    expect(draft).toMatchObject({
      step: 7,
      fields: {
        ...everythingChosen,
        locations: said.locations,
        notes: said.description,
        patientInfo: said.patientInfo,
      },
    });
    expect(draft.photos.map(({ id }) => id)).toEqual(photos);
    expect(await readDraft(ctx)).toEqual(draft);
    const old = await readLead(ctx, { leadId });
    expect(old).toMatchObject({
      lead: { status: 'cancelled', photos: [] },
      cancelledBy: 'patient',
    });
    expect(await photosIn(leadId)).toEqual([]);
    const { id } = await submitRequest(ctx, { from: 'draft', draftId: draft.id });
    expect(await photosIn(id)).toEqual(photos);
  });

  it('does not throw away what was begun, unless it may', async () => {
    const { leadId, photos } = await sent();
    const fields = { ...emptyFields, ...everythingChosen, notes: 'Something else' };
    await putDraft(ctx, { expectedVersion: 0, step: 6, fields });
    const begun = await photo(true);
    const before = await readDraft(ctx);
    const refused = changeRequest(ctx, { leadId, replaceDraft: false });
    await expect(refused).rejects.toMatchObject({ code: 'draft_exists' });
    expect(await readDraft(ctx)).toEqual(before);
    expect((await readLead(ctx, { leadId })).lead).toMatchObject({ status: 'pending', photos });
    expect(await photosIn(leadId)).toEqual(photos);
    const draft = await changeRequest(ctx, { leadId, replaceDraft: true });
    expect(draft.photos.map(({ id }) => id)).toEqual(photos);
    expect(draft.photos.map(({ id }) => id)).not.toContain(begun);
  });

  it('fifty times at once is changed once', async () => {
    const { leadId, photos } = await sent();
    const all = await Promise.allSettled(
      Array.from({ length: 50 }, () => changeRequest(ctx, { leadId, replaceDraft: true })),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const each of all)
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'event_refused' });
    expect((await readDraft(ctx))!.photos.map(({ id }) => id)).toEqual(photos);
  });

  it('is nobody else’s', async () => {
    const { leadId, photos } = await sent();
    const other = kit.ctx(somePatient());
    for (const run of [
      () => changeRequest(other, { leadId, replaceDraft: true }),
      () => requestAgain(other, { leadId }),
    ])
      await expect(run()).rejects.toMatchObject({ code: 'not_found' });
    expect(await photosIn(leadId)).toEqual(photos);
    expect((await leads()).map(({ status }) => status)).toEqual(['pending']);
  });
});

describe('a request that is sent again', () => {
  it('becomes one new request with its photos, also fifty times at once', async () => {
    const { leadId, photos } = await sent();
    await cancelLead(ctx, { leadId, reason: null });
    const all = await Promise.all(Array.from({ length: 50 }, () => requestAgain(ctx, { leadId })));
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    expect(all.filter(({ repeated }) => !repeated)).toHaveLength(1);
    const { id } = all[0]!;
    const { description, locations, patientInfo } = said;
    expect((await readLead(ctx, { leadId: id })).lead).toMatchObject({
      status: 'pending',
      ...{ photos, description, locations, patientInfo },
    });
    expect(await photosIn(id)).toEqual(photos);
    expect((await leads()).map(({ status }) => status)).toEqual(['cancelled', 'pending']);
  });

  it('is refused while it is open', async () => {
    const { leadId, photos } = await sent();
    await expect(requestAgain(ctx, { leadId })).rejects.toMatchObject({ code: 'event_refused' });
    expect(await photosIn(leadId)).toEqual(photos);
  });

  it('leaves everything as it was when it may not be sent', async () => {
    const { leadId, photos } = await sent();
    await cancelLead(ctx, { leadId, reason: null });
    for (let n = 0; n < 4; n += 1)
      await submitRequest(ctx, { from: 'fields', leadId: newId(), fields: someFields() });
    const refused = requestAgain(ctx, { leadId });
    await expect(refused).rejects.toMatchObject({ code: 'too_many_requests' });
    expect(await photosIn(leadId)).toEqual(photos);
  });
});
