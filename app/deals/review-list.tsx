import { History, Star } from 'lucide-react';
import { labelKey, type SubTreatment } from '#contracts/consultation';
import type { PublicReview, ReviewDto } from '#contracts/deals';
import type { OutcomeAnswerDto, PublicOutcomeAnswer } from '#contracts/outcomes';
import { useText } from '#app/i18n/use-text';
import { Card } from '../components/card';
import { cx } from '../components/cx';
import { When } from '../components/date-time';
import { StatusTag } from '../components/status-tag';

export type TreatmentReview = (PublicReview | PublicOutcomeAnswer) & {
  treatment: SubTreatment | null;
};

/** What patients say of a clinic, at first and later on, newest first, each with what was treated. */
export function ReviewList({ reviews }: { reviews: readonly TreatmentReview[] }) {
  const t = useText();
  if (reviews.length === 0) return <p>{t('deals.reviews.none')}</p>;
  return (
    <ul className="space-y-4">
      {reviews.map((review) => (
        <Card as="li" key={review._id} className="wrap-anywhere">
          {review.treatment ? (
            <h3 className="mb-2 text-base">{t(labelKey('sub-treatment', review.treatment))}</h3>
          ) : null}
          {'stars' in review ? (
            <ReviewText review={review} author={review.author ?? t('deals.reviews.gone')} />
          ) : (
            <LaterText answer={review} author={review.author ?? t('deals.reviews.gone')} />
          )}
        </Card>
      ))}
    </ul>
  );
}

/** A later review: after how long, who and when, what was chosen, and words where there are any. It has no stars. */
export function LaterText({ answer, author }: { answer: OutcomeAnswerDto; author: string | null }) {
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
      {answer.text ? <p className="measure mt-2 whitespace-pre-line">{answer.text}</p> : null}
    </article>
  );
}

/** One review: stars, who and when, words, and the answer. */
export function ReviewText({ review, author }: { review: ReviewDto; author: string | null }) {
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
      <p className="measure mt-2 whitespace-pre-line">{review.text}</p>
      {review.answer ? (
        <div className="mt-4 border-s-2 border-line-strong ps-4">
          <p className="font-semibold">{t('deals.reviews.answer')}</p>
          <p className="measure whitespace-pre-line">{review.answer.text}</p>
        </div>
      ) : null}
    </article>
  );
}
