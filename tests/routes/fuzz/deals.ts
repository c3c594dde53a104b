import { accountHolder } from '#platform/base/actor';
import { fireArmedTimer } from '#engine/testing';
import type { CareAnswers } from '#contracts/aftercare';
import { checkInFlow } from '#modules/aftercare';
import { answerTime, confirmTreatment, proposeTime, readDeal, writeReview } from '#modules/deals';
import { answerOutcome } from '#modules/outcomes';
import { actAs, type CtxOf } from '#platform/context';
import { days } from '#platform/base/duration';
import { begunDeal, someClinic, someSealed, someDay } from '../../../modules/deals/testing';
import { signedInPatient } from '../../../modules/identity/testing';
import { somePatient, submitted } from '../../../modules/leads/testing';
import { agreeToAftercare, answerAftercare } from '../../../workflows/deals/aftercare';
import { askedOutcome, content } from '../../../modules/outcomes/testing';
import type { TestServer } from '../../kit/http';
import type { Person } from './people';

/** Answers to the questions of the first day after a treatment of teeth; the first of them means danger. */
export const answersOfDay: CareAnswers = {
  ...{ breathing: 'yes', pain: 'none', swelling: 'no', bleeding: 'no', fever: 'no' },
  recovery: 'expected',
};

type Side = CtxOf<'patient'> | CtxOf<'clinic'>;

/** A deal, its review or what became of it, that stands where a call about it has something to do; null for a call about neither. */
export async function dealThing(
  server: TestServer,
  path: string,
  { role, id, phone }: Person,
): Promise<Record<string, string> | null> {
  const [, about, call = ''] = /^\/(deals|reviews|outcomes)\/\{id\}\/?(.*)/.exec(path) ?? [];
  if (!about) return null;
  if (role !== 'patient' && role !== 'clinic-approved') return { id, timeId: id };
  const own = { id, phone, sessionId: id };
  const ctx = server.ctx();
  // One with an account, where what is agreed to is kept with it.
  const other = call.startsWith('aftercare')
    ? (await signedInPatient(ctx)).ctx.actor
    : somePatient();
  const patient = actAs(ctx, role === 'patient' ? { kind: 'patient', ...own } : other);
  const clinic = actAs(
    ctx,
    role === 'patient'
      ? someClinic()
      : { kind: 'clinic', approved: true, member: accountHolder(id), ...own },
  );
  const otherSide: Side = role === 'patient' ? clinic : patient;
  // Only a patient's own request can be shown to others.
  const asks = call === 'companions' ? patient : actAs(ctx, somePatient());
  const { _id: leadId } = await submitted(asks);
  const who = { leadId, patientId: patient.actor.id, clinicId: clinic.actor.id };
  const offerId = await begunDeal(ctx, who);
  if (about === 'outcomes' || call === 'outcomes') {
    await askedOutcome(ctx, { offerId, ...who, patient, moment: 'half-year' });
    if (call === 'outcomes') return { id: offerId };
    return { id: (await answerOutcome(patient, { offerId, ...content('half-year') }))._id };
  }
  const confirm = async (side: Side) =>
    confirmTreatment(side, {
      ...{ offerId, finalAmountCents: someSealed.amountCents, reason: null },
      treatedOn: await someDay(side),
    });
  if (about === 'reviews' || call === 'review') {
    await confirm(patient);
    await confirm(clinic);
    if (call === 'review') return { id: offerId };
    return { id: (await writeReview(patient, { offerId, stars: 4, text: 'Good.' }))._id };
  }
  if (/^(aftercare|handover)/.test(call)) {
    await confirm(patient);
    await confirm(clinic);
    await careAt(server, { patient, offerId, call });
    return { id: offerId, day: '1' };
  }
  if (call === 'not-treated') await confirm(otherSide);
  if (!/timeId|calendar/.test(call)) return { id: offerId };
  const startsAt = new Date(Date.now() + days(9)).toISOString();
  await proposeTime(otherSide, { offerId, startsAt, note: null });
  const [time] = (await readDeal(patient, { offerId })).deal.times;
  const waiting = { id: offerId, timeId: time!._id };
  if (call.startsWith('calendar'))
    await answerTime(role === 'patient' ? patient : clinic, {
      ...{ offerId, timeId: waiting.timeId },
      answer: 'accept',
    });
  return waiting;
}

/** The aftercare of a treatment, as far as a call about it needs it: agreed to, its first day due, and answered. */
export async function careAt(
  server: TestServer,
  { patient, offerId, call }: { patient: CtxOf<'patient'>; offerId: string; call: string },
): Promise<void> {
  if (call === 'aftercare/agree' || call.startsWith('handover')) return;
  const place = { country: 'GB', zone: 'Europe/London' } as const;
  await agreeToAftercare(patient, { offerId, ...place });
  if (!call.includes('{day}')) return;
  const { services } = server;
  const { rows } = await services.database.pool.query<{ instance: string; token: string }>(
    `update flow.timer t set fire_at = platform.now() from aftercare.check_in c
       where c.offer_id = $1 and c.day = 1 and t.instance_id = c.id returning c.id as instance, token`,
    [offerId],
  );
  for (const timer of rows) await fireArmedTimer(services, [checkInFlow], timer);
  if (call === 'aftercare/{day}') return;
  const answers = answersOfDay;
  await answerAftercare(patient, { offerId, day: '1', answers, note: null, ...place });
}
