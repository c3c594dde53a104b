import { History, Star } from 'lucide-react';
import { labelKey, type SubTreatment } from '#contracts/consultation';
import type { PublicReview, ReviewDto } from '#contracts/deals';
import type { OutcomeAnswerDto, PublicOutcomeAnswer } from '#contracts/outcomes';
import type { ReviewInWords, TranslatedReview } from '#workflows';
import { useText } from '#app/i18n/use-text';
import { Card } from '../components/card';
import { cx } from '../components/cx';
import { When } from '../components/date-time';
import { StatusTag } from '../components/status-tag';
import { InWords, TranslateForm, TranslationNote } from '../translation/translated';

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
        <Card as="li" key={review._id} id={placeOf(review._id)} className="wrap-anywhere">
          {review.treatment ? (
            <h3 className="mb-2 text-base">{t(labelKey('sub-treatment', review.treatment))}</h3>
          ) : null}
          {'stars' in review ? (
            <ReviewText
              review={review}
              author={review.author ?? t('deals.reviews.gone')}
              translation={translationOf(review)}
            />
          ) : (
            <LaterText
              answer={review}
              author={review.author ?? t('deals.reviews.gone')}
              translation={translationOf(review)}
            />
          )}
          {review.inWords === 'can-be' ? (
            <TranslateForm id={review._id} path={path} describedBy={placeOf(review._id)} />
          ) : null}
        </Card>
      ))}
    </ul>
  );
}

/** Where a review stands on its page. */
const placeOf = (id: string): string => `review-${id}`;

const translationOf = ({ inWords }: TreatmentReview): TranslatedReview | null =>
  inWords === 'can-be' ? null : inWords;

/** Words as they were written, or in the reader's language. */
function Words({ text, words, translated }: WordsProps) {
  if (!translated || !words) return <p className="measure whitespace-pre-line">{text}</p>;
  return (
    <div className="measure">
      <InWords original={text} text={words} translated={translated} />
    </div>
  );
}

interface WordsProps {
  text: string;
  words: string | null | undefined;
  translated: TranslatedReview | null;
}

/** A later review: after how long, who and when, what was chosen, and words where there are any. It has no stars. */
export function LaterText({
  answer,
  author,
  translation = null,
}: {
  answer: OutcomeAnswerDto;
  author: string | null;
  translation?: TranslatedReview | null;
}) {
  const t = useText();
  return (
    <article>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StatusTag tone="neutral" icon={History}>
          {t(`outcomes.moment.${answer.moment}`)}
        </StatusTag>
        {author ? <span className="font-semibold">{author}</span> : null}
        <span className="text-sm text-ink-soft">
          <When date={answer.createdAt} format="date" />
        </span>
      </p>
      <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 font-semibold">
        <li>{t(`outcomes.said.${answer.again}`)}</li>
        <li>{t(`outcomes.result.${answer.result}`)}</li>
      </ul>
      {answer.text ? (
        <div className="mt-2">
          <Words text={answer.text} words={translation?.text} translated={translation} />
        </div>
      ) : null}
      {translation ? <TranslationNote translated={translation} /> : null}
    </article>
  );
}

/** One review: stars, who and when, words, and the answer. */
export function ReviewText({
  review,
  author,
  translation = null,
}: {
  review: ReviewDto;
  author: string | null;
  translation?: TranslatedReview | null;
}) {
  const t = useText();
  return (
    <article>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span role="img" aria-label={t('deals.reviews.stars', { stars: review.stars })}>
          {[1, 2, 3, 4, 5].map((n) => (
            <Star
              key={n}
              aria-hidden="true"
              className={cx(
                'inline size-5',
                n <= review.stars ? 'fill-accent text-accent' : 'text-line-strong',
              )}
            />
          ))}
        </span>
        {author ? <span className="font-semibold">{author}</span> : null}
        <span className="text-sm text-ink-soft">
          <When date={review.createdAt} format="date" />
        </span>
        <span className="text-sm text-ink-soft">{t('outcomes.moment.first')}</span>
      </p>
      <div className="mt-2">
        <Words text={review.text} words={translation?.text} translated={translation} />
      </div>
      {review.answer ? (
        <div className="mt-4 border-s-2 border-line-strong ps-4">
          <p className="font-semibold">{t('deals.reviews.answer')}</p>
          <Words text={review.answer.text} words={translation?.answer} translated={translation} />
        </div>
      ) : null}
      {translation ? <TranslationNote translated={translation} /> : null}
    </article>
  );
}
