import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CareAnswers, type CheckInDay } from '#contracts/aftercare';
import {
  closeCheckIn,
  handoverBundle,
  leadsInAftercare,
  plansGivenBy,
  repairGiven,
  replyToCheckIn,
} from '#modules/aftercare';
import { addPhoto } from '#modules/consultation';
import { confirmTreatment } from '#modules/deals';
import { ownConsents } from '#modules/identity';
import { withTransaction } from '#engine';
import { runDueTimers } from '#engine/testing';
import { days, type Duration, hours } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import { now } from '#platform/time/clock';
import { wordsIn } from '../../modules/aftercare/handover/testing';
import { jpegPhoto } from '../../modules/consultation/testing';
import { someDay } from '../../modules/deals/testing';
import { signedInPatient } from '../../modules/identity/testing';
import { advance } from '../../tests/kit/clock';
import { forgetLimits } from '../../tests/kit/identity';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import { endOpen } from '../leaving/end-open';
import { personModules } from '../leaving/person-modules';
import { takeConsentBack } from '../leaving/withdraw-consent';
import { acceptShownOffer } from '../offers/offers';
import { publishedLead, sentOffer, someClinics, withoutBudgets } from '../offers/testing';
import { registry } from '../registry';
import {
  addAftercarePhoto,
  agreeToAftercare,
  answerAftercare,
  confirmWithRecord,
  giveTreatmentRecord,
  readAftercare,
  stopAftercare,
} from './aftercare';
import { handoverPdf, readHandover } from './handover';

let kit: TestServices;
beforeAll(async () => {
  kit = await createTestServices();
  await forgetLimits(kit);
  await withoutBudgets(kit);
});
afterAll(() => kit.close());

const home = { country: 'GB', zone: 'Europe/London' } as const;
const fine: CareAnswers = {
  pain: 'mild',
  breathing: 'no',
  swelling: 'no',
  bleeding: 'no',
  fever: 'no',
  recovery: 'expected',
};
const late: CareAnswers = { pain: 'none', wound: 'no', recovery: 'better' };
const plan = { plan: 'Rinse with salt water.', person: null, used: [] };
const staff = () =>
  kit.ctx({ kind: 'staff' as const, id: newId(), role: 'reviewer' as const, sessionId: newId() });

/** A treatment that both sides confirmed today. */
async function treated(given: Parameters<typeof confirmWithRecord>[1]['aftercare'] = null) {
  const { ctx } = await signedInPatient(kit.ctx());
  const [clinic] = await someClinics(kit, 1);
  const { leadId, patient } = await publishedLead(kit, {}, ctx);
  const offerId = await sentOffer(clinic!, leadId);
  await acceptShownOffer(patient, { offerId });
  const said = {
    offerId,
    finalAmountCents: 250_000,
    reason: 'as agreed later',
    treatedOn: await someDay(patient),
  };
  await confirmTreatment(patient, said);
  await confirmWithRecord(clinic!, { ...said, aftercare: given });
  const care = async (side: typeof patient | NonNullable<typeof clinic> = patient) =>
    readAftercare(side, { offerId });
  const day = async (which: CheckInDay) =>
    (await care()).checkIns.find((one) => one.day === which)!;
  const agree = () => agreeToAftercare(patient, { offerId, ...home });
  const answer = (which: CheckInDay, answers: CareAnswers, more = {}) =>
    answerAftercare(patient, {
      ...{ offerId, day: String(which), answers, note: null },
      ...home,
      ...more,
    });
  return { patient, clinic: clinic!, leadId, offerId, care, day, agree, answer };
}

/** The clock moves on, and what is due fires as the worker would. */
async function pass(duration: Duration): Promise<void> {
  await advance(kit.services, duration);
  await runDueTimers(kit.services, { flows: registry.flows }, await now(kit.ctx()));
}

const refused = (code: string) => ({ code });

describe('aftercare', () => {
  it('is offered with the treatment, and asked once the patient agrees', async () => {
    const { care, agree, patient, leadId } = await treated();
    expect(await care()).toMatchObject({ state: 'offered', slotSet: 'teeth', checkIns: [] });
    const agreements = await Promise.allSettled(Array.from({ length: 50 }, agree));
    expect(agreements.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { state, checkIns, emergencyNumber } = await care();
    expect([state, emergencyNumber]).toEqual(['following', '999']);
    expect(checkIns.map(({ day, state: one }) => [day, one])).toEqual(
      [1, 7, 30, 180, 365].map((day) => [day, 'planned']),
    );
    expect(new Date(checkIns[0]!.dueAt).getUTCHours()).toBeOneOf([9, 10]);
    expect((await ownConsents(patient)).map(({ kind }) => kind)).toContain('aftercare');
    expect(await leadsInAftercare(patient, [leadId])).toEqual([leadId]);
    await expect(agree()).rejects.toMatchObject(refused('event_refused'));
  });

  it('asks on its days, takes an answer for a week, and moves with the patient', async () => {
    const { agree, answer, day } = await treated();
    await agree();
    await expect(answer(1, fine)).rejects.toMatchObject(refused('event_refused'));
    await pass(days(2));
    expect((await day(1)).state).toBe('due');
    await expect(answer(1, { ...fine, pain: 'much' })).rejects.toMatchObject({
      details: { fields: { 'answers.pain': ['aftercare.error.answer'] } },
    });
    await expect(answer(1, late)).rejects.toMatchObject(refused('validation_failed'));
    const before = (await day(7)).dueAt;
    await answer(1, fine, { country: 'US', zone: 'America/Los_Angeles' });
    expect(await day(1)).toMatchObject({ state: 'answered', answers: fine, country: 'US' });
    expect(Date.parse((await day(7)).dueAt) - Date.parse(before)).toBe(hours(8));
    await expect(answer(1, fine)).rejects.toMatchObject(refused('check_in_answered'));
    await pass(days(7));
    await pass(days(6));
    expect((await day(7)).state).toBe('missed');
    await expect(answer(7, fine)).rejects.toMatchObject(refused('event_refused'));
    await pass(days(351));
    expect((await day(365)).state).toBe('due');
    await answer(365, late);
    expect((await day(365)).state).toBe('answered');
    await pass(days(9));
  });

  it('sends an answer that means danger to the clinic, and after a day to the team', async () => {
    const { agree, answer, day, clinic, offerId } = await treated();
    await agree();
    await pass(days(2));
    const settled = await Promise.allSettled(
      Array.from({ length: 50 }, () => answer(1, { ...fine, breathing: 'yes' })),
    );
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await day(1)).toMatchObject({
      ...{ state: 'alerted', dangers: ['breathing'], emergencyNumber: '999' },
    });
    await pass(hours(25));
    expect((await day(1)).state).toBe('escalated');
    const replies = await Promise.allSettled(
      Array.from({ length: 50 }, () =>
        replyToCheckIn(clinic, { offerId, day: '1', text: 'We called you.' }),
      ),
    );
    expect(replies.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await day(1)).toMatchObject({ state: 'settled', reply: 'We called you.' });
  });

  it('is closed by the team where the clinic says nothing', async () => {
    const { agree, answer, day, offerId } = await treated();
    await agree();
    await pass(days(2));
    await answer(1, { ...fine, pain: 'severe' });
    await pass(hours(25));
    const { rows } = await kit.services.database.pool.query<{ id: string }>(
      'select id from aftercare.check_in where offer_id = $1 and day = 1',
      [offerId],
    );
    const closed = await Promise.allSettled(
      Array.from({ length: 50 }, () =>
        closeCheckIn(staff(), { id: rows[0]!.id, reason: 'Called both sides.' }),
      ),
    );
    expect(closed.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await day(1)).state).toBe('closed');
  });

  it('takes ten photos of a day, also when more come at once, and each of them once', async () => {
    const { agree, answer, care, patient, offerId } = await treated();
    await agree();
    await pass(days(2));
    await answer(1, fine);
    const photos: string[] = [];
    for (let n = 0; n < 13; n += 1) {
      const bytes = await jpegPhoto(700 + n);
      const photo = await addPhoto(patient, {
        ...{ bytes, name: 'photo.jpg', toDraft: false, slot: 'teeth-front' },
      });
      photos.push(photo.id);
    }
    const added = await Promise.allSettled(
      Array.from({ length: 52 }, (_, n) =>
        addAftercarePhoto(patient, { offerId, day: '1', photoId: photos[n % 13]! }),
      ),
    );
    expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    const shown = (await care()).checkIns[0]!.photos.map(({ id }) => id);
    expect(new Set(shown).size).toBe(10);
  });

  it('ends with a stop, with the consent, and lets the request be forgotten', async () => {
    const one = await treated();
    await one.agree();
    const stops = await Promise.allSettled(
      Array.from({ length: 50 }, () => stopAftercare(one.patient, { offerId: one.offerId })),
    );
    expect(stops.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await one.care()).toMatchObject({ state: 'stopped' });
    expect((await one.care()).checkIns.map(({ state }) => state)).toEqual(
      Array.from({ length: 5 }, () => 'stopped'),
    );
    const consent = (await ownConsents(one.patient)).find(({ kind }) => kind === 'aftercare');
    expect(consent?.withdrawnAt).not.toBeNull();
    expect(await leadsInAftercare(one.patient, [one.leadId])).toEqual([]);
    const other = await treated();
    await other.agree();
    await takeConsentBack(other.patient, { kind: 'aftercare' });
    expect(await other.care()).toMatchObject({ state: 'stopped' });
  });

  it('is not there for other people', async () => {
    const { offerId, agree } = await treated();
    await agree();
    await pass(days(2));
    const stranger = (await signedInPatient(kit.ctx())).ctx;
    const [other] = await someClinics(kit, 1);
    const lost = refused('not_found');
    await expect(readAftercare(stranger, { offerId })).rejects.toMatchObject(lost);
    await expect(readAftercare(other!, { offerId })).rejects.toMatchObject(lost);
    await expect(agreeToAftercare(stranger, { offerId, ...home })).rejects.toMatchObject(lost);
    await expect(stopAftercare(stranger, { offerId })).rejects.toMatchObject(lost);
    await expect(
      answerAftercare(stranger, { offerId, day: '1', answers: fine, note: null, ...home }),
    ).rejects.toMatchObject(lost);
    await expect(giveTreatmentRecord(other!, { offerId, given: plan })).rejects.toMatchObject(lost);
    await expect(
      replyToCheckIn(other!, { offerId, day: '1', text: 'Hello.' }),
    ).rejects.toMatchObject(lost);
  });
});

describe('the handover', () => {
  const words = wordsIn('tr');
  const asked = (offerId: string) => ({ offerId, words });

  it('is there once the treatment is confirmed, for its patient alone, after a fresh proof', async () => {
    const { patient, offerId } = await treated({
      plan: 'Ilık tuzlu suyla çalkalayın.',
      person: { name: 'Ayşe Kaya', role: 'Hemşire', phone: '+90 212 555 01 00', email: null },
      used: [{ name: 'İmplant, Straumann', lot: 'ŞĞ-1' }],
    });
    const found = await readHandover(patient, asked(offerId));
    expect(found).toMatchObject({
      dealId: offerId,
      done: { confirmedBy: 'both' },
      used: { materials: [{ name: 'İmplant, Straumann', lot: 'ŞĞ-1' }] },
    });
    const pdf = await handoverPdf(patient, asked(offerId));
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.length).toBeGreaterThan(5_000);
    expect(handoverBundle(found, words)).toMatchObject({ resourceType: 'Bundle' });
    const stranger = (await signedInPatient(kit.ctx())).ctx;
    await expect(readHandover(stranger, asked(offerId))).rejects.toMatchObject(
      refused('not_found'),
    );
    await kit.services.database.pool.query(
      `update identity.session set proved_at = platform.now() - interval '1 hour' where id = $1`,
      [patient.actor.sessionId],
    );
    await expect(readHandover(patient, asked(offerId))).rejects.toMatchObject(refused('step_up'));
  });

  it('names the clinic also when its account is gone', async () => {
    const { patient, offerId, clinic } = await treated(plan);
    await withTransaction(kit.ctx(), (tx) => endOpen(tx, { kind: 'clinic', id: clinic.actor.id }));
    const steps = personModules['clinic-onboarding']!;
    const gone = { kind: 'clinic' as const, id: clinic.actor.id };
    while ((await steps.erase(kit.ctx(), gone)) === 'more');
    while ((await personModules.aftercare!.erase(kit.ctx(), gone)) === 'more');
    const found = await readHandover(patient, asked(offerId));
    expect(found.clinic.name).not.toBe('');
    expect(found.used.plan).toBe(plan.plan);
  });
});

describe('what a clinic gives with a treatment', () => {
  it('is counted once, and set right where the count is not', async () => {
    const { clinic, offerId, care } = await treated(plan);
    expect((await care()).record).toMatchObject({ plan: plan.plan, person: null, used: [] });
    const counted = async () =>
      (
        await kit.services.database.pool.query(
          'select treatments, plans, persons, used from aftercare.given where clinic_id = $1',
          [clinic.actor.id],
        )
      ).rows[0] as unknown;
    expect(await counted()).toEqual({ treatments: 1, plans: 1, persons: 0, used: 0 });
    const given = { ...plan, used: [{ name: 'Implant', lot: 'A-1' }] };
    await Promise.all(
      Array.from({ length: 50 }, () => giveTreatmentRecord(clinic, { offerId, given })),
    );
    expect(await counted()).toEqual({ treatments: 1, plans: 1, persons: 0, used: 1 });
    expect(await plansGivenBy(clinic, { clinicId: clinic.actor.id })).toBeNull();
    await kit.services.database.pool.query(
      'update aftercare.given set treatments = 9, plans = 0 where clinic_id = $1',
      [clinic.actor.id],
    );
    expect(await repairGiven(kit.ctx())).toBeGreaterThan(0);
    expect(await counted()).toEqual({ treatments: 1, plans: 1, persons: 0, used: 1 });
  });

  it('is refused of a patient, with the confirmation', async () => {
    const { patient } = await treated();
    const other = await treated();
    await expect(
      confirmWithRecord(patient, {
        ...{ offerId: other.offerId, finalAmountCents: 1, reason: null },
        aftercare: plan,
      }),
    ).rejects.toMatchObject(refused('not_found'));
  });
});
