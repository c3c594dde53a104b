import type { Side } from '#platform/base/actor';
import { missingOf } from '#contracts/offers';
import { messagesAmong } from '#modules/messaging';
import { readOffer } from '#modules/offers';
import type { CtxOf } from '#platform/context';
import { oncePerKey } from '#engine';
import { idFromName } from '#platform/base/ids';
import { conversationOf, writeMessage } from './talk';

type Version = Readonly<{ id: string; revision: number }>;

/** Each version of an offer has one question of this kind: its id follows from the version. */
const questionOf = ({ id, revision }: Version): string =>
  idFromName(`${id}:${revision}:ask-missing`);

/**
 * The acting patient asks a clinic for what its offer leaves out; `words` makes the message of the keys of those lines.
 * A version of an offer is asked about once, also by fifty at once; of one that leaves nothing out nothing is asked.
 *
 * @throws AppError `not_found`, and as `writeMessage`
 */
export async function askForMissing(
  ctx: CtxOf<'patient'>,
  { offerId, words }: { offerId: string; words: (lines: readonly string[]) => string },
): Promise<void> {
  const offer = await readOffer(ctx, { offerId });
  const lines = missingOf(offer.content).map(({ key }) => key);
  if (lines.length === 0) return;
  const found = await conversationOf(ctx, { owners: [ctx.actor], offerId });
  const messageId = questionOf(offer);
  const sending = { call: 'messaging.ask-missing', key: messageId, input: {} };
  await oncePerKey(found.ctx, sending, async (tx) => {
    // Keys are forgotten in the end; the message stays.
    if ((await messagesAmong(tx, [messageId])).has(messageId)) return messageId;
    const fields = { text: words(lines), attachments: [] };
    await writeMessage({ ...found, ctx: tx }, { offerId, messageId, fields });
    return messageId;
  });
}

/** Those of these offers whose clinics were asked for what they leave out, as they stand now. */
export async function askedForMissing(
  ctx: CtxOf<Side>,
  offers: ReadonlyArray<Readonly<{ _id: string; revision: number }>>,
): Promise<string[]> {
  const questions = new Map(
    offers.map(({ _id, revision }) => [questionOf({ id: _id, revision }), _id]),
  );
  const sent = await messagesAmong(ctx, [...questions.keys()]);
  return [...sent].map((id) => questions.get(id)!);
}
