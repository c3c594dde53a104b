import { afterAll, beforeAll, expect, it } from 'vitest';
import { discardDraft, saveStep } from '#modules/consultation';
import { cancelDeal } from '#modules/deals';
import type { CtxOf } from '#platform/context';
import { signedInPatient } from '../modules/identity/testing';
import { forgetLimits } from '../tests/kit/identity';
import { createTestServices, type TestServices } from '../tests/kit/services';
import { acceptShownOffer } from './offers/offers';
import { publishedLead, sentOffer, someClinics, withoutBudgets } from './offers/testing';
import { whatWaits } from './what-waits';

let kit: TestServices;
let clinic: CtxOf<'clinic'>;
beforeAll(async () => {
  kit = await createTestServices();
  await forgetLimits(kit);
  await withoutBudgets(kit);
  [clinic] = (await someClinics(kit, 1)) as [CtxOf<'clinic'>];
});
afterAll(() => kit.close());

const begin = (ctx: CtxOf<'patient'>) =>
  saveStep(ctx, {
    step: 1,
    expectedVersion: 0,
    events: () => [{ type: 'choose-category', category: 'dental' }, { type: 'next' }],
  });

it('is the wizard for who has nothing, and the list for who has begun', async () => {
  const { ctx } = await signedInPatient(kit.ctx());
  expect(await whatWaits(ctx)).toEqual({ kind: 'nothing' });
  await begin(ctx);
  expect(await whatWaits(ctx)).toEqual({ kind: 'list' });
  await discardDraft(ctx, { draftId: crypto.randomUUID() });
  expect(await whatWaits(ctx)).toEqual({ kind: 'list' });
  await discardDraft(ctx);
  expect(await whatWaits(ctx)).toEqual({ kind: 'nothing' });
});

it('is the offers of a request, then its deal, then the list; and the list where several wait', async () => {
  const { ctx } = await signedInPatient(kit.ctx());
  const { leadId } = await publishedLead(kit, {}, ctx);
  expect(await whatWaits(ctx)).toEqual({ kind: 'list' });
  const offerId = await sentOffer(clinic, leadId);
  expect(await whatWaits(ctx)).toEqual({ kind: 'offers', leadId });
  const other = await publishedLead(kit, { subTreatment: 'Root Canal' }, ctx);
  expect(await whatWaits(ctx)).toEqual({ kind: 'offers', leadId });
  await sentOffer(clinic, other.leadId);
  expect(await whatWaits(ctx)).toEqual({ kind: 'list' });
  await acceptShownOffer(ctx, { offerId });
  expect(await whatWaits(ctx)).toEqual({ kind: 'offers', leadId: other.leadId });
  const { ctx: stranger } = await signedInPatient(kit.ctx());
  expect(await whatWaits(stranger)).toEqual({ kind: 'nothing' });
});

it('is the treatment ahead, until it is called off', async () => {
  const { ctx } = await signedInPatient(kit.ctx());
  const { leadId } = await publishedLead(kit, {}, ctx);
  const offerId = await sentOffer(clinic, leadId);
  await acceptShownOffer(ctx, { offerId });
  expect(await whatWaits(ctx)).toEqual({ kind: 'deal', offerId });
  await cancelDeal(ctx, { offerId, code: 'dates', reason: 'Another time' });
  expect(await whatWaits(ctx)).toEqual({ kind: 'list' });
});
