import { labelKey, type SubTreatment } from '#contracts/consultation';
import type { PublicReview } from '#contracts/deals';
import type { PublicOutcomeAnswer } from '#contracts/outcomes';
import type { ReviewInWords } from '#workflows';
import { useText } from '#app/i18n/use-text';
import { Card } from '../components/card';
import { InWords, TranslateForm, TranslationNote, useHeardAgain } from '../translation/translated';
import { LaterText, ReviewText, type ReviewWords } from './review-text';

export type TreatmentReview = (PublicReview | PublicOutcomeAnswer) & {
  treatment: SubTreatment | null;
  inWords: ReviewInWords;
};

/** What patients say of a clinic, at first and later on, newest first, each with what was treated. */
export function ReviewList({
  reviews,
  path,
}: {
  reviews: readonly TreatmentReview[];
  /** Of the page, which answers the form for translations. */
  path: string;
}) {
  const t = useText();
  if (reviews.length === 0) return <p>{t('deals.reviews.none')}</p>;
  return (
    <ul className="space-y-4">
      {reviews.map((review) => (
        <Review key={review._id} review={review} path={path} />
      ))}
    </ul>
  );
}

function Review({ review, path }: { review: TreatmentReview; path: string }) {
  const t = useText();
  const { _id: id, inWords } = review;
  const ref = useHeardAgain(id, inWords !== null && inWords !== 'can-be');
  const shown = { author: review.author ?? t('deals.reviews.gone'), words: wordsOf(review, path) };
  return (
    <Card as="li" className="wrap-anywhere">
      <div id={placeOf(id)} {...(inWords ? { ref, tabIndex: -1 } : {})}>
        {review.treatment ? (
          <h3 className="mb-2 text-base">{t(labelKey('sub-treatment', review.treatment))}</h3>
        ) : null}
        {'stars' in review ? (
          <ReviewText review={review} {...shown} />
        ) : (
          <LaterText answer={review} {...shown} />
        )}
      </div>
    </Card>
  );
}

/** Where a review stands on its page. */
const placeOf = (id: string): string => `review-${id}`;

/** The words of a review in the reader's language where they were asked for; else the way to have them so. */
function wordsOf(review: TreatmentReview, path: string): ReviewWords {
  const { _id: id, text, inWords } = review;
  if (inWords === null) return {};
  if (inWords === 'can-be')
    return { below: <TranslateForm id={id} path={path} describedBy={placeOf(id)} /> };
  const answer = 'answer' in review ? review.answer?.text : undefined;
  const shown = (original: string | undefined, words: string | null) =>
    original && words ? (
      <div className="measure">
        <InWords original={original} text={words} translated={inWords} />
      </div>
    ) : undefined;
  return {
    text: shown(text, inWords.text),
    answer: shown(answer, inWords.answer),
    below: <TranslationNote translated={inWords} />,
  };
}
