import * as consultation from './index.server';
import { withTransaction } from '#engine';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CtxOf } from '#platform/context';
import { newId } from '#platform/base/ids';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import { emptyFields, type WizardEvent } from './wizard.machine';
import { everythingChosen, jpegPhoto, patientActor } from './testing';

let kit: TestServices;
beforeAll(async () => {
  kit = await createTestServices();
});
afterAll(() => kit.close());

const asPatient = (): CtxOf<'patient'> => kit.ctx(patientActor());
const { category, subTreatment, bodyArea } = everythingChosen;
const first = [
  { type: 'choose-category', category: category! },
  { type: 'next' },
  { type: 'choose-sub-treatment', subTreatment: subTreatment! },
  { type: 'next' },
  { type: 'choose-area', bodyArea: bodyArea! },
  { type: 'next' },
] satisfies WizardEvent[];

const choose = (ctx: CtxOf<'patient'>) =>
  consultation.saveStep(ctx, { step: 1, expectedVersion: 0, events: () => first });

const details = (notes: string) => ({ notes, patientInfo: emptyFields.patientInfo });
const saveNotes = (ctx: CtxOf<'patient'>, notes: string, expectedVersion: number) =>
  consultation.saveStep(ctx, {
    step: 6,
    expectedVersion,
    details: details(notes),
    events: () => [{ type: 'next' }],
  });

describe('a draft', () => {
  it('does not exist before the first answer, and then follows the patient', async () => {
    const ctx = asPatient();
    expect(await consultation.readDraft(ctx)).toBeNull();
    expect(await choose(ctx)).toMatchObject({ step: 4, version: 1 });
    const draft = await consultation.readDraft(kit.ctx(ctx.actor));
    expect(draft).toMatchObject({
      step: 4,
      version: 1,
      fields: { category, subTreatment, bodyArea },
    });
  });

  it('keeps its place where it is older than a choice', async () => {
    const ctx = asPatient();
    const fields = { ...emptyFields, ...everythingChosen };
    await consultation.putDraft(ctx, { expectedVersion: 0, step: 7, fields });
    await ctx.db.execute(
      sql`update consultation.draft set fields = fields - 'timeline' where patient_id = ${ctx.actor.id}`,
    );
    const draft = await consultation.readDraft(ctx);
    expect(draft!.fields).toEqual({ ...fields, timeline: null });
    const { step, choices } = await consultation.saveStep(ctx, {
      step: 5,
      expectedVersion: 1,
      events: () => [{ type: 'go-to', step: 7 }],
    });
    expect([step, choices.timeline, choices.budget]).toEqual([7, null, everythingChosen.budget]);
  });

  it('is one, also when fifty first answers arrive at once', async () => {
    const ctx = asPatient();
    await Promise.all(Array.from({ length: 50 }, () => choose(ctx)));
    const { rows } = await ctx.db.execute(
      sql`select version from consultation.draft where patient_id = ${ctx.actor.id}`,
    );
    expect(rows).toEqual([{ version: 1 }]);
  });

  it('belongs to its patient alone', async () => {
    const [mine, theirs] = [asPatient(), asPatient()];
    await choose(mine);
    expect(await consultation.readDraft(theirs)).toBeNull();
    const { id } = (await consultation.readDraft(mine))!;
    await expect(
      withTransaction(theirs, (tx) => consultation.lockDraft(tx, { draftId: id })),
    ).rejects.toMatchObject({ code: 'not_found' });
    await consultation.discardDraft(theirs);
    await consultation.visitStep(theirs, 2);
    expect((await consultation.readDraft(mine))?.step).toBe(4);
  });

  it('merges two tabs that answer different steps', async () => {
    const ctx = asPatient();
    await choose(ctx);
    await consultation.saveStep(ctx, {
      step: 5,
      expectedVersion: 1,
      events: () => [{ type: 'choose-locations', locations: ['Ankara'] }, { type: 'next' }],
    });
    await saveNotes(ctx, 'from the other tab', 1);
    expect((await consultation.readDraft(ctx))?.fields).toMatchObject({
      locations: ['Ankara'],
      notes: 'from the other tab',
      category,
    });
  });

  it('refuses an answer that no longer fits what another tab chose', async () => {
    const ctx = asPatient();
    await choose(ctx);
    await consultation.saveStep(ctx, {
      step: 1,
      expectedVersion: 1,
      events: () => [{ type: 'choose-category', category: 'hair' }, { type: 'next' }],
    });
    const before = await consultation.readDraft(ctx);
    await expect(
      consultation.saveStep(ctx, {
        step: 2,
        expectedVersion: 1,
        events: () => [
          { type: 'choose-sub-treatment', subTreatment: 'Root Canal' },
          { type: 'next' },
        ],
      }),
    ).rejects.toMatchObject({ code: 'version_conflict' });
    expect(await consultation.readDraft(ctx)).toEqual(before);
  });

  it('loses no text of two tabs', async () => {
    const ctx = asPatient();
    await choose(ctx);
    await saveNotes(ctx, 'tab one', 1);
    await expect(saveNotes(ctx, 'tab two', 1)).rejects.toMatchObject({ code: 'version_conflict' });
    expect((await consultation.readDraft(ctx))?.fields.notes).toBe('tab one');
    // Having seen the other text, the same form goes through.
    await saveNotes(ctx, 'both', 2);
    expect((await consultation.readDraft(ctx))?.fields.notes).toBe('both');
  });

  it('remembers the step that is looked at without counting it as a change', async () => {
    const ctx = asPatient();
    await choose(ctx);
    await consultation.visitStep(ctx, 2);
    expect(await consultation.readDraft(ctx)).toMatchObject({ step: 2, version: 1 });
  });

  it('can be replaced as a whole, by whoever has seen the last version', async () => {
    const ctx = asPatient();
    const fields = { ...emptyFields, ...everythingChosen, bodyArea: 'legs' as const, notes: 'n' };
    const put = (expectedVersion: number) =>
      consultation.putDraft(ctx, { expectedVersion, step: 7, fields });
    expect(await put(0)).toMatchObject({
      version: 1,
      step: 3,
      fields: { bodyArea: null, notes: 'n' },
    });
    await expect(put(0)).rejects.toMatchObject({ code: 'version_conflict' });
    const results = await Promise.allSettled([put(1), put(1), put(1)]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('goes with its photos when it is thrown away', async () => {
    const ctx = asPatient();
    await choose(ctx);
    const { id } = await consultation.addPhoto(ctx, {
      bytes: await jpegPhoto(),
      name: 'x.jpg',
      toDraft: true,
    });
    await consultation.discardDraft(ctx);
    await consultation.discardDraft(ctx);
    expect(await consultation.readDraft(ctx)).toBeNull();
    await expect(consultation.openPhoto(ctx, { id, size: 'full' })).rejects.toMatchObject({
      code: 'not_found',
    });
    for await (const { key } of ctx.services.ports.storage.list('photo')) throw new Error(key);
  });
});

describe('a submitted draft', () => {
  const submit = (ctx: CtxOf<'patient'>, draftId: string): Promise<string> =>
    withTransaction(ctx, async (tx) => {
      const locked = await consultation.lockDraft(tx, { draftId });
      if (locked.kind === 'submitted') return locked.leadId;
      const leadId = newId();
      await consultation.claimPhotos(tx, { photoIds: locked.lead.photos, leadId });
      await consultation.clearDraft(tx, { draftId, leadId });
      return leadId;
    });

  it('became one lead, however often it is submitted, and keeps nothing of what it said', async () => {
    const ctx = asPatient();
    await choose(ctx);
    await saveNotes(ctx, 'CANARY', 1);
    await consultation.addPhoto(ctx, { bytes: await jpegPhoto(), name: 'x', toDraft: true });
    const { id, photos } = (await consultation.readDraft(ctx))!;
    const leads = await Promise.all(Array.from({ length: 50 }, () => submit(ctx, id)));
    const [leadId] = leads;
    expect(new Set(leads).size).toBe(1);
    expect(await consultation.readDraft(ctx)).toBeNull();
    expect(await consultation.photosOfLead(ctx, { leadId: leadId! })).toEqual(photos);
    expect(await consultation.submittedFromDraft(ctx, leadId!)).toEqual([]);
    expect(await consultation.submittedFromDraft(asPatient(), leadId!)).toBeNull();
    const { rows } = await ctx.db.execute(
      sql`select fields::text as fields from consultation.draft where id = ${id}`,
    );
    expect(rows[0]!.fields).not.toContain('CANARY');
  });

  it('leaves room for the next request', async () => {
    const ctx = asPatient();
    await choose(ctx);
    const { id } = (await consultation.readDraft(ctx))!;
    await submit(ctx, id);
    await choose(ctx);
    expect((await consultation.readDraft(ctx))?.id).not.toBe(id);
  });

  it('is followed by the next one for an answer that waited for it', async () => {
    const ctx = asPatient();
    await choose(ctx);
    const { id } = (await consultation.readDraft(ctx))!;
    const waiting = sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    const { late } = await withTransaction(ctx, async (tx) => {
      await consultation.lockDraft(tx, { draftId: id });
      const answer = consultation.saveStep(ctx, {
        step: 1,
        expectedVersion: 0,
        events: () => first.slice(0, 2),
      });
      await expect.poll(async () => (await ctx.db.execute(waiting)).rowCount).toBe(1);
      await consultation.clearDraft(tx, { draftId: id, leadId: newId() });
      return { late: answer };
    });
    expect(await late).toMatchObject({ step: 2 });
    expect((await consultation.readDraft(ctx))?.id).not.toBe(id);
  });

  it('must have the first three choices', async () => {
    const ctx = asPatient();
    await consultation.saveStep(ctx, {
      step: 1,
      expectedVersion: 0,
      events: () => first.slice(0, 2),
    });
    const { id } = (await consultation.readDraft(ctx))!;
    await expect(submit(ctx, id)).rejects.toMatchObject({ code: 'validation_failed' });
  });
});
