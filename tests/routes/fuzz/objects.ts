import {
  acceptPicture,
  addPicture,
  askForChanges,
  ownClinicProfile,
} from '#modules/clinic-onboarding';
import { publishDraft, saveDraft } from '#modules/content';
import {
  answerReview,
  confirmTreatment,
  denyTreatment,
  reportReview,
  writeReview,
} from '#modules/deals';
import { actAs } from '#platform/context';
import { newId } from '#platform/base/ids';
import { answerOutcome, reportAnswer } from '#modules/outcomes';
import { askedOutcome, content } from '../../../modules/outcomes/testing';
import { acceptDocument } from '../../../modules/clinic-onboarding/reviews.server';
import { jpegPhoto } from '../../../modules/consultation/testing';
import { defaultContent } from '../../../modules/content/queries.server';
import { enrolledStaff, signedInPatient } from '../../../modules/identity/testing';
import { someFields, submitted } from '../../../modules/leads/testing';
import { begunDeal, someClinic, someSealed, someDay } from '../../../modules/deals/testing';
import { publishedLead, sentOffer } from '../../../workflows/offers/testing';
import { addPicture as addFoundPicture } from '../../../workflows/twins/look';
import { submitRequest } from '../../../workflows/submit-request';
import {
  signedInClinic,
  someReviewer,
  type ClinicState,
  type SignedInClinic,
} from '../../kit/clinics';
import { AdminClient } from '../../kit/admin-client';
import { pdfFile } from '../../kit/document-files';
import type { TestServer } from '../../kit/http';
import { dealThing } from './deals';
import { photoForm } from '../../kit/patient-browser';
import type { Person } from './people';

let picture: Promise<Buffer> | undefined;

/** A photo in the store of its owner; answers its id. */
export async function storedPhoto(server: TestServer, cookie: string): Promise<string> {
  picture ??= jpegPhoto();
  const answer = await server.request('/api/photos', {
    ...photoForm(await picture),
    headers: { Cookie: cookie },
  });
  return ((await answer.json()) as { data: { id: string } }).data.id;
}

/** As {@link storedPhoto}, of a view, and of a picture that no other person has. */
export async function photoOfView(
  server: TestServer,
  cookie: string,
  picture = 7_001,
): Promise<string> {
  const answer = await server.request('/api/photos?slot=teeth-front', {
    ...photoForm(await jpegPhoto(picture)),
    headers: { Cookie: cookie },
  });
  return ((await answer.json()) as { data?: { id: string } }).data?.id ?? newId();
}

const lead = async (server: TestServer, text: string) => {
  const { ctx, token } = await signedInPatient(server.ctx());
  const photos = [await storedPhoto(server, `patient=${token}`)];
  const leadId = newId();
  const fields = someFields({ photos, description: text });
  await submitRequest(ctx, { from: 'fields', leadId, fields });
};

/** What an approved clinic changes waits for staff. */
async function awaitChecks(ctx: SignedInClinic['ctx']): Promise<void> {
  const { points, versions } = await ownClinicProfile(ctx);
  await askForChanges(ctx, { ...points, doctorName: 'Dr. New Name', version: versions.points });
  picture ??= jpegPhoto();
  await addPicture(ctx, { bytes: await picture });
}

/** The id of a picture that everybody may see. */
export async function publicPicture(server: TestServer): Promise<string> {
  const { ctx, clinicId } = await signedInClinic(server.ctx());
  picture ??= jpegPhoto();
  const pictureId = await addPicture(ctx, { bytes: await picture });
  await acceptPicture(actAs(server.ctx(), someReviewer()), { clinicId, pictureId });
  return pictureId;
}

const clinic = async (server: TestServer, state: ClinicState, accepted = false) => {
  const { documents, ctx: own } = await signedInClinic(server.ctx(), { state });
  for (const id of documents)
    await server.services.ports.storage.put(`documents/${id}`, pdfFile(), 'application/pdf');
  if (state === 'approved') await awaitChecks(own);
  const ctx = actAs(server.ctx(), someReviewer());
  if (accepted) for (const documentId of documents) await acceptDocument(ctx, { documentId });
};

async function deadJob(server: TestServer): Promise<void> {
  const { pool } = server.services.database;
  const { _id } = await submitted((await signedInPatient(server.ctx())).ctx);
  const jobId = newId();
  await pool.query(
    `insert into flow.alert (at, job, job_id, instance_id, reason)
     values (platform.now(), 'consultation.sweep-photos', $1, $2, 'Error ECONNREFUSED')`,
    [jobId, _id],
  );
  await pool.query('update flow.instance set stuck = true where id = $1', [_id]);
  await pool.query(`insert into pgboss.job (id, name, data) values ($1, 'jobs.dead-letter', $2)`, [
    jobId,
    { payload: {}, key: newId() },
  ]);
}

async function failedMail(server: TestServer): Promise<void> {
  await server.services.database.pool.query(
    `insert into notifications.notification
       (id, key, kind, channel, recipient_type, recipient_id, status, created_at, failed_at, last_error)
     values ($1, $2, 'clinic-onboarding.approved', 'email', 'clinic', $1, 'failed', platform.now(),
             platform.now(), 'ECONNREFUSED')`,
    [newId(), newId()],
  );
}

async function colleagues(server: TestServer): Promise<void> {
  await enrolledStaff(server.ctx());
  const { id } = await enrolledStaff(server.ctx(), { name: 'Dana Disabled' });
  await server.services.database.pool.query(
    'update identity.staff_account set disabled_at = platform.now() where id = $1',
    [id],
  );
}

/** Each part with a version that was published and a draft that was not. */
async function editedContent(server: TestServer): Promise<void> {
  const ctx = actAs(server.ctx(), someReviewer('admin'));
  for (const [key, value] of Object.entries(defaultContent)) {
    await saveDraft(ctx, { key, value });
    await publishDraft(ctx, { key });
    await saveDraft(ctx, { key, value });
  }
}

/** An answer that means danger, which its clinic has not replied to. */
async function dangers(server: TestServer): Promise<void> {
  const { ctx } = await signedInPatient(server.ctx());
  const { id, phone } = ctx.actor;
  const path = '/deals/{id}/aftercare/{day}/reply';
  await dealThing(server, path, { role: 'patient', id, phone, cookie: '' });
}

/** One that a side says is done, and one whose review and answer were reported. */
async function deals(server: TestServer): Promise<void> {
  for (const reviewed of [true, false]) {
    const { ctx: patient } = await signedInPatient(server.ctx());
    const clinicCtx = actAs(server.ctx(), someClinic());
    const { _id: leadId } = await submitted(patient);
    const who = { leadId, patientId: patient.actor.id, clinicId: clinicCtx.actor.id };
    const offerId = await begunDeal(patient, who);
    await askedOutcome(patient, { offerId, ...who, patient, moment: 'half-year' });
    const later = await answerOutcome(patient, { offerId, ...content('half-year') });
    await reportAnswer(clinicCtx, { answerId: later._id, reason: 'This is about another one.' });
    const paid = {
      ...{ offerId, finalAmountCents: someSealed.amountCents, reason: null },
      treatedOn: await someDay(patient),
    };
    await confirmTreatment(patient, paid);
    if (!reviewed) {
      await denyTreatment(clinicCtx, { offerId, reason: 'Nobody came.' });
      continue;
    }
    await confirmTreatment(clinicCtx, paid);
    const { _id } = await writeReview(patient, { offerId, stars: 2, text: 'They were late.' });
    await answerReview(clinicCtx, { reviewId: _id, text: 'We are sorry.' });
    await reportReview(clinicCtx, { reviewId: _id, reason: 'This is about somebody else.' });
  }
}

/** The finding whose photo a member of staff may see now, for a reason; whoever else asks names themselves. */
export async function foundPhoto(
  server: TestServer,
  path: string,
  { cookie, id, role }: Person,
): Promise<string | null> {
  if (path !== '/admin/twins/{id}/photo') return null;
  if (role !== 'reviewer' && role !== 'admin') return id;
  await twins(server);
  const staff = new AdminClient(server, cookie);
  const { rows } = await staff.list('twins', { filter: { state: 'open' } });
  const found = rows.find(({ kind }) => kind === 'photo')!;
  await staff.send('twins', String(found.id), 'read-photo', { reason: 'It has to be looked at.' });
  return String(found.id);
}

/** Two clinics with the same licence number, and one with the photo of a patient. */
async function twins(server: TestServer): Promise<void> {
  const details = { licenseNumber: `TW-${newId()}` };
  const { ctx } = await signedInClinic(server.ctx(), { details });
  // Not approved: what the two share has no reason yet.
  await signedInClinic(server.ctx(), { state: 'pending', details });
  const { ctx: patient, token } = await signedInPatient(server.ctx());
  const photos = [await storedPhoto(server, `patient=${token}`)];
  await submitRequest(patient, { from: 'fields', leadId: newId(), fields: someFields({ photos }) });
  await addFoundPicture(ctx, { bytes: await picture! });
}

/** Fresh records of a resource of the console, in each state that its events are for. */
export const makers: Readonly<Record<string, (server: TestServer) => Promise<unknown>>> = {
  leads: async (server) => {
    await lead(server, 'It hurts at night.');
    await lead(server, 'Call me at +1 212 555 0123.');
  },
  patients: (server) => signedInPatient(server.ctx()),
  offers: async (server) => {
    const { ctx } = await signedInClinic(server.ctx());
    await sentOffer(ctx, (await publishedLead(server)).leadId);
  },
  deals,
  reviews: deals,
  'check-ins': dangers,
  'later-reviews': deals,
  clinics: async (server) => {
    for (const state of ['pending', 'suspended'] as const) await clinic(server, state);
    await clinic(server, 'pending', true);
    // The newest is found first, and has something of each kind to decide.
    await clinic(server, 'approved');
  },
  documents: (server) => clinic(server, 'pending'),
  twins,
  workflows: deadJob,
  jobs: deadJob,
  notifications: failedMail,
  staff: colleagues,
  content: editedContent,
};
