import { withTransaction } from '#engine';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  answerOffer,
  clinicsApart,
  declineOffer,
  offerBudgets,
  offersOfLead,
  ownOfferFor,
  partiesOf,
  readOffer,
  withdrawOffer,
} from '#modules/offers';
import { cancelLead, readLead } from '#modules/leads';
import { system } from '#platform/base/actor';
import type { CtxOf } from '#platform/context';
import { days } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import { writeSetting } from '#platform/settings/settings';
import { somePatient, submitted } from '../../modules/leads/testing';
import { resetClock } from '../../tests/kit/clock';
import { someReviewer } from '../../tests/kit/clinics';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import { repairListings } from '../exchange/refresh-listings';
import { suspendClinicAndEndSessions } from '../review-clinic';
import {
  acceptShownOffer,
  offerForPatient,
  offersForPatient,
  reviseOffer,
  sendOffer,
} from './offers';
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
let { rows, rowOf, listed, pass } = {} as ReturnType<typeof looks>;
beforeAll(async () => {
  kit = await createTestServices();
  ({ rows, rowOf, listed, pass } = looks(kit));
  await withoutBudgets(kit);
  clinics = await someClinics(kit, 8);
});
afterAll(() => kit.close());
beforeEach(() => resetClock(kit.services));

const refused = (work: Promise<unknown>, code: string) =>
  expect(work).rejects.toMatchObject({ code });

describe('sending an offer', () => {
  it('makes it live, tells the request and the list, and says what was said', async () => {
    const [clinic] = clinics as [CtxOf<'clinic'>];
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

  it('keeps its clinic on the list when a lost listing is mended', async () => {
    const { leadId } = await publishedLead(kit);
    await sentOffer(clinics[0]!, leadId);
    const before = await listed(leadId);
    await rows('delete from exchange.listing where id = $1', [leadId]);
    expect(await repairListings(kit.ctx(system('test')), [leadId])).toBe(1);
    expect(await listed(leadId)).toEqual(before);
    expect(before?.offered_by).toEqual([clinics[0]!.actor.id]);
  });

  it('is for clinics that are approved and see the request', async () => {
    const { leadId } = await publishedLead(kit);
    const fields = someOfferFields();
    const send = (clinic: CtxOf<'clinic'>, to = leadId) =>
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

  it('is for clinics of which everything stands verified, and starts in the currency of the clinic', async () => {
    const [clinic] = (await someClinics(kit)) as [CtxOf<'clinic'>];
    const { leadId } = await publishedLead(kit);
    const send = () =>
      sendOffer(clinic, {
        leadId,
        offerId: newId(),
        fields: someOfferFields({ currency: undefined }),
      });
    const endOn = (day: string) =>
      rows(
        `update clinic_onboarding.document set valid_until = $2 where clinic_id = $1 and kind = 'medical-license'`,
        [clinic.actor.id, day],
      );
    await endOn('2020-01-01');
    await refused(send(), 'verification_expired');
    await endOn('2090-01-01');
    await rows(`insert into clinic_onboarding.profile (clinic_id, currency) values ($1, 'EUR')`, [
      clinic.actor.id,
    ]);
    expect((await send()).currency).toBe('EUR');
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

  it('says how much of a line there is, in a unit of the line, and what is optional where it is stated', async () => {
    const { leadId } = await publishedLead(kit);
    const fault = (item: object) =>
      sentOffer(clinics[0]!, leadId, { items: [{ state: 'included', ...item }] }).then(
        () => null,
        (error: { details?: { fields?: object } }) => error.details?.fields,
      );
    const unfit = ['offers.error.unit'];
    expect(await fault({ key: 'procedure', quantity: 20, unit: 'grafts' })).toEqual({
      'items.0.unit': unfit,
    });
    expect(await fault({ key: 'anaesthesia', quantity: 2 })).toEqual({ 'items.0.quantity': unfit });
    const items = [
      { key: 'hotel', state: 'extra', priceCents: 60_000, quantity: 3 },
      { key: 'procedure', state: 'included', quantity: 2, brand: ' Straumann ' },
      { key: 'transfer', state: 'not-stated' },
    ];
    const fields = someOfferFields({ items, nights: 0, trips: 2 });
    const sent = await sendOffer(clinics[0]!, { leadId, offerId: newId(), fields });
    expect(sent.items.find(({ key }) => key === 'procedure')).toEqual({
      ...{ key: 'procedure', state: 'included', quantity: 2, brand: 'Straumann' },
      unit: 'teeth',
    });
    expect(sent.items.at(-1)).toEqual({ ...items[0], unit: 'nights' });
    expect(sent.items.filter(({ key }) => key === 'transfer')).toEqual([]);
    expect(sent).toMatchObject({ trips: 2, nights: 0, guaranteeMonths: null, assumptions: [] });
  });

  it('shows no contact data of its makes and assumptions until it is accepted, also spread over fields', async () => {
    const { patient, leadId } = await publishedLead(kit);
    const said = {
      items: [{ key: 'procedure', state: 'included', brand: '0532 123' }],
      assumptions: [
        { text: 'and 45 67, please call' },
        { text: 'Ask at clinic@example.com first.' },
      ],
    };
    const offerId = await sentOffer(clinics[0]!, leadId, said);
    const [shown] = await offersForPatient(patient, { leadId });
    const words = JSON.stringify([shown!.items, shown!.assumptions]);
    expect(words).toContain('•••');
    for (const part of ['0532 123', '45 67', 'clinic@example.com'])
      expect(words).not.toContain(part);
    expect((await readOffer(patient, { offerId })).content.assumptions).toMatchObject(
      said.assumptions,
    );
    await acceptShownOffer(patient, { offerId });
    const open = await offerForPatient(patient, { offerId });
    expect(open.assumptions.map(({ text }) => text)).toEqual(
      said.assumptions.map(({ text }) => text),
    );
  });

  it('shows staff whose plans lie apart from five requests on, at which end, and nothing of those that agree', async () => {
    const [low, high, same] = await someClinics(kit, 3);
    const staff = kit.ctx(someReviewer());
    const own = async () =>
      (await clinicsApart(staff)).filter(({ clinicId }) =>
        [low, high, same].some((clinic) => clinic!.actor.id === clinicId),
      );
    const counts = async (clinic: CtxOf<'clinic'>, leadId: string, quantity: number) =>
      sentOffer(clinic, leadId, { items: [{ key: 'procedure', state: 'included', quantity }] });
    for (let n = 0; n < 5; n += 1) {
      expect(await own()).toEqual([]);
      const { leadId } = await publishedLead(kit);
      await counts(low!, leadId, 2);
      await counts(high!, leadId, 3);
      const { leadId: agreed } = await publishedLead(kit);
      await counts(low!, agreed, 4);
      await counts(same!, agreed, 5);
    }
    const stands = (clinic: CtxOf<'clinic'>, more: object) => ({
      ...{ clinicId: clinic.actor.id, requests: 5, highest: 0, lowest: 0 },
      ...more,
    });
    expect(new Set(await own())).toEqual(
      new Set([stands(low!, { lowest: 5 }), stands(high!, { highest: 5 })]),
    );
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
    const answer = () => withTransaction(patient, (tx) => answerOffer(tx, { offerId }));
    await answer();
    await answer();
    expect(await partiesOf(patient, { offerId })).toMatchObject({
      status: 'negotiating',
      isLive: true,
    });
    await expect(kit).toHaveTransitioned('offers.answer', { instance: offerId }, { times: 1 });
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
    await refused(acceptShownOffer(stranger, { offerId }), 'not_found');
    await refused(declineOffer(stranger, { offerId, reason: null }), 'not_found');
    await refused(withdrawOffer(other, { offerId }), 'not_found');
    await refused(reviseOffer(other, { offerId, fields: someOfferFields() }), 'not_found');
    expect(await offersOfLead(stranger, { leadId })).toEqual([]);
    expect(await ownOfferFor(other, { leadId })).toBeNull();
  });
});
