import { History, Star } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ReviewDto } from '#contracts/deals';
import type { OutcomeAnswerDto } from '#contracts/outcomes';
import { useText } from '#app/i18n/use-text';
import { cx } from '../components/cx';
import { When } from '../components/date-time';
import { StatusTag } from '../components/status-tag';

/** What stands in place of the words of a review, and below it; as they were written where nothing is given. */
export interface ReviewWords {
  readonly text?: ReactNode;
  readonly answer?: ReactNode;
  readonly below?: ReactNode;
}

const Words = ({ text }: { text: string }) => <p className="measure whitespace-pre-line">{text}</p>;

/** A later review: after how long, who and when, what was chosen, and words where there are any. It has no stars. */
export function LaterText({
  answer,
  author,
  words = {},
}: {
  answer: OutcomeAnswerDto;
  author: string | null;
  words?: ReviewWords;
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
        <div className="mt-2">{words.text ?? <Words text={answer.text} />}</div>
      ) : null}
      {words.below}
    </article>
  );
}

/** One review: stars, who and when, words, and the answer. */
export function ReviewText({
  review,
  author,
  words = {},
}: {
  review: ReviewDto;
  author: string | null;
  words?: ReviewWords;
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
      <div className="mt-2">{words.text ?? <Words text={review.text} />}</div>
      {review.answer ? (
        <div className="mt-4 border-s-2 border-line-strong ps-4">
          <p className="font-semibold">{t('deals.reviews.answer')}</p>
          {words.answer ?? <Words text={review.answer.text} />}
        </div>
      ) : null}
      {words.below}
    </article>
  );
}
