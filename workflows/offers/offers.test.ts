import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  acceptOffer,
  answerOffer,
  bidsOfClinic,
  countBids,
  declineOffer,
  offerBudgets,
  offerFlow,
  offersOfLead,
  ownOfferFor,
  partiesOf,
  readOffer,
  withdrawOffer,
} from '#modules/offers';
import { cancelLead, leadBudgets, leadFlow, readLead } from '#modules/leads';
import { system, type ActorOf } from '#platform/actor';
import { now } from '#platform/clock';
import { transaction, type Ctx } from '#platform/context';
import { after, days, type Duration } from '#platform/duration';
import { newId, sha256 } from '#platform/ids';
import { writeSetting } from '#platform/settings';
import { somePatient, submitted } from '../../modules/leads/testing';
import { sealedText } from '../../modules/offers/seal';
import { runDueTimers } from '../../platform/flow/testing';
import { resetClock } from '../../tests/kit/clock';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import { suspendClinicAndEndSessions } from '../review-clinic';
import { reviseOffer, sendOffer } from './send-offer';
import { publishedLead, sentOffer, someClinics, someOfferFields } from './testing';

let kit: TestServices;
let clinics: Array<Ctx<ActorOf<'clinic'>>>;
beforeAll(async () => {
  kit = await createTestServices();
  const many = { perHour: 10_000, perDay: 10_000, unscreenedPerDay: 10_000 };
  await writeSetting(kit.ctx(system('test')), leadBudgets, many);
  await writeSetting(kit.ctx(system('test')), offerBudgets, { perHour: 10_000 });
  clinics = await someClinics(kit, 8);
});
afterAll(() => kit.close());
beforeEach(() => resetClock(kit.services));

const rows = async <R extends object>(sql: string, values: unknown[] = []): Promise<R[]> =>
  (await kit.services.database.pool.query<R>(sql, values)).rows;
const rowOf = async (id: string) =>
  (await rows<Record<string, unknown>>('select * from offers.offer where id = $1', [id]))[0]!;
const listed = async (leadId: string) =>
  (
    await rows<{ offers_count: number; offered_by: string[] }>(
      'select offers_count, offered_by from exchange.listing where id = $1',
      [leadId],
    )
  )[0];
const pass = async (length: Duration) =>
  runDueTimers(kit.services, { flows: [leadFlow, offerFlow] }, after(await now(kit.ctx()), length));
const refused = (work: Promise<unknown>, code: string) =>
  expect(work).rejects.toMatchObject({ code });

describe('sending an offer', () => {
  it('makes it live, tells the request and the list, and says what was said', async () => {
    const [clinic] = clinics as [Ctx<ActorOf<'clinic'>>];
    const { patient, leadId } = await publishedLead(kit);
    const offerId = newId();
    const items = [{ key: 'anaesthesia', state: 'extra', priceCents: 5_000 }];
    const fields = someOfferFields({ items, listPriceCents: 300_000 });
    const sent = await sendOffer(clinic, { leadId, offerId, fields });
    expect(sent).toMatchObject({
      _id: offerId,
      leadId,
      clinic: { _id: clinic.actor.id, clinicName: 'Bosphorus Dental (test)', rating: null },
      amountCents: 250_000,
      listPriceCents: 300_000,
      currency: 'USD',
      status: 'pending',
      revision: 1,
    });
    expect(Date.parse(sent.expiresAt) - Date.parse(sent.createdAt)).toBeCloseTo(days(14), -2);
    expect(sent.items.find(({ key }) => key === 'anaesthesia')).toEqual(items[0]);
    expect(sent.items.find(({ key }) => key === 'procedure')).toEqual({
      key: 'procedure',
      state: 'not-stated',
    });
    expect((await readLead(patient, { leadId })).lead).toMatchObject({
      status: 'offers_received',
      offersCount: 1,
    });
    expect(await listed(leadId)).toEqual({ offers_count: 1, offered_by: [clinic.actor.id] });
    expect((await offersOfLead(patient, { leadId })).map(({ id }) => id)).toEqual([offerId]);
    expect((await ownOfferFor(clinic, { leadId }))?.id).toBe(offerId);
  });

  it('is for clinics that are approved and see the request', async () => {
    const { leadId } = await publishedLead(kit);
    const fields = someOfferFields();
    const send = (clinic: Ctx<ActorOf<'clinic'>>, to = leadId) =>
      sendOffer(clinic, { leadId: to, offerId: newId(), fields });
    const [other] = await someClinics(kit);
    const set = (column: string, value: unknown) =>
      rows(`update clinic_onboarding.clinic set ${column} = $2 where id = $1`, [
        other!.actor.id,
        value,
      ]);
    await set('specialties', ['Urology']);
    await refused(send(other!), 'not_found');
    await set('specialties', ['Dental Treatment']);
    await set('city', 'Ankara');
    await refused(send(other!), 'not_found');
    await set('city', 'istanbul');
    await refused(send(other!, newId()), 'not_found');
    await refused(send(other!, 'x'), 'not_found');
    const { _id: pending } = await submitted(kit.ctx(somePatient()), {
      description: 'Call 212 555 0123',
    });
    await refused(send(other!, pending), 'not_found');
    const reviewer = kit.ctx(system('test'));
    await suspendClinicAndEndSessions(reviewer, { clinicId: other!.actor.id, reason: 'No.' });
    await refused(send(other!), 'forbidden');
  });

  it('is refused once there is one of the clinic, once all places are taken, and once it is closed', async () => {
    const { patient, leadId } = await publishedLead(kit);
    await sentOffer(clinics[0]!, leadId);
    await refused(sentOffer(clinics[0]!, leadId), 'offer_exists');
    for (const clinic of clinics.slice(1, 5)) await sentOffer(clinic, leadId);
    await refused(sentOffer(clinics[5]!, leadId), 'offers_full');
    const third = (await ownOfferFor(clinics[2]!, { leadId }))!;
    await withdrawOffer(clinics[2]!, { offerId: third.id });
    const taken = await sentOffer(clinics[5]!, leadId);
    expect((await rowOf(taken)).slot).toBe(third.slot);
    await cancelLead(patient, { leadId, reason: null });
    await refused(sentOffer(clinics[6]!, leadId), 'lead_closed');
  });

  it('takes only lines of the treatment, and no file that was not handed in', async () => {
    const { leadId } = await publishedLead(kit);
    const send = (more: object) => sentOffer(clinics[0]!, leadId, { ...more });
    const unknown = { items: [{ key: 'graft-count-of-nobody', state: 'included' }] };
    await refused(send(unknown), 'validation_failed');
    await refused(send({ attachments: [newId()] }), 'validation_failed');
  });

  it('is counted per clinic and hour', async () => {
    const [clinic] = await someClinics(kit);
    await writeSetting(kit.ctx(system('test')), offerBudgets, { perHour: 1 });
    await sentOffer(clinic!, (await publishedLead(kit)).leadId);
    const second = sentOffer(clinic!, (await publishedLead(kit)).leadId);
    await expect(second).rejects.toMatchObject({ code: 'too_many_requests' });
    await writeSetting(kit.ctx(system('test')), offerBudgets, { perHour: 10_000 });
  });
});

describe('a live offer', () => {
  it('is revised: what it said is kept, and its validity begins anew', async () => {
    const { patient, leadId } = await publishedLead(kit);
    const offerId = await sentOffer(clinics[0]!, leadId, { currency: 'EUR' });
    await pass(days(10));
    const fields = someOfferFields({ amountCents: 200_000, message: 'For less.' });
    const revised = await reviseOffer(clinics[0]!, { offerId, fields });
    expect(revised).toMatchObject({ revision: 2, amountCents: 200_000, currency: 'EUR' });
    expect(Date.parse(revised.expiresAt) - Date.parse(revised.createdAt)).toBeGreaterThan(days(23));
    const { earlier } = await readOffer(patient, { offerId });
    expect(earlier).toMatchObject([{ revision: 1, amountCents: 250_000 }]);
    await pass(days(5));
    expect((await rowOf(offerId)).status).toBe('pending');
    await pass(days(10));
    expect((await rowOf(offerId)).status).toBe('expired');
  });

  it('is talked about from the patient’s first words on', async () => {
    const { patient, leadId } = await publishedLead(kit);
    const offerId = await sentOffer(clinics[0]!, leadId);
    const answer = () => transaction(patient, (tx) => answerOffer(tx, { offerId }));
    await answer();
    await answer();
    expect(await partiesOf(patient, { offerId })).toMatchObject({
      status: 'negotiating',
      isLive: true,
    });
    expect(
      await rows('select 1 from flow.transition where instance_id = $1', [offerId]),
    ).toHaveLength(2);
  });

  it.each(['withdrawn', 'declined', 'expired'] as const)(
    'that is %s frees its place, and the last one takes the request back',
    async (how) => {
      const { patient, leadId } = await publishedLead(kit);
      const [first, second] = [clinics[0]!, clinics[1]!];
      const ids = [await sentOffer(first, leadId), await sentOffer(second, leadId)];
      const end = async (n: 0 | 1) => {
        const offerId = ids[n]!;
        if (how === 'withdrawn') await withdrawOffer([first, second][n]!, { offerId });
        if (how === 'declined') await declineOffer(patient, { offerId, reason: 'dates' });
      };
      if (how === 'expired') await pass(days(15));
      else {
        await end(0);
        expect(await listed(leadId)).toEqual({ offers_count: 1, offered_by: [second.actor.id] });
        await end(1);
      }
      expect((await readLead(patient, { leadId })).lead).toMatchObject({
        status: 'reviewed',
        offersCount: 0,
      });
      expect(await listed(leadId)).toEqual({ offers_count: 0, offered_by: [] });
      expect(await rowOf(ids[0]!)).toMatchObject({ status: how, slot: null });
      await sentOffer(first, leadId);
    },
  );

  it('belongs to its patient and its clinic alone', async () => {
    const { leadId } = await publishedLead(kit);
    const offerId = await sentOffer(clinics[0]!, leadId);
    const stranger = kit.ctx(somePatient());
    const other = clinics[1]!;
    await refused(readOffer(stranger, { offerId }), 'not_found');
    await refused(readOffer(other, { offerId }), 'not_found');
    await refused(partiesOf(other, { offerId }), 'not_found');
    await refused(acceptOffer(stranger, { offerId }), 'not_found');
    await refused(declineOffer(stranger, { offerId, reason: null }), 'not_found');
    await refused(withdrawOffer(other, { offerId }), 'not_found');
    await refused(reviseOffer(other, { offerId, fields: someOfferFields() }), 'not_found');
    expect(await offersOfLead(stranger, { leadId })).toEqual([]);
    expect(await ownOfferFor(other, { leadId })).toBeNull();
  });
});

describe('the choice', () => {
  it('seals the offer, completes the request, and tells the others where their price lay', async () => {
    const { patient, leadId } = await publishedLead(kit);
    const prices = [300_000, 200_000, 200_000, 400_000];
    const ids: string[] = [];
    for (const [n, amountCents] of prices.entries())
      ids.push(await sentOffer(clinics[n]!, leadId, { amountCents }));
    const abroad = await sentOffer(clinics[4]!, leadId, { amountCents: 1, currency: 'EUR' });
    const accepted = await acceptOffer(patient, { offerId: ids[0]! });
    expect(accepted.status).toBe('accepted');
    const { earlier: _none, content, ...row } = await readOffer(patient, { offerId: ids[0]! });
    expect(row.sealedHash).toBe(sha256(sealedText(content)).toString('hex'));
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
    await refused(acceptOffer(patient, { offerId: ids[0]! }), 'already_decided');
    await refused(acceptOffer(patient, { offerId: ids[1]! }), 'already_decided');
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

  it('spells a seal in one way for good', () => {
    const id = '6c7d6a5e-94f4-4a15-9f6c-0a5f5f6a000a';
    const text = sealedText({
      offerId: id,
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
      attachments: [],
    });
    expect(sha256(text).toString('hex')).toBe(
      '3379ea59517b72a07efd1ac967d20d1a173d07b95575091d7daf4ea4acc81c85',
    );
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
    await refused(acceptOffer(patient, { offerId }), 'offer_expired');
    const fields = someOfferFields();
    await refused(reviseOffer(clinics[0]!, { offerId, fields }), 'offer_expired');
    expect((await rowOf(offerId)).status).toBe('pending');
    await runDueTimers(kit.services, { flows: [leadFlow, offerFlow] });
    await refused(acceptOffer(patient, { offerId }), 'offer_expired');
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

  it('is the suspension of their clinic: all at once, and each request is told', async () => {
    const [clinic] = await someClinics(kit);
    const leads = [await publishedLead(kit), await publishedLead(kit)];
    const ids: string[] = [];
    for (const { leadId } of leads) ids.push(await sentOffer(clinic!, leadId));
    const kept = await sentOffer(clinics[0]!, leads[0]!.leadId);
    await suspendClinicAndEndSessions(kit.ctx(system('test')), {
      clinicId: clinic!.actor.id,
      reason: 'The license has ended.',
    });
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
    await acceptOffer(won.patient, { offerId: chosen });
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
