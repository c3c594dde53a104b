import type { TranslatedOffer } from '#contracts/offers';
import type { TranslatingDto } from '#contracts/translations';
import { maskRevisions, type Offer, readOffer } from '#modules/offers';
import { translationsOf } from '#modules/translations';
import type { CtxOf } from '#platform/context';
import { askTranslation, translatingFor } from '../translations/ask';

type Read = Awaited<ReturnType<typeof readOffer>>;

/**
 * What the clinic typed in the current revision, without contact data also once the offer is accepted: no provider needs a
 * number.
 */
function wordsOf({ content, earlier }: Read): Pick<Offer['content'], 'message' | 'availability'> & {
  readonly assumptions: readonly string[];
} {
  const { message, availability, assumptions } = maskRevisions([content, ...earlier].reverse()).at(
    -1,
  )!;
  return { message, availability, assumptions: (assumptions ?? []).map(({ text }) => text) };
}

const textsOf = ({ message, availability, assumptions }: ReturnType<typeof wordsOf>): string[] => [
  message,
  ...(availability ? [availability] : []),
  ...assumptions,
];

/** The words of an offer of the acting patient in their language, and whether they can be had in it. */
export async function offerInWords(
  ctx: CtxOf<'patient'>,
  read: Read,
): Promise<{ translating: TranslatingDto; translation: TranslatedOffer | null }> {
  const translating = await translatingFor(ctx, { patientId: read.patientId });
  if (translating?.state !== 'ready') return { translating, translation: null };
  const words = wordsOf(read);
  const stored = await translationsOf(ctx, [{ ofId: read.id, texts: textsOf(words) }]);
  const found = stored.get(read.id);
  if (!found) return { translating, translation: null };
  const { texts, from, by } = found;
  const assumptions = texts.slice(texts.length - words.assumptions.length);
  const availability = words.availability ? texts[1]! : null;
  return { translating, translation: { message: texts[0]!, availability, assumptions, from, by } };
}

/**
 * Has the words of an offer of the acting patient translated: the message, when treatment is possible, and what the price
 * rests on.
 *
 * @throws AppError as {@link askTranslation}; `not_found`
 */
export const translateOffer = (
  ctx: CtxOf<'patient'>,
  { offerId }: { offerId: string },
): Promise<void> =>
  askTranslation(ctx, async (tx) => {
    const read = await readOffer(tx, { offerId });
    const { id: ofId, patientId, clinicId } = read;
    const texts = textsOf(wordsOf(read));
    return { ofId, kind: 'offer', writtenBy: 'clinic', offerId: ofId, patientId, clinicId, texts };
  });
