import { answerTime, confirmTreatment, proposeTime, readDeal, writeReview } from '#modules/deals';
import { answerOutcome } from '#modules/outcomes';
import { actAs, type CtxOf } from '#platform/context';
import { days } from '#platform/base/duration';
import { begunDeal, someClinic, someSealed, someDay } from '../../../modules/deals/testing';
import { somePatient, submitted } from '../../../modules/leads/testing';
import { askedOutcome, content } from '../../../modules/outcomes/testing';
import type { TestServer } from '../../kit/http';
import type { Person } from './people';

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
  const patient = actAs(ctx, role === 'patient' ? { kind: 'patient', ...own } : somePatient());
  const clinic = actAs(
    ctx,
    role === 'patient' ? someClinic() : { kind: 'clinic', approved: true, ...own },
  );
  const other: Side = role === 'patient' ? clinic : patient;
  const { _id: leadId } = await submitted(actAs(ctx, somePatient()));
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
  if (call === 'not-treated') await confirm(other);
  if (!/timeId|calendar/.test(call)) return { id: offerId };
  const startsAt = new Date(Date.now() + days(9)).toISOString();
  await proposeTime(other, { offerId, startsAt, note: null });
  const [time] = (await readDeal(patient, { offerId })).deal.times;
  const waiting = { id: offerId, timeId: time!._id };
  if (call.startsWith('calendar'))
    await answerTime(role === 'patient' ? patient : clinic, {
      ...{ offerId, timeId: waiting.timeId },
      answer: 'accept',
    });
  return waiting;
}
