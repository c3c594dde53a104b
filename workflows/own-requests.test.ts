import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerTime, cancelDeal, confirmTreatment, proposeTime } from '#modules/deals';
import { now } from '#platform/time/clock';
import type { CtxOf } from '#platform/context';
import { after, days } from '#platform/base/duration';
import { signedInPatient } from '../modules/identity/testing';
import { advance } from '../tests/kit/clock';
import { forgetLimits } from '../tests/kit/identity';
import { createTestServices, type TestServices } from '../tests/kit/services';
import { publishedLead, sentOffer, someClinics, withoutBudgets } from './offers/testing';
import { acceptShownOffer } from './offers/offers';
import { ownRequests } from './own-requests';
import { readDealOf } from './deals/read-deal-of';

let kit: TestServices;
let clinic: CtxOf<'clinic'>;
beforeAll(async () => {
  kit = await createTestServices();
  await forgetLimits(kit);
  await withoutBudgets(kit);
  [clinic] = (await someClinics(kit, 1)) as [CtxOf<'clinic'>];
});
afterAll(() => kit.close());

/** A patient whose offer is accepted, with another request that is open. */
async function chosen() {
  const { ctx } = await signedInPatient(kit.ctx());
  const { leadId, patient } = await publishedLead(kit, {}, ctx);
  const offerId = await sentOffer(clinic, leadId);
  const other = await publishedLead(kit, { subTreatment: 'Root Canal' }, ctx);
  await acceptShownOffer(patient, { offerId });
  return { patient, leadId, offerId, open: other.leadId };
}

const tabs = async (patient: CtxOf<'patient'>) => {
  const [active, over] = [
    await ownRequests(patient, { tab: 'active' }),
    await ownRequests(patient, { tab: 'completed' }),
  ];
  expect(over.counts).toEqual(active.counts);
  expect([active.requests.length, over.requests.length]).toEqual([
    active.counts.active,
    active.counts.over,
  ]);
  return {
    active: active.requests.map(({ _id }) => _id).toSorted(),
    over: over.requests.map(({ _id }) => _id),
    dealOf: (id: string) =>
      [...active.requests, ...over.requests].find(({ _id }) => _id === id)!.deal,
  };
};

it('keeps a request active until its treatment took place, with its clinic and date', async () => {
  const { patient, leadId, offerId, open } = await chosen();
  const agreed = await tabs(patient);
  expect(agreed.active).toEqual([leadId, open].toSorted());
  expect(agreed.dealOf(open)).toBeNull();
  expect(agreed.dealOf(leadId)).toMatchObject({ offerId, status: 'accepted', scheduledFor: null });
  expect(agreed.dealOf(leadId)!.clinicName).not.toBe('');
  expect(agreed.dealOf(leadId)!.city).toBe('Istanbul');

  const startsAt = after(await now(kit.ctx()), days(10)).toISOString();
  await proposeTime(clinic, { offerId, startsAt, note: null });
  const { times } = await readDealOf(patient, { offerId });
  await answerTime(patient, { offerId, timeId: times[0]!._id, answer: 'accept' });
  expect((await tabs(patient)).dealOf(leadId)).toMatchObject({
    status: 'scheduled',
    scheduledFor: startsAt,
  });

  await advance(kit.services, days(11));
  for (const ctx of [patient, clinic])
    await confirmTreatment(ctx, { offerId, finalAmountCents: 250_000, reason: null });
  const treated = await tabs(patient);
  expect(treated.active).not.toContain(leadId);
  expect(treated.over).toEqual([leadId]);
  expect(treated.dealOf(leadId)).toMatchObject({ offerId, status: 'treated' });
});

it('ends with a deal that is called off, and shows no one else any of it', async () => {
  const { patient, leadId, offerId, open } = await chosen();
  await cancelDeal(patient, { offerId, code: 'dates', reason: 'Another time' });
  const called = await tabs(patient);
  expect([called.active, called.over]).toEqual([[open], [leadId]]);
  expect(called.dealOf(leadId)).toMatchObject({ status: 'cancelled' });
  const { ctx: stranger } = await signedInPatient(kit.ctx());
  expect(await ownRequests(stranger, { tab: 'completed' })).toMatchObject({
    counts: { active: 0, over: 0 },
    requests: [],
  });
});
