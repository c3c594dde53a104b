import { textContact } from '#modules/identity';
import {
  findUnsent,
  markDropped,
  markSent,
  noteAttempt,
  type NotificationRow,
  type sendTextJob,
  wantTexts,
} from '#modules/notifications';
import { hours } from '#platform/base/duration';
import type { Ctx } from '#platform/context';
import type { JobHandler } from '#engine';
import { SmsError } from '#platform/ports/sms/sms-error';
import { spokenIn } from '#languages/words.server.ts';
import { noticesPage } from './mail-links';
import type { MailKind, MailKindOf } from './notification';

/**
 * Sends one text message, unless its reader chose otherwise meanwhile, or what it is about is over. The provider tries to
 * deliver it for an hour: after that it would say what is not true any more. Killed between the provider's yes and our note
 * of it, it may be sent twice.
 */
export const sendTextHandler =
  (kindOf: MailKindOf): JobHandler<typeof sendTextJob.payload> =>
  async (ctx, { payload: round }) => {
    const found = await findUnsent(ctx, round);
    if (!found) return;
    const message = await compose(ctx, found, kindOf(found.kind));
    if (typeof message !== 'object') return markDropped(ctx, round, message);
    const key = round.resend === 0 ? found.id : `${found.id}:${round.resend}`;
    try {
      await ctx.services.ports.texts.send({ ...message, key, keepFor: hours(1) });
    } catch (error) {
      await noteAttempt(ctx, round, error instanceof SmsError ? error.code : 'internal_error');
      throw error;
    }
    await markSent(ctx, round);
  };

/** Nothing where its reader, or what it is about, is gone or over. */
async function compose(
  job: Ctx,
  { kind: name, recipientType: type, recipientId: id, params }: NotificationRow,
  kind: MailKind | null,
): Promise<{ to: string; text: string } | 'not_wanted' | undefined> {
  const { personId = '' } = params;
  if (!kind?.text || (type !== 'patient' && type !== 'clinic')) return undefined;
  const wanting = await wantTexts(job, { reader: { type, id }, topic: kind.topic });
  if (!wanting.includes(personId)) return 'not_wanted';
  const contact = await textContact(job, { kind: type, id, personId });
  if (!contact) return undefined;
  const ctx = { ...job, locale: contact.locale };
  const values = await kind.text(ctx, params, { type, id });
  if (!values) return undefined;
  const text = spokenIn(ctx.locale);
  const more = {
    brand: text('common.brand'),
    reader: type,
    url: ctx.services.env.PUBLIC_URL + noticesPage[type],
  };
  return { to: contact.phone, text: text(`text.${name}`, { ...values, ...more }) };
}
