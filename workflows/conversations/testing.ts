import type { Side } from '#platform/base/actor';
import type { CtxOf } from '#platform/context';
import type { MessageFields } from '#contracts/messaging';
import { newId } from '#platform/base/ids';
import { publishedLead, sentOffer, someClinics } from '../offers/testing';
import type { TestServices } from '../../tests/kit/services';
import { conversationOf, showConversation, writeMessage } from './talk';

export const fieldsOf = (text: string, attachments: string[] = []): MessageFields => ({
  text,
  attachments,
});

export const found = (ctx: CtxOf<Side>, offerId: string) =>
  conversationOf(ctx, { owners: [ctx.actor], offerId });

/** Writes as one of the two; answers the message's id. */
export async function write(
  ctx: CtxOf<Side>,
  offerId: string,
  text: string,
  files: string[] = [],
): Promise<string> {
  const messageId = newId();
  const fields = fieldsOf(text, files);
  await writeMessage(await found(ctx, offerId), { offerId, messageId, fields });
  return messageId;
}

export const read = async (ctx: CtxOf<Side>, offerId: string) =>
  showConversation(await found(ctx, offerId));

/** Oldest first. */
export const texts = async (ctx: CtxOf<Side>, offerId: string) =>
  (await read(ctx, offerId)).messages.map(({ text }) => text).reverse();

export const rowsOf =
  (kit: TestServices) =>
  async <R extends object>(query: string, values: unknown[] = []): Promise<R[]> =>
    (await kit.services.database.pool.query<R>(query, values)).rows;

/** An offer that was sent, its patient, its clinic, and a clinic that has nothing to do with it. */
export async function someTalk(kit: TestServices, more: Record<string, unknown> = {}) {
  const [clinic, stranger] = await someClinics(kit, 2);
  const { patient, leadId } = await publishedLead(kit);
  const offerId = await sentOffer(clinic!, leadId, more);
  return { patient, clinic: clinic!, stranger: stranger!, leadId, offerId };
}
