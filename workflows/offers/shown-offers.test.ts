import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { declineOffer, offerFlow, withdrawOffer } from '#modules/offers';
import { dealFlow } from '#modules/deals';
import { countLeads, leadBudgets, leadFlow, readLead, recentActivity } from '#modules/leads';
import { system } from '#platform/base/actor';
import { now } from '#platform/time/clock';
import type { CtxOf } from '#platform/context';
import { after, days } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import { writeSetting } from '#platform/settings/settings';
import { somePatient } from '../../modules/leads/testing';
import { runDueTimers } from '#engine/testing';
import { resetClock } from '../../tests/kit/clock';
import { countRoundTrips } from '../../tests/kit/round-trips';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import {
  reviseOffer,
  acceptShownOffer,
  clinicPhoneOf,
  offerForPatient,
  offersForPatient,
  othersBeside,
} from './offers';
import { publishedLead, sentOffer, someClinics, someOfferFields } from './testing';

let kit: TestServices;
let clinics: Array<CtxOf<'clinic'>>;
let patient: CtxOf<'patient'>;
let leadId: string;
beforeAll(async () => {
  kit = await createTestServices();
  const many = { perHour: 10_000, perDay: 10_000, unscreenedPerDay: 10_000 };
  await writeSetting(kit.ctx(system('test')), leadBudgets, many);
  clinics = await someClinics(kit, 5);
});
afterAll(() => kit.close());
beforeEach(async () => {
  await resetClock(kit.services);
  ({ patient, leadId } = await publishedLead(kit));
});

const revise = (clinic: number, offerId: string, more: Record<string, unknown>) =>
  reviseOffer(clinics[clinic]!, { offerId, fields: someOfferFields(more) });
const refused = (work: Promise<unknown>, code: string) =>
  expect(work).rejects.toMatchObject({ code });

describe('offers as their patient weighs them', () => {
  it('carry what the last revision changed, and what each said before', async () => {
    const offerId = await sentOffer(clinics[0]!, leadId, { doctorName: 'Dr. Ada' });
    const plain = await sentOffer(clinics[1]!, leadId);
    await revise(0, offerId, { amountCents: 240_000, doctorName: 'Dr. Ada' });
    const items = [{ key: 'procedure', state: 'included' }];
    await revise(0, offerId, { amountCents: 240_000, doctorName: null, items });
    const offers = await offersForPatient(patient, { leadId });
    const byId = new Map(offers.map((offer) => [offer._id, offer]));
    expect(byId.get(offerId)).toMatchObject({
      revision: 3,
      changed: ['lines', 'doctor'],
      changedLines: ['procedure'],
      ended: null,
    });
    expect(byId.get(plain)).toMatchObject({ changed: [], changedLines: [] });
    const { revisions } = await offerForPatient(patient, { offerId });
    expect(revisions.map(({ revision, changed }) => [revision, ...changed])).toEqual([
      [3, 'lines', 'doctor'],
      [2, 'price'],
      [1],
    ]);
    expect(revisions.at(-1)).toMatchObject({ amountCents: 250_000, doctorName: 'Dr. Ada' });
  });

  it('give away no contact data that an earlier revision held', async () => {
    const contact = {
      message: 'Call +90 212 555 01 23 or mail a@galata.example',
      doctorName: null,
    };
    const offerId = await sentOffer(clinics[0]!, leadId, contact);
    await revise(0, offerId, { message: 'Gladly. Begin with +90 212' });
    await revise(0, offerId, { message: 'and go on with 555 09 87' });
    const shown = JSON.stringify(await offerForPatient(patient, { offerId }));
    expect(shown).not.toMatch(/555 01 23|galata\.example|555 09 87/);
    expect(JSON.stringify(await offersForPatient(patient, { leadId }))).not.toContain('555 01 23');
    await acceptShownOffer(patient, { offerId, revision: 3 });
    expect(JSON.stringify(await offerForPatient(patient, { offerId }))).toContain('galata.example');
  });

  it('say why they are over, and when', async () => {
    const declined = await sentOffer(clinics[0]!, leadId);
    await declineOffer(patient, { offerId: declined, reason: 'price' });
    const withdrawn = await sentOffer(clinics[1]!, leadId);
    await withdrawOffer(clinics[1]!, { offerId: withdrawn });
    const chosen = await sentOffer(clinics[2]!, leadId);
    const other = await sentOffer(clinics[3]!, leadId);
    await acceptShownOffer(patient, { offerId: chosen, revision: 1 });
    const offers = await offersForPatient(patient, { leadId });
    const ends = new Map(offers.map(({ _id, ended }) => [_id, ended]));
    expect(ends.get(declined)).toMatchObject({ because: 'patient', reason: 'price' });
    expect(ends.get(withdrawn)).toMatchObject({ because: 'clinic', reason: null });
    expect(ends.get(other)).toMatchObject({ because: 'not-chosen', reason: null });
    expect(ends.get(chosen)).toBeNull();
  });

  it('are nobody else’s', async () => {
    const offerId = await sentOffer(clinics[0]!, leadId);
    const other = kit.ctx(somePatient());
    expect(await offersForPatient(other, { leadId })).toEqual([]);
    for (const id of [offerId, newId(), 'x'])
      await refused(offerForPatient(other, { offerId: id }), 'not_found');
    await refused(acceptShownOffer(other, { offerId, revision: 1 }), 'not_found');
  });

  it('are read by as many statements, five as one', async () => {
    const first = await sentOffer(clinics[0]!, leadId);
    await revise(0, first, { amountCents: 1 });
    const statements = async () =>
      (await countRoundTrips(() => offersForPatient(patient, { leadId }))).statements.length;
    const one = await statements();
    for (const n of [1, 2, 3, 4]) {
      const id = await sentOffer(clinics[n]!, leadId);
      await revise(n, id, { amountCents: n });
    }
    expect(await offersForPatient(patient, { leadId })).toHaveLength(5);
    expect(await statements()).toBe(one);
  });
});

describe('accepting what a page showed', () => {
  it('accepts nothing that its clinic has changed since', async () => {
    const offerId = await sentOffer(clinics[0]!, leadId);
    const beside = await sentOffer(clinics[1]!, leadId);
    await revise(0, offerId, { amountCents: 999_900 });
    await refused(acceptShownOffer(patient, { offerId, revision: 1 }), 'offer_changed');
    const offers = await offersForPatient(patient, { leadId });
    expect(offers.map(({ status }) => status)).toEqual(['pending', 'pending']);
    expect(offers.map(({ _id }) => _id)).toContain(beside);
    await acceptShownOffer(patient, { offerId, revision: 2 });
    expect((await readLead(patient, { leadId })).acceptedOfferId).toBe(offerId);
  });

  it('opens the clinic’s number, and only then', async () => {
    const offerId = await sentOffer(clinics[0]!, leadId);
    await sentOffer(clinics[1]!, leadId);
    const before = await offerForPatient(patient, { offerId });
    expect(await clinicPhoneOf(patient, before)).toBeNull();
    expect(await othersBeside(patient, before)).toBe(1);
    await acceptShownOffer(patient, { offerId, revision: 1 });
    const chosen = await offerForPatient(patient, { offerId });
    expect(await clinicPhoneOf(patient, chosen)).toMatch(/^\+\d+$/);
  });
});

describe('recent activity', () => {
  it('tells of each offer what happened to it, in codes, and the figures count them', async () => {
    const first = await sentOffer(clinics[0]!, leadId);
    const second = await sentOffer(clinics[1]!, leadId);
    const third = await sentOffer(clinics[2]!, leadId);
    expect((await countLeads(patient)).offers).toBe(3);
    await revise(1, second, { amountCents: 1 });
    await declineOffer(patient, { offerId: first, reason: null });
    await withdrawOffer(clinics[2]!, { offerId: third });
    expect((await countLeads(patient)).offers).toBe(1);
    const kinds = async () =>
      (await recentActivity(patient, { limit: 20 })).map(({ kind }) => kind).reverse();
    expect(await kinds()).toEqual([
      ...['submitted', 'published', 'offers-received', 'offer-received', 'offer-received'],
      ...['offer-revised', 'offer-declined', 'offer-withdrawn'],
    ]);
    const late = after(await now(patient), days(14.1));
    await runDueTimers(kit.services, { flows: [leadFlow, offerFlow, dealFlow] }, late);
    expect((await kinds()).slice(-2)).toEqual(
      expect.arrayContaining(['offer-expired', 'offers-gone']),
    );
  });
});
