import { createHash } from 'node:crypto';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Side } from '#platform/base/actor';
import { hours, inSeconds, seconds } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { newId } from '#platform/base/ids';
import type { Locale } from '#platform/base/locale';
import type { Ctx, TxCtxOf } from '#platform/context';
import { isAmong } from '#platform/base/columns.server';
import { requireRateLimit } from '#platform/limits/rate-limit';
import { maskText } from '#platform/masking/mask';
import { type Translated, TranslatorError, type TranslatorName } from '#platform/ports/translator';
import { deleteSome } from '#platform/privacy/person-data';
import { readSetting } from '#platform/settings/settings';
import { cleanText } from '#platform/text/text';
import { sqlNow } from '#platform/time/clock';
import { translationBudgets } from './rules';
import { translation } from './tables.server';
import type { TranslatedKind } from './values';

/** What is to be translated. The texts are masked: they are what a provider is sent. */
export interface Written {
  readonly ofId: string;
  readonly kind: TranslatedKind;
  readonly writtenBy: Side;
  readonly offerId: string;
  readonly patientId: string;
  readonly clinicId: string;
  readonly texts: readonly string[];
}

/** SHA-256 in hex of texts in their order. */
export const digestOf = (texts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(texts)).digest('hex');

/** Longer than a provider is waited for: after it another reader asks. */
const askingEnds = seconds(15);
/** Characters of the translation of one text that are kept. */
const mostTranslated = 16_000;

/** What a reader has to do for a translation into their language. */
export type Claim =
  | { readonly state: 'there' }
  /** Another one asks the provider already. */
  | { readonly state: 'asked' }
  /** To ask the provider, and to store what it says under `asking`. */
  | { readonly state: 'ask'; readonly asking: string };

interface Asked {
  readonly ofId: string;
  readonly locale: Locale;
}

/**
 * Decides who asks the provider: of fifty readers at once one, whose hour's limit pays for it. Into the language of the acting
 * person. Callers hold the patient's consent, and know that the acting person may read the words.
 *
 * @throws AppError `not_found` where there are no words; `too_many_requests`
 */
export async function claimTranslation(
  tx: TxCtxOf<Side>,
  { texts, ...written }: Written,
  { provider }: { provider: TranslatorName },
): Promise<Claim> {
  if (texts.length === 0) throw new AppError('not_found');
  const asking = newId();
  const row = { ofTexts: digestOf(texts), texts: null, from: null, provider, asking };
  const [won] = await tx.db
    .insert(translation)
    .values({ ...written, locale: tx.locale, ...row, at: sqlNow })
    .onConflictDoUpdate({
      target: [translation.ofId, translation.locale],
      set: { ...row, at: sqlNow },
      setWhere: sql`${translation.ofTexts} <> ${row.ofTexts} or (${translation.texts} is null
        and ${translation.at} < ${sqlNow} - make_interval(secs => ${inSeconds(askingEnds)}))`,
    })
    .returning({ asking: translation.asking });
  if (!won) return { state: await translationState(tx, { ...written, locale: tx.locale }) };
  const { perPersonHour: limit } = await readSetting(tx, translationBudgets);
  const rule = { name: 'translations.per-hour', limit, window: hours(1) };
  await requireRateLimit(tx, rule, tx.actor.id);
  return { state: 'ask', asking };
}

/** Whether a translation is stored or being asked for; one that failed is neither, and whoever waits for it asks anew. */
export async function translationState(
  ctx: Ctx,
  { ofId, locale }: Asked,
): Promise<'there' | 'asked'> {
  const [row] = await ctx.db
    .select({ isThere: isNotNull(translation.texts) })
    .from(translation)
    .where(and(eq(translation.ofId, ofId), eq(translation.locale, locale)));
  if (!row) throw new AppError('translation_failed');
  return row.isThere ? 'there' : 'asked';
}

/**
 * Stores what a provider said, text by text. Contact data in it is masked once more: a spelled number that masking does not
 * know in one language may be figures in another. Answers whether it was stored: not where the words or the consent are
 * gone, or another one asks meanwhile.
 *
 * @throws TranslatorError for what is no translation
 */
export async function storeTranslation(
  ctx: Ctx,
  asked: Asked & { readonly asking: string },
  said: readonly Translated[],
): Promise<boolean> {
  const texts = said.map(({ text }) => maskText(cleanText(text)).text);
  if (texts.includes('')) throw new TranslatorError('answer');
  if (texts.some(({ length }) => length > mostTranslated)) throw new TranslatorError('too-large');
  const from = said[0]?.from ?? null;
  const stored = await ctx.db
    .update(translation)
    .set({ texts, from, at: sqlNow })
    .where(isAsking(asked))
    .returning({ id: translation.ofId });
  return stored.length > 0;
}

/** Nothing came of it: the next reader asks anew. */
export async function dropClaim(
  ctx: Ctx,
  claim: Asked & { readonly asking: string },
): Promise<void> {
  await ctx.db.delete(translation).where(isAsking(claim));
}

const isAsking = ({ ofId, locale, asking }: Asked & { readonly asking: string }) =>
  and(
    eq(translation.ofId, ofId),
    eq(translation.locale, locale),
    eq(translation.asking, asking),
    sql`${translation.texts} is null`,
  );

/** Forgets all translations that rest on a patient's consent. What a provider is being asked for is not stored any more. */
export async function forgetTranslations(
  ctx: Ctx,
  { patientId }: { patientId: string },
): Promise<void> {
  await ctx.db.delete(translation).where(eq(translation.patientId, patientId));
}

/** One step towards no translation being left of what was written about these offers. */
export const eraseTranslationsOf = (ctx: Ctx, offerIds: readonly string[]): Promise<number> =>
  deleteSome(ctx, translation, isAmong(translation.offerId, offerIds));
