import {
  answerReview,
  answerTime,
  cancelDeal,
  confirmTreatment,
  denyTreatment,
  proposeTime,
  readDeal,
  reportReview,
  writeReview,
} from '#modules/deals';
import { answerOutcome } from '#modules/outcomes';
import { after, type Duration } from '#platform/base/duration';
import {
  agreeToAftercare,
  answerAftercare,
  giveTreatmentRecord,
} from '../../workflows/deals/aftercare';
import { hasLooked } from './passing-time';
import type { DealAct, Step } from './stories/story';
import type { Told } from './told';

type DealStep = Extract<Step, { readonly does: DealAct['does'] }>;

/** What only the patient does; what else says no side is the clinic's. */
const ofThePatient = new Set<DealAct['does']>([
  ...(['review', 'say-later', 'agree-to-aftercare', 'check-in'] as const),
]);

/** What the two sides of a deal do. */
export async function playDeal(told: Told, step: DealStep): Promise<void> {
  const offerId = told.offerIdOf(step.clinic);
  const clinic = told.clinicOf(step.clinic);
  const { patient } = told;
  const by = 'by' in step ? step.by : ofThePatient.has(step.does) ? 'patient' : 'clinic';
  const side = by === 'patient' ? patient : clinic;
  await hasLooked(side, step.ago);
  switch (step.does) {
    case 'propose':
      return proposeTime(side, {
        ...{ offerId, startsAt: dayAt(step.startsIn), note: step.note ?? null },
      });
    case 'agree': {
      const { deal } = await readDeal(side, { offerId });
      return answerTime(side, { offerId, timeId: deal.times[0]!._id, answer: 'accept' });
    }
    case 'confirm': {
      const finalAmountCents = Math.round(step.dollars * 100);
      return confirmTreatment(side, { offerId, finalAmountCents, reason: step.reason ?? null });
    }
    case 'deny':
      return denyTreatment(side, { offerId, reason: step.reason });
    case 'cancel-deal':
      return cancelDeal(side, { offerId, code: step.code, reason: step.reason });
    case 'give':
      return giveTreatmentRecord(clinic, { offerId, given: step.given });
    case 'agree-to-aftercare':
      return agreeToAftercare(patient, { offerId, ...step.from });
    case 'check-in': {
      const { day, from, answers, note } = step;
      return answerAftercare(patient, { offerId, day: String(day), ...from, answers, note });
    }
    case 'review':
      await writeReview(patient, { offerId, stars: step.stars, text: step.text });
      return;
    case 'say-later': {
      const { moment, again, result, text } = step;
      await answerOutcome(patient, { offerId, moment, again, result, text });
      return;
    }
    case 'answer':
      await answerReview(clinic, { reviewId: await reviewOf(told, step), text: step.text });
      return;
    case 'report-review':
      return reportReview(side, { reviewId: await reviewOf(told, step), reason: step.reason });
  }
}

async function reviewOf(told: Told, { clinic }: DealStep): Promise<string> {
  const { deal } = await readDeal(told.patient, { offerId: told.offerIdOf(clinic) });
  return deal.review!._id;
}

/** Ten in the morning in Istanbul. */
function dayAt(startsIn: Duration): string {
  const day = after(new Date(), startsIn);
  day.setUTCHours(7, 0, 0, 0);
  return day.toISOString();
}
