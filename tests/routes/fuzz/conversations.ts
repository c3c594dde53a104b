import { accountHolder } from '#platform/base/actor';
import { addAttachment } from '#modules/attachments';
import { agreeToTerms } from '#modules/identity';
import { actAs, type CtxOf } from '#platform/context';
import { jpegPhoto } from '../../../modules/consultation/testing';
import { askForMaskingReview, complainOf } from '../../../workflows/conversations/talk';
import { found, write } from '../../../workflows/conversations/testing';
import { agreeToTranslation } from '../../../workflows/translations/ask';
import { publishedLead, sentOffer } from '../../../workflows/offers/testing';
import { AdminClient } from '../../kit/admin-client';
import { signedInClinic } from '../../kit/clinics';
import type { TestServer } from '../../kit/http';
import type { Person } from './people';

/**
 * A masked message: of whoever asks, or of the other side where it is to be translated; for staff one whose sender asked for
 * a review. Null for other calls.
 */
export async function maskedThing(
  server: TestServer,
  path: string,
  { id, role, phone }: Person,
): Promise<Record<string, string> | null> {
  if (path.startsWith('/conversations/{offerId}/messages/{messageId}')) {
    if (role !== 'patient' && role !== 'clinic-approved') return { offerId: id, messageId: id };
    const own =
      role === 'patient'
        ? actAs(server.ctx(), { kind: 'patient' as const, id, phone, sessionId: id })
        : actAs(server.ctx(), {
            kind: 'clinic' as const,
            id,
            phone,
            sessionId: id,
            approved: true,
            member: accountHolder(id),
          });
    const clinic = own.actor.kind === 'clinic' ? own : (await signedInClinic(server.ctx())).ctx;
    const asks = own.actor.kind === 'patient' ? own : undefined;
    const { leadId, patient } = await publishedLead(server, {}, asks as never);
    const offerId = await sentOffer(clinic as never, leadId);
    const isTranslated = path.endsWith('/translation');
    if (isTranslated) await agreesToTranslation(patient);
    const from = isTranslated ? (asks ? clinic : patient) : own;
    return { offerId, messageId: await write(from as never, offerId, 'mail me@example.com') };
  }
  if (!path.startsWith('/admin/masking-reviews/{id}')) return null;
  if (role !== 'reviewer' && role !== 'admin') return { id };
  const clinic = (await signedInClinic(server.ctx())).ctx;
  const { leadId } = await publishedLead(server);
  const offerId = await sentOffer(clinic, leadId);
  const messageId = await write(clinic, offerId, 'mail me@example.com');
  await askForMaskingReview(await found(clinic, offerId), { messageId });
  return { id: messageId };
}

async function agreesToTranslation(patient: CtxOf<'patient'>): Promise<void> {
  await agreeToTerms(patient);
  await agreeToTranslation(patient);
}

/** A reported conversation with a file, which whoever asks has read or blocked where the call needs that; null for other calls. */
export async function reportedThing(
  server: TestServer,
  path: string,
  { cookie, id, role }: Person,
): Promise<Record<string, string> | null> {
  const [, call] = /^\/admin\/conversations\/\{id\}\/?(.*)/.exec(path) ?? [];
  if (call === undefined) return null;
  if (role !== 'reviewer' && role !== 'admin') return { id, fileId: id };
  const clinic = (await signedInClinic(server.ctx())).ctx;
  const { patient, leadId } = await publishedLead(server);
  const offerId = await sentOffer(clinic, leadId);
  const file = await addAttachment(clinic, { bytes: await jpegPhoto(), name: 'x.jpg', type: '' });
  await write(clinic, offerId, 'Look.', [file.id]);
  await complainOf(await found(patient, offerId), { reason: 'Rude.', attachmentId: file.id });
  const staff = new AdminClient(server, cookie);
  const reason = 'It has to be looked at.';
  if (call.startsWith('files'))
    await staff.send('conversations', offerId, 'read-messages', { reason });
  if (call === 'unblock') await staff.send('conversations', offerId, 'block', { reason });
  return { id: offerId, fileId: file.id };
}
