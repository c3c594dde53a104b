import { addAttachment } from '#modules/attachments';
import {
  answerTime,
  cancelDeal,
  confirmTreatment,
  denyTreatment,
  proposeTime,
  writeReview,
} from '#modules/deals';
import { now } from '#platform/time/clock';
import { after, days } from '#platform/base/duration';
import { openSession } from '../../modules/identity/sessions.server';
import { write } from '../../workflows/conversations/testing';
import { sentOffer } from '../../workflows/offers/testing';
import { advance } from './clock';
import { signedInClinic, type SignedInClinic } from './clinics';
import { pdfFile } from './document-files';
import type { TestServer } from './http';
import { canary, requestWithPhotos, type ShownRequest } from './shown-photos';
import { acceptShownOffer } from '../../workflows/offers/offers';

/** Words of the patient that the clinic reads while the deal is open, and not after. */
export const patientsWords = {
  notes: 'notesqzx',
  history: 'historyqzx',
  allergies: 'allergiesqzx',
  age: '25-34',
  message: 'questionqzx',
  file: 'fileqzx',
  time: 'timeqzx',
  surname: canary.lastName,
} as const;

export const dealStates = [
  'accepted',
  'scheduled',
  'confirming',
  'disputed',
  'treated',
  'reviewed',
  'cancelled',
] as const;
export type DealState = (typeof dealStates)[number];

export interface DealScene {
  readonly clinic: SignedInClinic;
  readonly request: ShownRequest;
  readonly patient: ShownRequest['patient'];
  readonly leadId: string;
  readonly offerId: string;
  readonly photo: string;
  /** Ids of the file that each side sent. */
  readonly files: { readonly patient: string; readonly clinic: string };
}

const price = { finalAmountCents: 250_000, reason: null };

/** A deal in a state, by the real commands, with all that the two sides can give each other. */
export async function dealIn(server: TestServer, state: DealState): Promise<DealScene> {
  const base = server.ctx();
  const clinic = await signedInClinic(base);
  const request = await requestWithPhotos(base, {
    fields: {
      description: patientsWords.notes,
      patientInfo: {
        ageBand: patientsWords.age,
        gender: 'female',
        medicalHistory: patientsWords.history,
        allergies: patientsWords.allergies,
      },
    },
  });
  const { patient, leadId, photos } = request;
  const offerId = await sentOffer(clinic.ctx, leadId);
  await acceptShownOffer(patient.ctx, { offerId });
  const fileOf = (ctx: Parameters<typeof addAttachment>[0], word: string) =>
    addAttachment(ctx, {
      bytes: pdfFile(word),
      name: `${word}.pdf`,
      type: 'application/pdf',
    });
  const files = {
    patient: (await fileOf(patient.ctx, patientsWords.file)).id,
    clinic: (await fileOf(clinic.ctx, 'ownfile')).id,
  };
  await write(patient.ctx, offerId, `${patientsWords.message}, call ${patient.phone}`, [
    files.patient,
  ]);
  await write(clinic.ctx, offerId, 'Our own words', [files.clinic]);
  const scene = { clinic, request, patient, leadId, offerId, photo: photos[0]!, files };
  await goTo(server, scene, state);
  return scene;
}

async function goTo(server: TestServer, scene: DealScene, state: DealState): Promise<void> {
  const { patient, clinic, offerId } = scene;
  const code = 'changed-mind';
  if (state === 'cancelled') return cancelDeal(patient.ctx, { offerId, code, reason: 'whyqzx' });
  if (state === 'accepted') return;
  const startsAt = after(await now(server.ctx()), days(3)).toISOString();
  await proposeTime(patient.ctx, { offerId, startsAt, note: patientsWords.time });
  const { rows } = await server.services.database.pool.query<{ id: string }>(
    'select t.id from deals.time t join deals.deal d on d.id = t.deal_id where d.offer_id = $1',
    [offerId],
  );
  await answerTime(clinic.ctx, { offerId, timeId: rows[0]!.id, answer: 'accept' });
  if (state === 'scheduled') return;
  await advance(server.services, days(4));
  await confirmTreatment(clinic.ctx, { offerId, ...price });
  if (state === 'confirming') return;
  if (state === 'disputed') return denyTreatment(patient.ctx, { offerId, reason: 'whyqzx' });
  await confirmTreatment(patient.ctx, { offerId, ...price });
  if (state === 'reviewed')
    await writeReview(patient.ctx, { offerId, stars: 5, text: 'All was well.' });
}

/** Session tokens of the two sides as of now: time may have gone by since they signed in. */
export async function tokensOf(
  server: TestServer,
  { patient, clinic }: Pick<DealScene, 'patient' | 'clinic'>,
) {
  const open = async (principal: 'patient' | 'clinic', subjectId: string, phone: string) =>
    (await openSession(server.ctx(), { principal, phase: 'full', subjectId, phone })).token;
  return {
    patient: await open('patient', patient.ctx.actor.id, patient.phone),
    clinic: await open('clinic', clinic.clinicId, clinic.phone),
  };
}
