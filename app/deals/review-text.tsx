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

interface BylineProps {
  /** What stands first: stars, or after how long. */
  mark: ReactNode;
  author: string | null;
  /** When it was written. */
  at: string;
  children?: ReactNode;
}

/** The line above the words: what was given, by whom and when. */
const Byline = ({ mark, author, at, children }: BylineProps) => (
  <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
    {mark}
    {author ? <span className="font-semibold">{author}</span> : null}
    <span className="text-sm text-ink-soft">
      <When date={at} format="date" />
    </span>
    {children}
  </p>
);

/** What both kinds of review are shown with. */
interface Shown {
  author: string | null;
  words?: ReviewWords;
}

/** A later review: after how long, who and when, what was chosen, and words where there are any. It has no stars. */
export function LaterText({ answer, author, words = {} }: Shown & { answer: OutcomeAnswerDto }) {
  const t = useText();
  const mark = (
    <StatusTag tone="neutral" icon={History}>
      {t(`outcomes.moment.${answer.moment}`)}
    </StatusTag>
  );
  return (
    <article>
      <Byline mark={mark} author={author} at={answer.createdAt} />
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
export function ReviewText({ review, author, words = {} }: Shown & { review: ReviewDto }) {
  const t = useText();
  const mark = (
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
  );
  return (
    <article>
      <Byline mark={mark} author={author} at={review.createdAt}>
        <span className="text-sm text-ink-soft">{t('outcomes.moment.first')}</span>
      </Byline>
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
