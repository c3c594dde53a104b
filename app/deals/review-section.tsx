import { maxAnswerText, maxReason, maxReviewText, type DealDto } from '#contracts/deals';
import { useIntent } from '#app/auth/use-intent';
import { useText } from '#app/i18n/use-text';
import { Banner } from '../components/banner';
import { ChoiceCards } from '../components/choice-cards';
import { TextAreaField } from '../components/text-area-field';
import { ReviewText } from './review-list';
import { DealForm, Fold, Section } from './section';

const stars = [5, 4, 3, 2, 1];

/** The review of a treated deal and the clinic's answer to it. */
export function ReviewSection({ deal, reported }: { deal: DealDto; reported: boolean }) {
  const t = useText();
  const { review, reviewRemoved, actions } = deal;
  return (
    <Section id="section-review" title={t('deals.review.heading')}>
      {reviewRemoved ? (
        <Banner tone="warn" title={t('deals.review.removed')}>
          <p>{t(`deals.removal.${reviewRemoved}`)}</p>
        </Banner>
      ) : null}
      {review ? <ReviewText review={review} author={null} /> : null}
      {review && review.masked.length > 0 ? <p>{t('deals.review.masked')}</p> : null}
      {review?.answer && review.answer.masked.length > 0 ? (
        <p>{t('deals.review.masked_answer')}</p>
      ) : null}
      {review?.answerRemoved ? (
        <p>
          {t('deals.review.answer_removed')} {t(`deals.removal.${review.answerRemoved}`)}
        </p>
      ) : null}
      {!review && !reviewRemoved && !actions.includes('review') ? (
        <p>{t('deals.review.none')}</p>
      ) : null}
      {actions.includes('review') ? <Write /> : null}
      {actions.includes('answer-review') ? <Answer /> : null}
      {reported ? <Banner tone="ok">{t('deals.review.reported')}</Banner> : null}
      {review && !reported ? <Report /> : null}
    </Section>
  );
}

function Write() {
  const t = useText();
  const { reply } = useIntent('review');
  return (
    <DealForm<{ stars: string; text: string }> intent="review" submit={t('deals.review.submit')}>
      {(fields) => (
        <>
          <p className="measure">{t('deals.review.public')}</p>
          <ChoiceCards
            compact
            id={fields.stars.id}
            name="stars"
            legend={t('deals.review.stars')}
            options={stars.map((n) => ({
              value: String(n),
              label: t('deals.review.stars_of', { count: n }),
            }))}
            defaultValue={(reply?.initialValue?.stars as string | undefined) ?? null}
            errors={fields.stars.errors}
          />
          <TextAreaField
            meta={fields.text}
            label={t('deals.review.text')}
            hint={t('deals.review.text_hint')}
            maxLength={maxReviewText}
          />
        </>
      )}
    </DealForm>
  );
}

function Answer() {
  const t = useText();
  return (
    <DealForm<{ text: string }> intent="answer" submit={t('deals.review.answer_submit')}>
      {({ text }) => (
        <TextAreaField
          meta={text}
          label={t('deals.review.answer')}
          hint={t('deals.review.answer_hint')}
          maxLength={maxAnswerText}
        />
      )}
    </DealForm>
  );
}

function Report() {
  const t = useText();
  return (
    <Fold title={t('deals.review.report')} intent="report">
      <DealForm<{ reason: string }>
        intent="report"
        submit={t('deals.review.report_submit')}
        variant="secondary"
      >
        {({ reason }) => (
          <TextAreaField
            meta={reason}
            label={t('deals.review.report_reason')}
            hint={t('deals.review.report_hint')}
            rows={3}
            maxLength={maxReason}
          />
        )}
      </DealForm>
    </Fold>
  );
}
