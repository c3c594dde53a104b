import {
  digestMail,
  isSwitchable,
  type Reader,
  type Topic,
  topicsFor,
} from '#contracts/notifications';
import { endMailsAbout, findNotification, kindsInDigest, wantsMail } from '#modules/notifications';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { readSignedId } from '#platform/config/signed-id';
import { unsubscribing } from './notifications/mail-links';
import { mailKindOf } from './reactions/index';

interface Subscription {
  readonly reader: { readonly type: Reader; readonly id: string };
  /** One, of a digest those of all news in it. */
  readonly topics: readonly Topic[];
}

/** @throws AppError `invalid_link`: not signed by us, of a mail that is long forgotten, or of one that must be sent. */
async function subscriptionOf(ctx: Ctx, token: string): Promise<Subscription> {
  const notificationId = readSignedId(ctx.services.env, unsubscribing, token);
  const found = notificationId && (await findNotification(ctx, { notificationId }));
  if (!found || found.recipientType === 'staff' || found.recipientType === 'visitor')
    throw new AppError('invalid_link');
  const kinds = found.kind === digestMail ? await kindsInDigest(ctx, found) : [found.kind];
  const named = new Set(kinds.map((kind) => mailKindOf(kind)?.topic));
  const reader = { type: found.recipientType, id: found.recipientId };
  const topics = topicsFor(reader.type).filter((topic) => isSwitchable(topic) && named.has(topic));
  if (topics.length === 0) throw new AppError('invalid_link');
  return { reader, topics };
}

/**
 * What the link of a mail would end, and whether that has been done. Looking changes nothing.
 *
 * @throws AppError `invalid_link`
 */
export async function offeredUnsubscribe(
  ctx: Ctx,
  { token }: { token: string },
): Promise<{ reader: Reader; topics: readonly Topic[]; ended: boolean }> {
  const { reader, topics } = await subscriptionOf(ctx, token);
  let ended = true;
  for (const topic of topics) ended &&= !(await wantsMail(ctx, { reader, topic }));
  return { reader: reader.type, topics, ended };
}

/**
 * Ends mails of the kinds that the link came in; what is shown in the product stays. Twice is as good as once.
 *
 * @throws AppError `invalid_link`
 */
export async function unsubscribe(ctx: Ctx, { token }: { token: string }): Promise<void> {
  const { reader, topics } = await subscriptionOf(ctx, token);
  for (const topic of topics) await endMailsAbout(ctx, { reader, topic });
}
