import { addAttachment } from '#modules/attachments';
import {
  answerReview,
  answerTime,
  dealIdOf,
  confirmTreatment,
  proposeTime,
  readDeal,
  reportReview,
  writeReview,
  writeToBothSides,
} from '#modules/deals';
import { publicNames } from '#modules/clinic-onboarding';
import { openShare, writeNote } from '#modules/companions';
import { answerOutcome, reportAnswer } from '#modules/outcomes';
import { askedOutcome, content } from '../../modules/outcomes/testing';
import { readNotes } from '#modules/leads';
import { revealPatient } from '#modules/identity';
import { actAs } from '#platform/context';
import { after, days } from '#platform/base/duration';
import { now } from '#platform/time/clock';
import { runJobs } from '#engine/testing';
import { ownCompanions, sharedView, shareWithCompanion } from '../../workflows/companions';
import { complainOf, conversationOf, keepWhatIsTyped } from '../../workflows/conversations/talk';
import { write } from '../../workflows/conversations/testing';
import { sentOffer } from '../../workflows/offers/testing';
import { registry } from '../../workflows/registry';
import { advance } from './clock';
import { signedInClinic, someReviewer, type SignedInClinic } from './clinics';
import { pdfFile } from './document-files';
import type { TestServer } from './http';
import { aboutPhotos, requestWithPhotos, type ShownRequest } from './shown-photos';
import { acceptShownOffer } from '../../workflows/offers/offers';

/** Words that nobody else types; each begins with the tag of whoever typed it. */
export const canaryOf = (tag: string) => (word: string) => `${tag}${word}qzx`;

/** All that the patient of a full life typed, and what staff typed about them. */
export const typedByPatient = (
  'First Last mail notes history allergies pdf file question typed complaint time price review report later hello ' +
  'why because team relative'
).split(' ');

export interface FullLife {
  readonly clinic: SignedInClinic;
  readonly open: ShownRequest;
  readonly done: ShownRequest;
  /** Of the treatment that is over. */
  readonly acceptedOfferId: string;
  /** For the request that is open. */
  readonly openOfferId: string;
}

/**
 * A patient and a clinic that did with each other all that the product has: two requests with photos that were looked at,
 * offers, a conversation with files, a treatment with its dates and prices, a review with its answer, reports, and staff
 * that looked. What each typed begins with their tag.
 */
export async function fullLife(
  server: TestServer,
  tags: { patient: string; clinic: string; email?: string },
): Promise<FullLife> {
  const [p, c] = [canaryOf(tags.patient), canaryOf(tags.clinic)];
  const base = server.ctx();
  const clinic = await signedInClinic(base, {
    details: {
      clinicName: `${c('name')} Clinic`,
      doctorName: c('doctor'),
      description: c('about'),
    },
  });
  const fields = {
    description: p('notes'),
    patientInfo: {
      ageBand: null,
      gender: null,
      medicalHistory: p('history'),
      allergies: p('allergies'),
    },
  };
  const done = await requestWithPhotos(base, {
    fields,
    patient: { firstName: p('First'), lastName: p('Last'), email: `${p('mail')}@example.com` },
  });
  const patient = done.patient;
  const about = aboutPhotos(server);
  await about.open(done.photos[0]!, clinic, 'full');
  const acceptedOfferId = await sentOffer(clinic.ctx, done.leadId, { message: c('offer') });
  const ownFile = await addAttachment(patient.ctx, {
    bytes: pdfFile(p('pdf')),
    name: `${p('file')}.pdf`,
    type: 'application/pdf',
  });
  await write(patient.ctx, acceptedOfferId, p('question'), [ownFile.id]);
  await write(clinic.ctx, acceptedOfferId, c('answer'));
  const talk = await conversationOf(patient.ctx, {
    owners: [patient.ctx.actor],
    offerId: acceptedOfferId,
  });
  await keepWhatIsTyped(talk, { text: p('typed'), turn: null });
  await complainOf(talk, { reason: p('complaint') });
  await acceptShownOffer(patient.ctx, { offerId: acceptedOfferId });
  await treated(server, { patient, clinic }, acceptedOfferId, { p, c });
  const asks = [(await publicNames(base, [clinic.clinicId])).get(clinic.clinicId)!.slug];
  const open = await requestWithPhotos(base, { fields, asks, patient: { phone: patient.phone } });
  await about.open(open.photos[0]!, clinic, 'thumb');
  const openOfferId = await sentOffer(clinic.ctx, open.leadId, { message: c('second') });
  await write(patient.ctx, openOfferId, p('hello'));
  const wish = { kind: 'comparison', id: open.leadId, withPhotos: true, withNotes: true } as const;
  const { token } = await shareWithCompanion(patient.ctx, wish);
  const { token: cookie } = await openShare(base, { token });
  await sharedView(base, { cookie });
  await writeNote(base, { cookie, text: p('relative'), author: 'Ann' });
  await ownCompanions(patient.ctx, wish);
  const staff = actAs(base, someReviewer('admin'));
  await revealPatient(staff, { patientId: patient.ctx.actor.id, reason: p('why') });
  await readNotes(staff, { leadId: done.leadId, reason: p('because') });
  await runJobs(server.services, registry);
  return { clinic, open, done, acceptedOfferId, openOfferId };
}

type Words = Record<'p' | 'c', (word: string) => string>;

async function treated(
  server: TestServer,
  { patient, clinic }: { patient: ShownRequest['patient']; clinic: SignedInClinic },
  offerId: string,
  { p, c }: Words,
): Promise<void> {
  const startsAt = after(await now(server.ctx()), days(3)).toISOString();
  await proposeTime(patient.ctx, { offerId, startsAt, note: p('time') });
  const { rows } = await server.services.database.pool.query<{ id: string }>(
    `select t.id from deals.time t join deals.deal d on d.id = t.deal_id where d.offer_id = $1`,
    [offerId],
  );
  await answerTime(clinic.ctx, { offerId, timeId: rows[0]!.id, answer: 'accept' });
  await writeToBothSides(actAs(server.ctx(), someReviewer('admin')), {
    id: dealIdOf(offerId),
    text: p('team'),
  });
  await advance(server.services, days(4));
  const { leadId } = (await readDeal(patient.ctx, { offerId })).deal;
  const parties = { leadId, patientId: patient.ctx.actor.id, clinicId: clinic.clinicId };
  const asked = { offerId, ...parties, patient: patient.ctx, moment: 'half-year' } as const;
  await askedOutcome(server.ctx(), asked);
  const later = { ...content('half-year'), text: p('later') };
  const { _id: answerId } = await answerOutcome(patient.ctx, { offerId, ...later });
  await reportAnswer(clinic.ctx, { answerId, reason: c('untrue') });
  const price = { finalAmountCents: 260_000 };
  await confirmTreatment(patient.ctx, { offerId, ...price, reason: p('price') });
  await confirmTreatment(clinic.ctx, { offerId, ...price, reason: c('price') });
  const review = await writeReview(patient.ctx, { offerId, stars: 4, text: p('review') });
  await answerReview(clinic.ctx, { reviewId: review._id, text: c('thanks') });
  await reportReview(patient.ctx, { reviewId: review._id, reason: p('report') });
}
