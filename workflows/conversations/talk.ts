import { spokenIn } from '#languages/words.server.ts';
import { withTransaction } from '#engine';
import type { PhotoSlot } from '#contracts/consultation';
import {
  type ClosedBecause,
  type MessageDto,
  type MessageFields,
  type Phrase,
  phrases,
  phrasesOf,
} from '#contracts/messaging';
import type { TranslatingDto } from '#contracts/translations';
import type { Locale } from '#platform/base/locale';
import { attachmentsById, claimAttachments } from '#modules/attachments';
import { holdApproval } from '#modules/clinic-onboarding';
import {
  askMaskingReview,
  blockConversation,
  conversationMarks,
  keepTyped,
  markRead,
  readConversation,
  readMessage,
  reportConversation,
  sendMessage,
  typedBefore,
  type BareMessage,
  type Talk,
} from '#modules/messaging';
import { memberNames } from '#modules/identity';
import { answerOffer, partiesOf, type Parties } from '#modules/offers';
import { type TranslatedTexts, translationsOf } from '#modules/translations';
import { type Actor, type ActorOf, mayReadContact, type Side } from '#platform/base/actor';
import { actAs, type Ctx, type CtxOf } from '#platform/context';
import { AppError, isAppError } from '#platform/base/errors';
import type { FormTurn } from '#platform/text/form-turn';
import { translatingFor } from '../translations/ask';

/** A conversation of one of the acting people, who acts in it, and where its offer stands. */
export interface Found {
  readonly ctx: CtxOf<Side>;
  readonly talk: Talk;
  readonly isOver: boolean;
}

/** Both may write while an offer is live, and go on when it was accepted until the deal closes. */
const isOver = ({ isLive, status, isClosed }: Parties): boolean =>
  isClosed || (!isLive && status !== 'accepted');

async function find(ctx: CtxOf<Side>, offerId: string): Promise<Found> {
  const parties = await partiesOf(ctx, { offerId });
  const { leadId, patientId, clinicId, status, isClosed } = parties;
  // Software without the scope for contact data reads on as before the choice.
  const isOpen = status === 'accepted' && mayReadContact(ctx.actor);
  const talk = { offerId, leadId, patientId, clinicId, isOpen, isClosed };
  return { ctx, talk, isOver: isOver(parties) };
}

const isParty = (actor: Actor): actor is ActorOf<Side> =>
  actor.kind === 'patient' || (actor.kind === 'clinic' && actor.approved);

/**
 * The conversation about an offer, as that one of `owners` whose offer it is: a browser may be signed in as both.
 *
 * @throws AppError `not_found`, the same for an offer of others and for none
 */
export async function conversationOf(
  ctx: Ctx,
  { owners, offerId }: { owners: readonly Actor[]; offerId: string },
): Promise<Found> {
  for (const actor of owners.filter(isParty)) {
    try {
      return await find(actAs(ctx, actor), offerId);
    } catch (error) {
      if (!isAppError(error) || error.code !== 'not_found') throw error;
    }
  }
  throw new AppError('not_found');
}

type Names = Awaited<ReturnType<typeof memberNames>>;

function writer({ actor }: Ctx, memberId: string, names: Names): MessageDto['by'] {
  const named = names.get(memberId);
  const isYou = actor.kind === 'clinic' && actor.member.id === memberId;
  return named ? { ...named, isYou } : null;
}

/** A ready-made sentence in a language. */
export const inWords = (phrase: Phrase, locale: Locale): string =>
  spokenIn(locale)(`phrases.say.${phrase}`);

/** What one side may say as it stands, by topic, in the reader's language. */
export function sentencesFor(side: Side, locale: Locale) {
  const text = spokenIn(locale);
  return Object.entries<readonly Phrase[]>(phrases[side]).map(([topic, ids]) => ({
    topic: text(`phrases.topic.${topic}`),
    sentences: ids.map((id) => ({ id, text: inWords(id, locale) })),
  }));
}

/**
 * Messages with what their files are called, and who of the clinic wrote them; `translated`: with the translations that are
 * stored in the reader's language.
 */
export async function withFiles(
  ctx: Ctx,
  messages: readonly BareMessage[],
  { isOpen, translated = false }: { isOpen: boolean; translated?: boolean },
): Promise<MessageDto[]> {
  const ids = messages.flatMap(({ attachments }) => attachments);
  const members = messages.flatMap(({ memberId }) => memberId ?? []);
  const seesHidden = ctx.actor.kind !== 'clinic' || mayReadContact(ctx.actor);
  const words = messages.map(({ _id: ofId, sharedText }) => ({ ofId, texts: [sharedText] }));
  const [files, names, translations] = await Promise.all([
    attachmentsById(ctx, { ids, isOpen }),
    memberNames(ctx, members),
    translationsOf(ctx, translated ? words : []),
  ]);
  return messages.map(({ memberId, hidden, sharedText: _shared, ...one }) => ({
    ...one,
    text: one.phrase ? inWords(one.phrase, ctx.locale) : one.text,
    hidden: seesHidden ? hidden : [],
    by: memberId === null ? null : writer(ctx, memberId, names),
    attachments: one.attachments.flatMap((id) => files.get(id) ?? []),
    translation: inReadersWords(translations.get(one._id)),
  }));
}

const inReadersWords = (found: TranslatedTexts | undefined): MessageDto['translation'] =>
  found ? { text: found.texts[0]!, from: found.from, by: found.by } : null;

/** Whether the acting person may have the other side's messages translated. */
const translatingIn = ({ ctx, talk }: Pick<Found, 'ctx' | 'talk'>): Promise<TranslatingDto> =>
  talk.isClosed && ctx.actor.kind !== 'patient' ? Promise.resolve(null) : translatingFor(ctx, talk);

/** One page of a conversation, newest first, and why nothing can be written. @throws AppError `invalid_cursor` */
export async function showConversation(
  { ctx, talk, isOver: over }: Found,
  page: { cursor?: string } = {},
) {
  const translating = await translatingIn({ ctx, talk });
  const { messages, blockedBy, ...rest } = await readConversation(ctx, talk, page);
  const closed: ClosedBecause | null = blockedBy
    ? `blocked-by-${blockedBy}`
    : talk.isClosed
      ? 'deal-closed'
      : over
        ? 'offer-over'
        : null;
  const { isOpen } = talk;
  const translated = translating?.state === 'ready';
  const shown = await withFiles(ctx, messages, { isOpen, translated });
  return { ...rest, messages: shown, closed, translating };
}

/** One message as the acting person reads it. */
export async function showMessage({ ctx, talk }: Found, messageId: string): Promise<MessageDto> {
  const translated = (await translatingIn({ ctx, talk }))?.state === 'ready';
  const found = await readMessage(ctx, talk, messageId);
  if (!found) throw new AppError('not_found');
  const [one] = await withFiles(ctx, [found], { isOpen: talk.isOpen, translated });
  return one!;
}

interface Written {
  readonly offerId: string;
  readonly messageId: string;
  readonly fields: MessageFields;
  /** Of the page's form, whose late saves are not kept any more. */
  readonly turn?: FormTurn | null;
  /** Of a message of a fixed form: the view that it asks for or adds. */
  readonly slot?: PhotoSlot;
}

/**
 * Sends what the acting person wrote, with its files. The patient's first word says that the offer is talked about; it
 * comes first, since the request is locked before all that hangs on it; only the clinic is locked before. A clinic that is
 * suspended writes no more, and nothing is written about its offers that are to be withdrawn.
 *
 * @throws AppError `not_found` for a clinic that is suspended, `conversation_closed` once the offer is over, `conversation_blocked`, `validation_failed` for files
 * and for a sentence of the other side,
 * `too_many_requests`
 */
export function writeMessage(
  { ctx, talk: { clinicId } }: Found,
  { offerId, messageId, fields, turn = null, slot }: Written,
): Promise<void> {
  return withTransaction(ctx, async (tx) => {
    const { actor } = tx;
    const isApproved = await holdApproval(tx, { clinicId });
    if (!isApproved && actor.kind === 'clinic') throw new AppError('not_found');
    if (actor.kind === 'patient') await answerOffer({ ...tx, actor }, { offerId });
    const { talk, isOver: over } = await find(tx, offerId);
    if (over || (!isApproved && !talk.isOpen)) throw new AppError('conversation_closed');
    await sendMessage(tx, talk, { messageId, fields: inWritersWords(tx, fields), turn, slot });
    const parent = { offerId, messageId };
    await claimAttachments(tx, fields.attachments, { parent, isOpen: talk.isOpen });
  });
}

/** A ready-made sentence is stored in its writer's language. @throws AppError `validation_failed` for one of the other side */
function inWritersWords({ actor, locale }: CtxOf<Side>, fields: MessageFields): MessageFields {
  const { phrase } = fields;
  if (!phrase) return fields;
  if (!phrasesOf(actor.kind).includes(phrase))
    throw new AppError('validation_failed', { fields: { phrase: ['messaging.error.no_phrase'] } });
  return { ...fields, text: inWords(phrase, locale) };
}

/** @throws AppError `not_found` for a message of another conversation */
export const seeConversation = (
  { ctx, talk }: Found,
  shown: { upTo?: string } = {},
): Promise<void> => markRead(ctx, talk, shown);

export const closeConversation = ({ ctx, talk }: Found): Promise<void> =>
  blockConversation(ctx, talk);

/** @throws AppError `validation_failed`, `too_many_requests` */
export const complainOf = (
  { ctx, talk }: Found,
  about: { reason: string; messageId?: string; attachmentId?: string },
): Promise<void> => reportConversation(ctx, talk, about);

/** @throws AppError `not_found`, `too_many_requests` */
export const askForMaskingReview = (
  { ctx, talk }: Found,
  about: { messageId: string },
): Promise<void> => askMaskingReview(ctx, talk, about);

export const keepWhatIsTyped = (
  { ctx, talk }: Found,
  typed: { text: string; turn: FormTurn | null },
): Promise<void> => keepTyped(ctx, talk, typed);

export const whatWasTyped = ({ ctx, talk }: Found): Promise<string> => typedBefore(ctx, talk);

/** What the acting person has not seen, by offer; an offer with nothing new is not in it. */
export async function unreadOf(
  ctx: CtxOf<Side>,
  offerIds: readonly string[],
): Promise<Record<string, number>> {
  const marks = await conversationMarks(ctx, offerIds);
  const counts = [...marks].map(([id, { unread }]) => [id, unread] as const);
  return Object.fromEntries(counts.filter(([, unread]) => unread > 0));
}
