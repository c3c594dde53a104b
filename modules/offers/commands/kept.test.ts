import { accountHolder } from '#platform/base/actor';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CtxOf } from '#platform/context';
import { days } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import { advance, resetClock } from '../../../tests/kit/clock';
import { createTestServices, type TestServices } from '../../../tests/kit/services';
import { mostReusable } from '../schemas';
import {
  dropOfferDraft,
  forgetOfferDrafts,
  keepOfferDraft,
  readOfferDraft,
  keepReusable,
  removeReusable,
  reusableOffers,
} from '../commands.server';

let kit: TestServices;
beforeAll(async () => {
  kit = await createTestServices();
});
afterAll(() => kit.close());
beforeEach(() => resetClock(kit.services));

const someClinic = (): CtxOf<'clinic'> =>
  kit.ctx({
    kind: 'clinic',
    id: newId(),
    member: accountHolder(newId()),
    phone: '+12125550100',
    sessionId: newId(),
    approved: true,
  });
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );

describe('an offer that is being typed', () => {
  it('is kept as it stands, per clinic and request, whatever order the saves come in', async () => {
    const [clinic, other] = [someClinic(), someClinic()];
    const leadId = newId();
    const writer = newId();
    const keep = (amount: string, turn: number) =>
      keepOfferDraft(clinic, { leadId, fields: { amount }, turn: { writer, turn } });
    await keep('2', 2);
    await keep('1', 1);
    expect(await readOfferDraft(clinic, { leadId })).toEqual({ amount: '2' });
    await keep('3', 3);
    expect(await readOfferDraft(clinic, { leadId })).toEqual({ amount: '3' });
    // Another form, or one without a script, has the last word.
    await keepOfferDraft(clinic, { leadId, fields: { amount: '4' }, turn: null });
    expect(await readOfferDraft(clinic, { leadId })).toEqual({ amount: '4' });
    expect(await readOfferDraft(other, { leadId })).toBeNull();
    expect(await readOfferDraft(clinic, { leadId: newId() })).toBeNull();
    await dropOfferDraft(other, { leadId });
    expect(await readOfferDraft(clinic, { leadId })).not.toBeNull();
    await dropOfferDraft(clinic, { leadId });
    expect(await readOfferDraft(clinic, { leadId })).toBeNull();
  });

  it('is forgotten a month after the last key', async () => {
    const clinic = someClinic();
    const [old, young] = [newId(), newId()];
    await keepOfferDraft(clinic, { leadId: old, fields: {}, turn: null });
    await advance(kit.services, days(20));
    await keepOfferDraft(clinic, { leadId: young, fields: {}, turn: null });
    await advance(kit.services, days(11));
    expect(await forgetOfferDrafts(kit.ctx())).toBe(1);
    expect(await readOfferDraft(clinic, { leadId: old })).toBeNull();
    expect(await readOfferDraft(clinic, { leadId: young })).not.toBeNull();
  });
});

describe('answers that a clinic uses again', () => {
  const crown = { subTreatment: 'Dental Crown', fields: { message: 'Gladly.' } } as const;

  it('are kept by treatment under a name of its own, changed and removed', async () => {
    const clinic = someClinic();
    const id = await keepReusable(clinic, { ...crown, name: 'Usual' });
    await keepReusable(clinic, { ...crown, subTreatment: 'Root Canal', name: 'Usual' });
    expect(await code(keepReusable(clinic, { ...crown, name: 'USUAL' }))).toBe('reusable_exists');
    await keepReusable(clinic, { ...crown, id, name: 'usual', fields: { amount: '900' } });
    expect(await reusableOffers(clinic, { of: 'Dental Crown' })).toEqual([
      { id, name: 'usual', subTreatment: 'Dental Crown', fields: { amount: '900' } },
    ]);
    await removeReusable(clinic, { id });
    expect((await reusableOffers(clinic)).map(({ subTreatment }) => subTreatment)).toEqual([
      'Root Canal',
    ]);
  });

  it('are nobody else’s', async () => {
    const [clinic, other] = [someClinic(), someClinic()];
    const id = await keepReusable(clinic, { ...crown, name: 'Usual' });
    expect(await reusableOffers(other)).toEqual([]);
    for (const which of [id, newId(), 'no-uuid']) {
      const change = keepReusable(other, { ...crown, id: which, name: 'Other' });
      expect(await code(change)).toBe('not_found');
      expect(await code(removeReusable(other, { id: which }))).toBe('not_found');
    }
    expect(await reusableOffers(clinic)).toHaveLength(1);
  });

  it('are a hundred, also when more are kept at once', async () => {
    const clinic = someClinic();
    await kit.services.database.pool.query(
      `insert into offers.reusable
       select gen_random_uuid(), $1, 'Root Canal', 'Answer ' || n, '{}', now(), now()
       from generate_series(1, $2::int) n`,
      [clinic.actor.id, mostReusable - 10],
    );
    const kept = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        code(keepReusable(clinic, { ...crown, name: `Answer ${n}` })),
      ),
    );
    expect(kept.filter((one) => one === 'done')).toHaveLength(10);
    expect(kept.filter((one) => one === 'too_many_reusable')).toHaveLength(10);
  });
});
