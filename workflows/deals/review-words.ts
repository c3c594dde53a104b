import type { ReviewDto } from '#contracts/deals';
import type { OutcomeAnswerDto } from '#contracts/outcomes';
import type { TranslatedBy } from '#contracts/translations';
import { publicReview } from '#modules/deals';
import { consentedAmong } from '#modules/identity';
import { publicAnswer } from '#modules/outcomes';
import { translationsOf, type Written } from '#modules/translations';
import type { Side } from '#platform/base/actor';
import { AppError } from '#platform/base/errors';
import type { Ctx, CtxOf } from '#platform/context';
import { askTranslation } from '../translations/ask';

type AnyReview = ReviewDto | OutcomeAnswerDto;

/** A review's words in the reader's language; null for what it does not have: words, an answer. */
export interface TranslatedReview extends TranslatedBy {
  readonly text: string | null;
  readonly answer: string | null;
}

/** What a reader of a review may do about its language: ask for it, or read the translation that is there; null: neither. */
export type ReviewInWords = TranslatedReview | 'can-be' | null;

/** The words of a review and of its answer; masked before they were stored. */
const textsOf = (said: AnyReview): string[] =>
  [said.text, 'answer' in said ? said.answer?.text : null].flatMap((text) => text || []);

interface ByPatient {
  readonly said: AnyReview;
  readonly patientId: string;
}

/**
 * What `reader` may do about the language of these reviews, by id: of those whose writers agreed to translations. Nothing
 * for a reader without an account, and without a provider; two statements at most.
 */
export async function reviewsInWords(
  ctx: Ctx,
  reviews: readonly ByPatient[],
  reader: CtxOf<Side> | null,
): Promise<ReadonlyMap<string, ReviewInWords>> {
  if (!reader || !ctx.services.ports.translator) return new Map();
  const worded = reviews.filter(({ said }) => textsOf(said).length > 0);
  const patientIds = [...new Set(worded.map(({ patientId }) => patientId))];
  const agreed = await consentedAmong(ctx, { patientIds, kind: 'translation' });
  const open = worded.filter(({ patientId }) => agreed.has(patientId)).map(({ said }) => said);
  const shown = open.map((said) => ({ ofId: said._id, texts: textsOf(said) }));
  const stored = await translationsOf(ctx, shown);
  return new Map(
    open.map((said): [string, ReviewInWords] => {
      const found = stored.get(said._id);
      if (!found) return [said._id, 'can-be'];
      const { texts, from, by } = found;
      const [text, answer] = said.text ? [texts[0]!, texts[1]] : [null, texts[0]];
      return [said._id, { text, answer: answer ?? null, from, by }];
    }),
  );
}

/**
 * Has one public review of a clinic translated, with the clinic's answer, into the language of the acting person. It rests on
 * the consent of whoever wrote the review.
 *
 * @throws AppError as {@link askTranslation}; `not_found`
 */
export const translateReview = (
  ctx: CtxOf<Side>,
  { clinicId, reviewId }: { clinicId: string; reviewId: string },
): Promise<void> =>
  askTranslation(ctx, async (tx): Promise<Written> => {
    const first = await publicReview(tx, { clinicId, reviewId });
    const later = first ? null : await publicAnswer(tx, { clinicId, answerId: reviewId });
    const found = first ?? later;
    if (!found) throw new AppError('not_found');
    const { patientId, offerId } = found;
    return {
      ...{ ofId: reviewId, kind: first ? 'review' : 'later-review', writtenBy: 'patient' },
      ...{ offerId, patientId, clinicId },
      texts: textsOf('review' in found ? found.review : found.answer),
    };
  });
