import type { DealDto } from '#contracts/deals';
import { maxReportReason, type OutcomeDto } from '#contracts/outcomes';
import { useText } from '#app/i18n/use-text';
import { Banner } from '../components/banner';
import { ButtonLink } from '../components/button';
import { TextAreaField } from '../components/text-area-field';
import { LaterText } from './review-text';
import { DealForm, Fold, Section } from './section';

/** The question that waits for the patient, with the way to its form. */
export function OutcomeDue({ deal, due }: { deal: DealDto; due: NonNullable<OutcomeDto['due']> }) {
  const t = useText();
  return (
    <Banner tone="info" title={t(`outcomes.ask.${due.moment}`)}>
      <p className="measure mb-3">{t('outcomes.ask_text')}</p>
      <ButtonLink to={`/deal/${deal._id}/outcome`}>{t('outcomes.ask_action')}</ButtonLink>
    </Banner>
  );
}

/** What the patient has said later on; the clinic may report it. */
export function LaterSection({ deal, outcome }: { deal: DealDto; outcome: OutcomeDto }) {
  const t = useText();
  const { answers, removed } = outcome;
  if (answers.length === 0 && removed.length === 0) return null;
  return (
    <Section title={t('outcomes.heading')}>
      {answers.map((answer) => (
        <div key={answer._id} className="space-y-2">
          <LaterText answer={answer} author={null} />
          {answer.masked.length > 0 ? (
            <p className="text-ink-soft">{t('outcomes.masked')}</p>
          ) : null}
          {deal.as === 'clinic' ? <Report id={answer._id} moment={answer.moment} /> : null}
        </div>
      ))}
      {removed.map(({ moment, because }) => (
        <Banner key={moment} tone="warn" title={t('outcomes.removed')}>
          <p>
            {t(`outcomes.moment.${moment}`)}: {t(`deals.removal.${because}`)}
          </p>
        </Banner>
      ))}
    </Section>
  );
}

function Report({ id, moment }: { id: string; moment: string }) {
  const t = useText();
  const intent = `report-${moment}`;
  return (
    <Fold title={t('outcomes.report')} intent={intent}>
      <DealForm<{ reason: string }>
        intent={intent}
        submit={t('deals.review.report_submit')}
        variant="secondary"
      >
        {({ reason }) => (
          <>
            <input type="hidden" name="answerId" value={id} />
            <TextAreaField
              meta={reason}
              label={t('deals.review.report_reason')}
              hint={t('deals.review.report_hint')}
              rows={3}
              maxLength={maxReportReason}
            />
          </>
        )}
      </DealForm>
    </Fold>
  );
}
