import { and, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import { otherSide, type Side } from '#platform/base/actor';
import { hours, inSeconds, seconds } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { isId, newId } from '#platform/base/ids';
import type { Locale } from '#platform/base/locale';
import type { Ctx, CtxOf, TxCtxOf } from '#platform/context';
import { requireRateLimit } from '#platform/limits/rate-limit';
import { maskText } from '#platform/masking/mask';
import { type Translated, TranslatorError, type TranslatorName } from '#platform/ports/translator';
import { readSetting } from '#platform/settings/settings';
import { cleanText } from '#platform/text/text';
import { sqlNow } from '#platform/time/clock';
import { digestOf, readsOwnOnly, sharedText, sideOf, type Talk } from './queries.server';
import { translationBudgets } from './rules';
import { conversation, message, translation } from './tables.server';

/** Longer than a provider is waited for: after it another reader asks. */
const askingEnds = seconds(15);
/** Characters of a translation that are kept. */
const mostTranslated = 16_000;

/** What a reader has to do for the translation of a message into their language. */
export type Claim =
  | { readonly state: 'there' }
  /** Another one asks the provider already. */
  | { readonly state: 'asked' }
  /** To ask the provider for this text, and to store what it says under `asking`. */
  | { readonly state: 'ask'; readonly asking: string; readonly text: string };

interface Asked {
  readonly messageId: string;
  readonly locale: Locale;
}

/**
 * Decides who asks the provider: of fifty readers at once one, whose hour's limit pays for it. A message of the other side
 * that has words of its own, in the language of the acting person. Callers hold the patient's consent.
 *
 * @throws AppError `not_found` for any other message; `too_many_requests`
 */
export async function claimTranslation(
  tx: TxCtxOf<Side>,
  talk: Talk,
  { messageId, provider }: { messageId: string; provider: TranslatorName },
): Promise<Claim> {
  const text = await textToTranslate(tx, talk, messageId);
  const asking = newId();
  const row = { ofText: digestOf(sql`${text}::text`), text: null, from: null, provider, asking };
  const [won] = await tx.db
    .insert(translation)
    .values({ messageId, locale: tx.locale, ...row, at: sqlNow })
    .onConflictDoUpdate({
      target: [translation.messageId, translation.locale],
      set: { ...row, at: sqlNow },
      setWhere: sql`${translation.ofText} <> ${row.ofText} or (${translation.text} is null
        and ${translation.at} < ${sqlNow} - make_interval(secs => ${inSeconds(askingEnds)}))`,
    })
    .returning({ asking: translation.asking });
  if (!won) return { state: await translationState(tx, { messageId, locale: tx.locale }) };
  const { perPersonHour: limit } = await readSetting(tx, translationBudgets);
  const rule = { name: 'messaging.translations-per-hour', limit, window: hours(1) };
  await requireRateLimit(tx, rule, tx.actor.id);
  return { state: 'ask', asking, text };
}

async function textToTranslate(ctx: CtxOf<Side>, talk: Talk, messageId: string): Promise<string> {
  const [row] =
    isId(messageId) && !readsOwnOnly(ctx, talk)
      ? await ctx.db
          .select({ text: sharedText, phrase: message.phrase })
          .from(message)
          .where(
            and(
              eq(message.id, messageId),
              eq(message.conversationId, talk.offerId),
              eq(message.from, otherSide(sideOf(ctx))),
              ne(message.text, ''),
            ),
          )
      : [];
  if (!row || row.phrase) throw new AppError('not_found');
  return row.text;
}

/** Whether a translation is stored or being asked for; one that failed is neither, and whoever waits for it asks anew. */
export async function translationState(
  ctx: Ctx,
  { messageId, locale }: Asked,
): Promise<'there' | 'asked'> {
  const [row] = await ctx.db
    .select({ isThere: isNotNull(translation.text) })
    .from(translation)
    .where(and(eq(translation.messageId, messageId), eq(translation.locale, locale)));
  if (!row) throw new AppError('translation_failed');
  return row.isThere ? 'there' : 'asked';
}

/**
 * Stores what a provider said. Contact data in it is masked once more: a spelled number that masking does not know in one
 * language may be figures in another. Answers whether it was stored: not where the message or the consent is gone, or
 * another one asks meanwhile.
 *
 * @throws TranslatorError for what is no translation
 */
export async function storeTranslation(
  ctx: Ctx,
  { messageId, locale, asking }: Asked & { readonly asking: string },
  { text, from }: Translated,
): Promise<boolean> {
  const masked = maskText(cleanText(text)).text;
  if (masked === '') throw new TranslatorError('answer');
  if (masked.length > mostTranslated) throw new TranslatorError('too-large');
  const stored = await ctx.db
    .update(translation)
    .set({ text: masked, from, at: sqlNow })
    .where(isAsking({ messageId, locale, asking }))
    .returning({ id: translation.messageId });
  return stored.length > 0;
}

/** Nothing came of it: the next reader asks anew. */
export async function dropClaim(
  ctx: Ctx,
  claim: Asked & { readonly asking: string },
): Promise<void> {
  await ctx.db.delete(translation).where(isAsking(claim));
}

const isAsking = ({ messageId, locale, asking }: Asked & { readonly asking: string }) =>
  and(
    eq(translation.messageId, messageId),
    eq(translation.locale, locale),
    eq(translation.asking, asking),
    sql`${translation.text} is null`,
  );

/** Forgets all translations in the conversations of a patient. What a provider is being asked for is not stored any more. */
export async function forgetTranslations(
  ctx: Ctx,
  { patientId }: { patientId: string },
): Promise<void> {
  const talks = ctx.db
    .select({ id: conversation.id })
    .from(conversation)
    .where(eq(conversation.patientId, patientId));
  const messages = ctx.db
    .select({ id: message.id })
    .from(message)
    .where(inArray(message.conversationId, talks));
  await ctx.db.delete(translation).where(inArray(translation.messageId, messages));
}
