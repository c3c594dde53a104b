import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dealStatuses } from '#contracts/deals';
import { totalOf } from '#contracts/offers';
import {
  answerTime,
  cancelDeal,
  confirmTreatment,
  dealsOfOffers,
  proposeTime,
  repairReputation,
  reputationOf,
} from '#modules/deals';
import { declineOffer } from '#modules/offers';
import type { CtxOf } from '#platform/context';
import { now } from '#platform/time/clock';
import { minutes } from '#platform/base/duration';
import { someDay } from '../../modules/deals/testing';
import { signedInPatient } from '../../modules/identity/testing';
import { advance } from '../../tests/kit/clock';
import { forgetLimits } from '../../tests/kit/identity';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import { publishedLead, sentOffer, someClinics, withoutBudgets } from '../offers/testing';
import { mails } from '../reactions/index';
import { agreedOf, readDealOf } from './read-deal-of';
import { acceptShownOffer } from '../offers/offers';

let kit: TestServices;
let clinics: Array<CtxOf<'clinic'>>;
beforeAll(async () => {
  kit = await createTestServices();
  await forgetLimits(kit);
  await withoutBudgets(kit);
  clinics = await someClinics(kit, 2);
});
afterAll(() => kit.close());

/** Two clinics send an offer each; the patient chooses the first. */
async function chosen() {
  const { ctx } = await signedInPatient(kit.ctx());
  const { leadId, patient } = await publishedLead(kit, {}, ctx);
  const [first, second] = [
    await sentOffer(clinics[0]!, leadId, { amountCents: 300_000, currency: 'EUR' }),
    await sentOffer(clinics[1]!, leadId),
  ];
  return { patient, leadId, first, second };
}

describe('an offer that is accepted', () => {
  it('begins a deal at its sealed price, once, and no other does', async () => {
    const { patient, leadId, first, second } = await chosen();
    const accepted = await Promise.allSettled(
      Array.from({ length: 20 }, () => acceptShownOffer(patient, { offerId: first })),
    );
    expect(accepted.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const deals = await dealsOfOffers(patient, [first, second]);
    expect([...deals.values()]).toMatchObject([
      {
        _id: first,
        leadId,
        status: dealStatuses[0],
        priceSealed: { amountCents: 300_000, currency: 'EUR' },
      },
    ]);
    for (const ctx of [patient, ...clinics])
      await expect(readDealOf(ctx, { offerId: second })).rejects.toMatchObject({
        code: 'not_found',
      });
  });

  const assumptions = [
    { text: 'No bone graft is needed.', surchargeCents: 40_000 },
    { text: 'The gums are healthy.' },
  ];
  /** An offer at 1,000.00 that rests on two things, accepted. */
  async function agreedWith(clinic: CtxOf<'clinic'>) {
    const { ctx } = await signedInPatient(kit.ctx());
    const { leadId, patient } = await publishedLead(kit, {}, ctx);
    const offerId = await sentOffer(clinic, leadId, { amountCents: 100_000, assumptions });
    await acceptShownOffer(patient, { offerId });
    return { patient, offerId };
  }
  const treatedOf = async (offerId: string, more: object) => ({
    ...{ offerId, finalAmountCents: 140_000, reason: null, treatedOn: await someDay(kit.ctx()) },
    ...more,
  });

  it('holds another final price against what the offer rested on', async () => {
    const { patient, offerId } = await agreedWith(clinics[0]!);
    const say = async (more: object) =>
      confirmTreatment(patient, await treatedOf(offerId, more)).then(
        () => null,
        (error: { details?: { fields?: object } }) => error.details?.fields ?? error,
      );
    expect((await readDealOf(patient, { offerId })).assumptions).toEqual([
      assumptions[0],
      { ...assumptions[1], surchargeCents: null },
    ]);
    expect(await say({ reason: 'A graft.' })).toEqual({ because: ['deals.error.price_because'] });
    expect(await say({ because: 'assumption-3' })).toEqual({ because: ['error.invalid_value'] });
    expect(await say({ because: 'not-foreseen' })).toEqual({
      reason: ['deals.error.price_reason'],
    });
    expect(await say({ because: 'assumption-1' })).toBeNull();
    const { treated } = await readDealOf(clinics[0]!, { offerId });
    expect(treated.patient).toMatchObject({ because: 'assumption-1', reason: null });
    // Of the accepted price nothing has to be named, and what is named is not kept.
    const accepted = { finalAmountCents: 100_000, because: 'not-foreseen' } as const;
    await confirmTreatment(clinics[0]!, await treatedOf(offerId, accepted));
    expect((await readDealOf(patient, { offerId })).treated.clinic?.because).toBeNull();
  });

  it('says from five differences on which share was foreseen, and counts each once', async () => {
    const [clinic] = await someClinics(kit);
    const foreseen = async () =>
      (await reputationOf(kit.ctx(), [clinic!.actor.id])).get(clinic!.actor.id);
    for (let n = 0; n < 5; n += 1) {
      const { patient, offerId } = await agreedWith(clinic!);
      expect((await foreseen())?.priceForeseen).toBeNull();
      const because = n < 3 ? ('assumption-1' as const) : ('not-foreseen' as const);
      const said = await treatedOf(offerId, { because, reason: 'As it came.' });
      await confirmTreatment(patient, said);
      // The clinic says it fifty times at once: once is heard.
      const all = await Promise.allSettled(
        Array.from({ length: n === 0 ? 50 : 1 }, () => confirmTreatment(clinic!, said)),
      );
      expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
    expect(await foreseen()).toMatchObject({
      priceKept: { kept: 0, of: 5 },
      priceForeseen: { foreseen: 3, of: 5 },
    });
    expect(await repairReputation(kit.ctx())).toBe(0);
  });

  it('keeps its price for who pays the accepted total, and asks them for no reason', async () => {
    const { ctx } = await signedInPatient(kit.ctx());
    const { leadId, patient } = await publishedLead(kit, {}, ctx);
    const lines = { anaesthesia: 35_000, medication: 8_000 };
    const items = Object.entries(lines).map(([key, priceCents]) => {
      return { key, state: 'extra', priceCents };
    });
    const offerId = await sentOffer(clinics[0]!, leadId, { amountCents: 110_000, items });
    await acceptShownOffer(patient, { offerId });
    const named = totalOf((await agreedOf(patient, { offerId }))!);
    expect((await readDealOf(patient, { offerId })).priceAccepted.amountCents).toBe(named);
    const pay = async (side: typeof patient | (typeof clinics)[0], finalAmountCents: number) =>
      confirmTreatment(side!, {
        ...{ offerId, finalAmountCents, reason: null },
        treatedOn: await someDay(kit.ctx()),
      });
    for (const other of [named - 1, named + 1, 110_001])
      await expect(pay(patient, other)).rejects.toMatchObject({
        details: { fields: { reason: ['deals.error.price_reason'] } },
      });
    await pay(patient, named);
    await pay(clinics[0]!, 110_000);
    const { rows } = await kit.services.database.pool.query(
      'select sealed_cents, accepted_cents, price_kept from deals.deal where offer_id = $1',
      [offerId],
    );
    expect(rows).toEqual([{ sealed_cents: 110_000, accepted_cents: 153_000, price_kept: true }]);
  });

  it('does not begin one when it is declined', async () => {
    const { patient, first } = await chosen();
    await declineOffer(patient, { offerId: first, reason: 'price' });
    expect((await dealsOfOffers(patient, [first])).size).toBe(0);
  });

  it('opens the contact details of both to each other alone, and closes them with a cancellation', async () => {
    const { patient, first } = await chosen();
    await expect(readDealOf(clinics[0]!, { offerId: first })).rejects.toMatchObject({
      code: 'not_found',
    });
    await acceptShownOffer(patient, { offerId: first });
    const { rows } = await kit.services.database.pool.query<Record<string, string>>(
      'select first_name, last_name, phone, email from identity.patient where id = $1',
      [patient.actor.id],
    );
    const { first_name, last_name, phone, email } = rows[0]!;
    expect((await readDealOf(clinics[0]!, { offerId: first })).contact).toEqual({
      name: `${first_name} ${last_name}`,
      phoneNumber: phone,
      email,
    });
    const clinic = await kit.services.database.pool.query<Record<string, string>>(
      'select clinic_name, phone, email from clinic_onboarding.clinic where id = $1',
      [clinics[0]!.actor.id],
    );
    const own = clinic.rows[0]!;
    expect((await readDealOf(patient, { offerId: first })).contact).toEqual({
      name: own.clinic_name,
      phoneNumber: own.phone,
      email: own.email,
    });
    await expect(readDealOf(clinics[1]!, { offerId: first })).rejects.toMatchObject({
      code: 'not_found',
    });
    await cancelDeal(patient, { offerId: first, code: 'travel', reason: 'I cannot travel.' });
    expect((await readDealOf(clinics[0]!, { offerId: first })).contact).toBeNull();
    expect((await readDealOf(patient, { offerId: first })).contact).toBeNull();
  });
});

it('the time to a clinic’s first offer is kept, from the publication on', async () => {
  const [clinic] = await someClinics(kit);
  for (let n = 1; n <= 5; n += 1) {
    const { leadId } = await publishedLead(kit);
    await advance(kit.services, minutes(10 * n));
    await sentOffer(clinic!, leadId);
  }
  const shown = await reputationOf(kit.ctx(), [clinic!.actor.id]);
  expect(shown.get(clinic!.actor.id)!.answerTime).toEqual({ medianMinutes: 30, sample: 5 });
});

describe('the mails of a date', () => {
  it('say when it is by the clocks of the clinics, and are no news after it was called off', async () => {
    const { patient, first: offerId } = await chosen();
    await acceptShownOffer(patient, { offerId });
    const year = new Date(await now(kit.ctx())).getUTCFullYear() + 1;
    const startsAt = `${year}-01-12T07:30:00.000Z`;
    await proposeTime(clinics[0]!, { offerId, startsAt, note: null });
    const { times } = await readDealOf(patient, { offerId });
    await answerTime(patient, { offerId, timeId: times[0]!._id, answer: 'accept' });
    const { id: clinicId } = clinics[0]!.actor;
    const said = (kind: string, locale: 'en' | 'tr', ids: object = { clinicId }) =>
      mails[kind]!.values({ ...kit.ctx(), locale }, { offerId, ...ids });
    for (const kind of ['deals.scheduled', 'deals.rescheduled', 'deals.visit-soon']) {
      const [when, city] = [expect.stringContaining('10:30') as string, 'Istanbul'];
      expect(await said(kind, 'en')).toMatchObject({ when, city });
      expect(await said(kind, 'tr')).toMatchObject({
        when: expect.stringContaining('Ocak') as string,
        city: 'İstanbul',
      });
      expect(await said(kind, 'en', {})).toMatchObject({ when, city: 'unknown' });
    }
    await cancelDeal(patient, { offerId, code: 'dates', reason: 'Another time' });
    expect(await said('deals.scheduled', 'en')).toBeNull();
  });
});
