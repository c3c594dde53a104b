import { withTransaction } from '#engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CtxOf } from '#platform/context';
import { newId } from '#platform/base/ids';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import { emptyFields } from './wizard.machine';
import type { TypedDetails } from './schemas';
import * as consultation from './index.server';
import { everythingChosen, patientActor } from './testing';

let kit: TestServices;
beforeAll(async () => {
  kit = await createTestServices();
});
afterAll(() => kit.close());

/** A patient whose draft has come to step 6. */
async function atDetails(): Promise<{ ctx: CtxOf<'patient'>; draftId: string; version: number }> {
  const ctx = kit.ctx(patientActor());
  const fields = { ...emptyFields, ...everythingChosen };
  const { id, version } = await consultation.putDraft(ctx, { expectedVersion: 0, step: 6, fields });
  return { ctx, draftId: id, version };
}

/** One open page with step 6: each save has the next turn. */
function openForm({ ctx, draftId, version }: Awaited<ReturnType<typeof atDetails>>) {
  const writer = newId();
  let turn = 0;
  const nextTurn = () => ({ writer, turn: (turn += 1) });
  return {
    nextTurn,
    keep: (typed: TypedDetails, at = nextTurn()) =>
      consultation.keepDetails(ctx, { draftId, expectedVersion: version, turn: at, typed }),
    goOn: (notes: string, at = nextTurn()) =>
      consultation.saveStep(ctx, {
        step: 6,
        expectedVersion: version,
        turn: at,
        details: { notes, patientInfo: emptyFields.patientInfo },
        events: () => [{ type: 'next' }],
      }),
  };
}

const fieldsOf = async (ctx: CtxOf<'patient'>) => (await consultation.readDraft(ctx))!.fields;
const conflict = { code: 'version_conflict' };

describe('step 6 while it is typed', () => {
  it('is kept field by field: what is not valid yet leaves what was stored', async () => {
    const open = await atDetails();
    const form = openForm(open);
    await form.keep({
      budget: '1000-5000',
      notes: 'first',
      patientInfo: { allergies: 'Latex', ageBand: '25-34' },
    });
    await form.keep({
      budget: 'nothing of ours',
      notes: 'x'.repeat(4_001),
      patientInfo: { medicalHistory: 'none', allergies: 'y'.repeat(1_001), gender: 'no' },
    });
    expect(await fieldsOf(open.ctx)).toMatchObject({
      budget: '1000-5000',
      timeline: null,
      notes: 'first',
      patientInfo: { allergies: 'Latex', medicalHistory: 'none', gender: null, ageBand: null },
    });
    expect((await consultation.readDraft(open.ctx))!.step).toBe(6);
    await form.keep({});
    expect((await fieldsOf(open.ctx)).patientInfo.allergies).toBe('');
  });

  it('is not undone by an older save that arrives late', async () => {
    const open = await atDetails();
    const form = openForm(open);
    const [old, older] = [form.nextTurn(), form.nextTurn()];
    await form.keep({ notes: 'newest' });
    await form.keep({ notes: 'old' }, old);
    expect((await fieldsOf(open.ctx)).notes).toBe('newest');
    await form.goOn('older', older);
    expect((await fieldsOf(open.ctx)).notes).toBe('newest');
    await form.goOn('the form itself');
    await form.keep({ notes: 'late' }, older);
    expect((await fieldsOf(open.ctx)).notes).toBe('the form itself');
  });

  it('ends with the last of fifty saves at once, in whatever order they arrive', async () => {
    const open = await atDetails();
    const form = openForm(open);
    const saves = Array.from({ length: 50 }, (_, n) => ({
      notes: `save ${n}`,
      at: form.nextTurn(),
    }));
    const mixed = saves.map((save, n) => ({ save, key: (n * 37) % 50 }));
    mixed.sort((a, b) => a.key - b.key);
    await Promise.all(mixed.map(({ save }) => form.keep({ notes: save.notes }, save.at)));
    expect((await fieldsOf(open.ctx)).notes).toBe('save 49');
  });

  it('never replaces what another tab wrote since', async () => {
    const open = await atDetails();
    const [one, two] = [openForm(open), openForm(open)];
    await one.keep({ notes: 'tab one' });
    await expect(two.keep({ notes: 'tab two' })).rejects.toMatchObject(conflict);
    await two.keep({ notes: 'tab one', budget: '1000-5000', timeline: 'asap' }).catch(() => null);
    expect((await fieldsOf(open.ctx)).notes).toBe('tab one');
    const seen = (await consultation.readDraft(open.ctx))!.version;
    const { draftId, ctx } = open;
    await openForm({ ctx, draftId, version: seen }).goOn('decided');
    await expect(one.keep({ notes: 'tab one again' })).rejects.toMatchObject(conflict);
    expect((await fieldsOf(ctx)).notes).toBe('decided');
  });

  it('makes no draft, touches no submitted one and nobody else’s', async () => {
    const open = await atDetails();
    const theirs = kit.ctx(patientActor());
    const attempt = { draftId: open.draftId, expectedVersion: 9, turn: null };
    await expect(
      consultation.keepDetails(theirs, { ...attempt, typed: { notes: 'stolen' } }),
    ).rejects.toMatchObject(conflict);
    expect(await consultation.readDraft(theirs)).toBeNull();
    await withTransaction(open.ctx, (tx) =>
      consultation.clearDraft(tx, { draftId: open.draftId, leadId: newId() }),
    );
    await expect(openForm(open).keep({ notes: 'too late' })).rejects.toMatchObject(conflict);
    expect(await consultation.readDraft(open.ctx)).toBeNull();
  });
});
