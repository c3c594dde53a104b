import { defaultContent, publishDraft, saveDraft } from '#modules/content';
import { actAs } from '#platform/context';
import { newId } from '#platform/ids';
import { acceptDocument } from '../../../modules/clinic-onboarding/commands/review-document';
import { jpegPhoto } from '../../../modules/consultation/testing';
import { enrolledStaff, signedInPatient } from '../../../modules/identity/testing';
import { someFields, submitted } from '../../../modules/leads/testing';
import { submitRequest } from '../../../workflows/submit-request';
import { signedInClinic, someReviewer, type ClinicState } from '../../kit/clinics';
import { pdfFile } from '../../kit/document-files';
import type { TestServer } from '../../kit/http';
import { photoForm } from '../../kit/patient-browser';

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

const lead = async (server: TestServer, text: string) => {
  const { ctx, token } = await signedInPatient(server.ctx());
  const photos = [await storedPhoto(server, `patient=${token}`)];
  const leadId = newId();
  const fields = someFields({ photos, description: text });
  await submitRequest(ctx, { from: 'fields', leadId, fields });
};

const clinic = async (server: TestServer, state: ClinicState, accepted = false) => {
  const { documents } = await signedInClinic(server.ctx(), { state });
  for (const id of documents)
    await server.services.ports.storage.put(`documents/${id}`, pdfFile(), 'application/pdf');
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

/** Fresh records of a resource of the console, in each state that its events are for. */
export const makers: Readonly<Record<string, (server: TestServer) => Promise<unknown>>> = {
  leads: async (server) => {
    await lead(server, 'It hurts at night.');
    await lead(server, 'Call me at +1 212 555 0123.');
  },
  patients: (server) => signedInPatient(server.ctx()),
  clinics: async (server) => {
    for (const state of ['pending', 'approved', 'suspended'] as const) await clinic(server, state);
    await clinic(server, 'pending', true);
  },
  documents: (server) => clinic(server, 'pending'),
  workflows: deadJob,
  jobs: deadJob,
  notifications: failedMail,
  staff: colleagues,
  content: editedContent,
};
