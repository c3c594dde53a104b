import { isSwitchable, type Reader, type Topic } from '#contracts/notifications';
import { endMailsAbout, findNotification, wantsMail } from '#modules/notifications';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { readSignedId } from '#platform/config/signed-id';
import { unsubscribing } from './notifications/mail-links';
import { mailKindOf } from './reactions/index';

interface Subscription {
  readonly reader: { readonly type: Reader; readonly id: string };
  readonly topic: Topic;
}

/** @throws AppError `invalid_link`: not signed by us, of a mail that is long forgotten, or of one that must be sent. */
async function subscriptionOf(ctx: Ctx, token: string): Promise<Subscription> {
  const notificationId = readSignedId(ctx.services.env, unsubscribing, token);
  const found = notificationId && (await findNotification(ctx, { notificationId }));
  const topic = found && mailKindOf(found.kind)?.topic;
  const type = found ? found.recipientType : 'staff';
  if (!found || !topic || type === 'staff' || type === 'visitor' || !isSwitchable(topic))
    throw new AppError('invalid_link');
  return { reader: { type, id: found.recipientId }, topic };
}

/**
 * What the link of a mail would end, and whether that has been done. Looking changes nothing.
 *
 * @throws AppError `invalid_link`
 */
export async function offeredUnsubscribe(
  ctx: Ctx,
  { token }: { token: string },
): Promise<{ reader: Reader; topic: Topic; ended: boolean }> {
  const { reader, topic } = await subscriptionOf(ctx, token);
  return { reader: reader.type, topic, ended: !(await wantsMail(ctx, { reader, topic })) };
}

/**
 * Ends mails of the kind that the link came in; what is shown in the product stays. Twice is as good as once.
 *
 * @throws AppError `invalid_link`
 */
export async function unsubscribe(ctx: Ctx, { token }: { token: string }): Promise<void> {
  await endMailsAbout(ctx, await subscriptionOf(ctx, token));
}
