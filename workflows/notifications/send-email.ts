import { staffContact, patientContact, type Contact } from '#modules/identity';
import { clinicContact } from '#modules/clinic-onboarding';
import {
  findUnsent,
  markDropped,
  markFailed,
  markSent,
  noteAttempt,
  type NotificationRow,
  type sendEmailJob,
} from '#modules/notifications';
import type { Ctx } from '#platform/context';
import type { JobHandler } from '#platform/jobs';
import { MailError, type MailMessage } from '#platform/ports/mailer';
import { mailKindOf } from './mail-kinds';

/**
 * Sends one notification. A server that refuses the address or the message ends it at once; anything else is
 * tried again. Killed between the server's yes and our note of it, the same message goes out once more, under
 * the same Message-ID.
 */
export const sendEmailHandler: JobHandler<typeof sendEmailJob.payload> = async (ctx, job) => {
  const round = job.payload;
  const found = await findUnsent(ctx, round);
  if (!found) return;
  try {
    const mail = await compose(ctx, found);
    if (!mail) return await markDropped(ctx, round);
    await ctx.services.ports.mailer.send(mail);
  } catch (error) {
    const code = error instanceof MailError ? error.code : 'internal_error';
    if (error instanceof MailError && error.permanent) return markFailed(ctx, round, code);
    await noteAttempt(ctx, round, code);
    throw error;
  }
  await markSent(ctx, round);
};

/** Null when its reader, or what it is about, is gone. Rendering is loaded with the first mail: it is heavy. */
async function compose(ctx: Ctx, row: NotificationRow): Promise<MailMessage | null> {
  const kind = mailKindOf(row.kind);
  const contact = await contactOf(ctx, row);
  const values = await kind?.values(ctx, row.facts);
  if (!kind || !contact || !values) return null;
  const { renderMail } = await import('./render-mail');
  const { PUBLIC_URL } = ctx.services.env;
  const rendered = await renderMail({
    kind: row.kind,
    about: kind.about,
    recipientType: row.recipientType,
    name: contact.name,
    values,
    url: PUBLIC_URL + kind.page(row.facts),
    help: `${PUBLIC_URL}/help`,
  });
  const key = row.resends === 0 ? row.id : `${row.id}:${row.resends}`;
  return { to: contact.email, key, ...rendered };
}

function contactOf(
  ctx: Ctx,
  { recipientType, recipientId }: NotificationRow,
): Promise<Contact | null> {
  switch (recipientType) {
    case 'patient':
      return patientContact(ctx, { patientId: recipientId });
    case 'clinic':
      return clinicContact(ctx, { clinicId: recipientId });
    case 'staff':
      return staffContact(ctx, { staffId: recipientId });
  }
}
