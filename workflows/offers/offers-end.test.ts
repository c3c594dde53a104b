import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  bidsOfClinic,
  countBids,
  declineOffer,
  offerFlow,
  readOffer,
  withdrawOffer,
} from '#modules/offers';
import { dealFlow } from '#modules/deals';
import { cancelLead, leadFlow, readLead } from '#modules/leads';
import { system } from '#platform/base/actor';
import type { CtxOf } from '#platform/context';
import { sha256 } from '#platform/base/ids';
import { sealedText } from '../../modules/offers/rules';
import { runJobs, runDueTimers } from '#engine/testing';
import { resetClock } from '../../tests/kit/clock';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import { registry } from '../registry';
import { suspendClinicAndEndSessions } from '../review-clinic';
import { reviseOffer, acceptShownOffer } from './offers';
import {
  looks,
  publishedLead,
  sentOffer,
  someClinics,
  someOfferFields,
  withoutBudgets,
} from './testing';

let kit: TestServices;
let clinics: Array<CtxOf<'clinic'>>;
let { rows, rowOf, listed } = {} as ReturnType<typeof looks>;
beforeAll(async () => {
  kit = await createTestServices();
  ({ rows, rowOf, listed } = looks(kit));
  await withoutBudgets(kit);
  clinics = await someClinics(kit, 8);
});
afterAll(() => kit.close());
beforeEach(() => resetClock(kit.services));

const refused = (work: Promise<unknown>, code: string) =>
  expect(work).rejects.toMatchObject({ code });

describe('the choice', () => {
  it('seals the offer, completes the request, and tells the others where their price lay', async () => {
    const { patient, leadId } = await publishedLead(kit);
    const prices = [300_000, 200_000, 200_000, 400_000];
    const ids: string[] = [];
    for (const [n, amountCents] of prices.entries())
      ids.push(await sentOffer(clinics[n]!, leadId, { amountCents }));
    const abroad = await sentOffer(clinics[4]!, leadId, { amountCents: 1, currency: 'EUR' });
    const accepted = await acceptShownOffer(patient, { offerId: ids[0]! });
    expect(accepted.status).toBe('accepted');
    const { earlier: _none, content, ...row } = await readOffer(patient, { offerId: ids[0]! });
    expect(row.sealVersion).toBe(2);
    expect(row.sealedHash).toBe(sha256(sealedText(content, 2)).toString('hex'));
    expect((await readLead(patient, { leadId })).lead.status).toBe('completed');
    expect(await listed(leadId)).toBeUndefined();
    const places = async (id: string) => {
      const { status, declined_because, price_place, price_among } = await rowOf(id);
      return [status, declined_because, price_place, price_among];
    };
    expect(await Promise.all([...ids.slice(1), abroad].map(places))).toEqual([
      ['declined', 'not-chosen', 1, 4],
      ['declined', 'not-chosen', 1, 4],
      ['declined', 'not-chosen', 4, 4],
      ['declined', 'not-chosen', null, null],
    ]);
    await refused(acceptShownOffer(patient, { offerId: ids[0]! }), 'already_decided');
    await refused(acceptShownOffer(patient, { offerId: ids[1]! }), 'already_decided');
    await refused(withdrawOffer(clinics[0]!, { offerId: ids[0]! }), 'already_decided');
    const late = reviseOffer(clinics[0]!, { offerId: ids[0]!, fields: someOfferFields() });
    await refused(late, 'already_decided');
    await expect(
      rows('update offers.offer set decline_reason = $2 where id = $1', [ids[0], 'price']),
    ).rejects.toThrow('append-only');
    await expect(
      rows('update offers.revision set amount_cents = 1 where offer_id = $1', [ids[0]]),
    ).rejects.toThrow('append-only');
  });

  const accepted: Parameters<typeof sealedText>[0] = {
    offerId: '6c7d6a5e-94f4-4a15-9f6c-0a5f5f6a000a',
    revision: 2,
    amountCents: 250_000,
    listPriceCents: null,
    currency: 'USD',
    message: 'Gladly.',
    items: [
      { key: 'procedure', state: 'included' },
      { key: 'medication', state: 'extra', priceCents: 900 },
    ],
    doctorName: 'Dr. Ada Kaya',
    earliestDate: '2027-01-04',
    availability: null,
    ...{ trips: null, nights: null, daysInCountry: null, guaranteeMonths: null },
    assumptions: null,
    attachments: [],
    memberId: null,
  };
  const sealOf = (...said: Parameters<typeof sealedText>): string =>
    sha256(sealedText(...said)).toString('hex');

  it('spells a seal of the first version in one way for good, whatever was added since', () => {
    const first = '3379ea59517b72a07efd1ac967d20d1a173d07b95575091d7daf4ea4acc81c85';
    expect(sealOf(accepted, 1)).toBe(first);
    expect(sealOf({ ...accepted, trips: 2, assumptions: [] }, 1)).toBe(first);
  });

  it('spells a seal of the second version in one way for good, and holds all that was added', () => {
    const stated: typeof accepted = {
      ...accepted,
      items: [{ key: 'procedure', state: 'included', quantity: 20, unit: 'crowns', brand: 'A' }],
      ...{ trips: 2, nights: 7, daysInCountry: 8, guaranteeMonths: 24 },
      assumptions: [{ text: 'No bone graft.', surchargeCents: 40_000 }],
    };
    const seal = (more: Partial<typeof accepted>) => sealOf({ ...stated, ...more }, 2);
    expect(seal({})).toBe('8561861bcfe9f7ff7962e30ae375796a3bee114dcccd865afb236f8b14f4bd7e');
    const changes = [
      { items: [{ ...stated.items[0]!, quantity: 19 }] },
      { items: [{ ...stated.items[0]!, unit: 'teeth' as const }] },
      { items: [{ ...stated.items[0]!, brand: 'B' }] },
      ...[{ trips: 1 }, { nights: 6 }, { daysInCountry: 7 }, { guaranteeMonths: 12 }],
      { assumptions: [] },
      { assumptions: [{ text: 'No bone graft.', surchargeCents: 50_000 }] },
    ];
    expect(new Set([...changes, {}].map((more) => seal(more))).size).toBe(changes.length + 1);
  });

  it('says no with a reason, and the clinic learns it and its place', async () => {
    const { patient, leadId } = await publishedLead(kit);
    const low = await sentOffer(clinics[0]!, leadId, { amountCents: 100_000 });
    const high = await sentOffer(clinics[1]!, leadId, { amountCents: 900_000 });
    await declineOffer(patient, { offerId: high, reason: 'price' });
    expect(await rowOf(high)).toMatchObject({
      status: 'declined',
      declined_because: 'patient',
      decline_reason: 'price',
      price_place: 2,
      price_among: 2,
    });
    await declineOffer(patient, { offerId: low, reason: null });
    expect(await rowOf(low)).toMatchObject({ decline_reason: null, price_place: null });
    await refused(declineOffer(patient, { offerId: low, reason: null }), 'already_decided');
  });

  it('cannot fall on an offer that ran out, not even while its clock is late', async () => {
    const { patient, leadId } = await publishedLead(kit);
    const offerId = await sentOffer(clinics[0]!, leadId);
    await rows(
      `insert into platform.clock (id, shift) values (true, interval '15 days')
       on conflict (id) do update set shift = excluded.shift`,
    );
    await refused(acceptShownOffer(patient, { offerId }), 'offer_expired');
    const fields = someOfferFields();
    await refused(reviseOffer(clinics[0]!, { offerId, fields }), 'offer_expired');
    expect((await rowOf(offerId)).status).toBe('pending');
    await runDueTimers(kit.services, { flows: [leadFlow, offerFlow, dealFlow] });
    await refused(acceptShownOffer(patient, { offerId }), 'offer_expired');
  });
});

describe('what ends offers besides', () => {
  it('is the end of their request', async () => {
    const { patient, leadId } = await publishedLead(kit);
    const offerId = await sentOffer(clinics[0]!, leadId);
    await cancelLead(patient, { leadId, reason: null });
    expect(await rowOf(offerId)).toMatchObject({
      status: 'declined',
      declined_because: 'request-ended',
    });
    expect(await rows('select 1 from flow.timer where instance_id = $1', [offerId])).toEqual([]);
  });

  it('is the suspension of their clinic: all of them, and each request hears of it', async () => {
    const [clinic] = await someClinics(kit);
    const leads = [await publishedLead(kit), await publishedLead(kit)];
    const ids: string[] = [];
    for (const { leadId } of leads) ids.push(await sentOffer(clinic!, leadId));
    const kept = await sentOffer(clinics[0]!, leads[0]!.leadId);
    await suspendClinicAndEndSessions(kit.ctx(system('test')), {
      clinicId: clinic!.actor.id,
      reason: 'The license has ended.',
    });
    await runJobs(kit.services, registry);
    for (const id of ids)
      expect(await rowOf(id)).toMatchObject({ status: 'withdrawn', withdrawn_by: 'suspension' });
    expect((await rowOf(kept)).status).toBe('pending');
    expect((await readLead(leads[0]!.patient, leads[0]!)).lead.offersCount).toBe(1);
    expect((await readLead(leads[1]!.patient, leads[1]!)).lead.status).toBe('reviewed');
  });
});

describe('the bids of a clinic', () => {
  it('are read by group, newest first, and counted', async () => {
    const [clinic] = await someClinics(kit);
    const ids: string[] = [];
    for (let n = 0; n < 23; n += 1)
      ids.push(await sentOffer(clinic!, (await publishedLead(kit)).leadId));
    const won = await publishedLead(kit);
    const chosen = await sentOffer(clinic!, won.leadId);
    await acceptShownOffer(won.patient, { offerId: chosen });
    await withdrawOffer(clinic!, { offerId: ids[0]! });
    const first = await bidsOfClinic(clinic!, { group: 'active' });
    const cursor = first.nextCursor!;
    const second = await bidsOfClinic(clinic!, { group: 'active', cursor });
    expect([...first.bids, ...second.bids].map(({ id }) => id)).toEqual(ids.slice(1).reverse());
    expect(second.nextCursor).toBeNull();
    expect((await bidsOfClinic(clinic!, { group: 'won' })).bids).toMatchObject([{ id: chosen }]);
    expect((await bidsOfClinic(clinic!, { group: 'lost' })).bids).toMatchObject([{ id: ids[0] }]);
    expect(await countBids(clinic!, { cap: 1_000 })).toEqual({ activeBids: 22, wonDeals: 1 });
    // No more than one beyond it is counted of each status.
    expect(await countBids(clinic!, { cap: 10 })).toEqual({ activeBids: 11, wonDeals: 1 });
    expect((await bidsOfClinic(clinics[7]!, { group: 'won' })).bids).toEqual([]);
  });
});
