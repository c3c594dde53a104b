import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dealStatuses } from '#contracts/deals';
import { totalOf } from '#contracts/offers';
import {
  answerTime,
  cancelDeal,
  confirmTreatment,
  dealsOfOffers,
  proposeTime,
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
