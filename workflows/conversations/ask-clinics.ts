import type { Side } from '#platform/base/actor';
import { apartOf, isLive, type Apart, missingOf } from '#contracts/offers';
import { messagesAmong } from '#modules/messaging';
import { offersOfLead, readOffer } from '#modules/offers';
import type { CtxOf } from '#platform/context';
import { AppError, isAppError } from '#platform/base/errors';
import { oncePerKey } from '#engine';
import { idFromName } from '#platform/base/ids';
import { conversationOf, writeMessage } from './talk';

type Version = Readonly<{ id: string; revision: number }>;
type Line = Pick<Apart, 'key' | 'unit'>;

/** Each version of an offer has one question of a kind: its id follows from the version. */
const questionOf = ({ id, revision }: Version, kind: string): string =>
  idFromName(`${id}:${revision}:${kind}`);

const missing = 'ask-missing';
const apart = ({ key, unit }: Line): string => `ask-difference:${key}:${unit}`;

interface Question {
  readonly offer: Version;
  readonly kind: string;
  /** Of the key under which it is sent once. */
  readonly call: string;
  readonly text: string;
}

/** The acting patient asks a clinic in their conversation; a question is sent once, also by fifty at once. */
async function askOnce(
  ctx: CtxOf<'patient'>,
  { offer, kind, call, text }: Question,
): Promise<void> {
  const offerId = offer.id;
  const found = await conversationOf(ctx, { owners: [ctx.actor], offerId });
  const messageId = questionOf(offer, kind);
  await oncePerKey(found.ctx, { call, key: messageId, input: {} }, async (tx) => {
    // Keys are forgotten in the end; the message stays.
    if ((await messagesAmong(tx, [messageId])).has(messageId)) return messageId;
    const fields = { text, attachments: [] };
    await writeMessage({ ...found, ctx: tx }, { offerId, messageId, fields });
    return messageId;
  });
}

/**
 * The acting patient asks a clinic for what its offer leaves out; `words` makes the message of the keys of those lines.
 * A version of an offer is asked about once; of one that leaves nothing out nothing is asked.
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
  await askOnce(ctx, { offer, kind: missing, call: 'messaging.ask-missing', text: words(lines) });
}

/**
 * The acting patient asks each clinic whose open offer counts a line otherwise than another one, by much; `words` makes
 * its message of the number that it counts. Each version of an offer is asked once about a line. A clinic that cannot be
 * written to does not keep the others from being asked.
 *
 * @returns ids of the offers whose clinics were asked, now or before
 * @throws AppError `not_found` where open offers do not differ in this line; as `writeMessage` where none could be asked
 */
export async function askWherePlansDiffer(
  ctx: CtxOf<'patient'>,
  {
    leadId,
    words,
    ...line
  }: Line & { leadId: string; words: (apart: Apart, quantity: number) => string },
): Promise<string[]> {
  const offers = await offersOfLead(ctx, { leadId });
  const live = offers.filter(({ status }) => isLive(status));
  const found = apartOf(live.map(({ id, content }) => ({ _id: id, items: content.items }))).find(
    ({ key, unit }) => key === line.key && unit === line.unit,
  );
  if (!found) throw new AppError('not_found');
  const asked: string[] = [];
  let refused: AppError | null = null;
  for (const { offerId, quantity } of found.counts) {
    const offer = live.find(({ id }) => id === offerId)!;
    const text = words(found, quantity);
    const question = { offer, kind: apart(line), call: 'messaging.ask-difference', text };
    await askOnce(ctx, question).then(
      () => asked.push(offerId),
      (error: unknown) => {
        if (!isAppError(error)) throw error;
        refused = error;
      },
    );
  }
  if (asked.length === 0 && refused) throw refused as AppError;
  return asked;
}

type Shown = Readonly<{ _id: string; revision: number }>;

/** Those of these offers whose clinics were asked for what they leave out, as they stand now. */
export async function askedForMissing(
  ctx: CtxOf<Side>,
  offers: readonly Shown[],
): Promise<string[]> {
  return (await askedOf(ctx, offers, [])).missing;
}

/** What the clinics of these offers were asked, as the offers stand now; by one statement. */
export interface Asked {
  /** Ids of offers. */
  readonly missing: string[];
  /** By line: ids of the offers whose clinics were asked about it. */
  readonly apart: ReadonlyArray<Line & { readonly offerIds: string[] }>;
}

export async function askedOf(
  ctx: CtxOf<Side>,
  offers: readonly Shown[],
  lines: readonly Line[],
): Promise<Asked> {
  const ids = (kind: string) =>
    offers.map(({ _id, revision }) => ({ _id, question: questionOf({ id: _id, revision }, kind) }));
  const kinds = [missing, ...lines.map(apart)].map(ids);
  const sent = await messagesAmong(
    ctx,
    kinds.flatMap((kind) => kind.map(({ question }) => question)),
  );
  const [ofMissing, ...ofLines] = kinds.map((kind) =>
    kind.filter(({ question }) => sent.has(question)).map(({ _id }) => _id),
  );
  return {
    missing: ofMissing!,
    apart: lines.map(({ key, unit }, n) => ({ key, unit, offerIds: ofLines[n]! })),
  };
}
