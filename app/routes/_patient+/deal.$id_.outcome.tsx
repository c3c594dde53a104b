import { useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import {
  againChoices,
  maxOutcomeText,
  type OutcomeDto,
  outcomeSchema,
  resultChoices,
} from '#contracts/outcomes';
import { answerOutcome, readOutcome } from '#modules/outcomes';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { useIntent } from '#app/auth/use-intent';
import { Banner } from '#app/components/banner';
import { ChoiceCards } from '#app/components/choice-cards';
import { When } from '#app/components/date-time';
import { EmptyState } from '#app/components/empty-state';
import { ListFailure } from '#app/components/list-failure';
import { Page } from '#app/components/page';
import { TextAreaField } from '#app/components/text-area-field';
import { LaterText } from '#app/deals/review-text';
import { DealForm, Section } from '#app/deals/section';
import { intent, pageAction, pageLoader } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { pageMeta } from '#app/i18n/page-meta';
import { Rich } from '#app/i18n/rich';
import { useText } from '#app/i18n/use-text';

export const meta = pageMeta('outcomes.page');

export const loader = pageLoader('patient', async (ctx, { params }) => {
  const offerId = params.id ?? '';
  return { offerId, outcome: await readOutcome(ctx, { offerId }) };
});

export const action = pageAction('patient', {
  outcome: intent('patient', z.object(outcomeSchema.shape), async (ctx, value, { params }) => {
    const offerId = params.id ?? '';
    await answerOutcome(ctx, { offerId, ...value });
    return redirect(`/deal/${offerId}/outcome`);
  }),
});
export const clientAction = keepOnNetworkError;

/** What became of the treatment: the question that is due, and what was answered. */
export default function OutcomePage() {
  const { offerId, outcome } = useLoaderData<typeof loader>();
  const t = useText();
  const { due, answers } = outcome;
  // Without the form there is no place of its own for what an old one of it brings back.
  const refused = useIntent('outcome').reply?.error?.['']?.join(' ');
  return (
    <Page
      title={t(due ? `outcomes.ask.${due.moment}` : 'outcomes.heading')}
      back={{ to: `/deal/${offerId}`, label: t('outcomes.page.back') }}
    >
      <div className="space-y-6">
        {refused && !due ? (
          <Banner tone="danger">
            <p>{refused}</p>
          </Banner>
        ) : null}
        {due ? <Question due={due} /> : null}
        {!due && answers.length === 0 ? (
          <EmptyState title={t('outcomes.page.none')} text={t('outcomes.page.none_text')} />
        ) : null}
        {answers.map((answer) => (
          <Section key={answer._id} title={t('outcomes.page.yours')}>
            <LaterText answer={answer} author={null} />
            {answer.masked.length > 0 ? (
              <p className="text-ink-soft">{t('outcomes.masked')}</p>
            ) : null}
          </Section>
        ))}
      </div>
    </Page>
  );
}

interface Fields extends Record<string, unknown> {
  moment: string;
  again: string;
  result: string;
  text: string;
}

function Question({ due }: { due: NonNullable<OutcomeDto['due']> }) {
  const t = useText();
  const typed = useIntent('outcome').reply?.initialValue as Partial<Fields> | undefined;
  return (
    <Section title={t('outcomes.page.form')}>
      <p className="measure">{t('outcomes.page.public')}</p>
      <p className="text-ink-soft">
        <Rich
          id="outcomes.page.until"
          components={{ when: <When date={due.until} format="date" /> }}
        />
      </p>
      <DealForm<Fields> intent="outcome" submit={t('outcomes.submit')}>
        {({ again, result, text }) => (
          <>
            <input type="hidden" name="moment" value={due.moment} />
            <ChoiceCards
              compact
              id={again.id}
              name="again"
              legend={t('outcomes.again')}
              options={againChoices.map((value) => ({
                value,
                label: t(`outcomes.again.${value}`),
              }))}
              defaultValue={typed?.again ?? null}
              errors={again.errors}
            />
            <ChoiceCards
              compact
              id={result.id}
              name="result"
              legend={t('outcomes.result')}
              options={resultChoices.map((value) => ({
                value,
                label: t(`outcomes.result.${value}`),
              }))}
              defaultValue={typed?.result ?? null}
              errors={result.errors}
            />
            <TextAreaField
              meta={text}
              label={t('outcomes.text')}
              hint={t('outcomes.text_hint')}
              maxLength={maxOutcomeText}
              optional
            />
          </>
        )}
      </DealForm>
    </Section>
  );
}

export function ErrorBoundary() {
  const t = useText();
  return (
    <ListFailure
      title={t('outcomes.heading')}
      failed={t('outcomes.page.failed')}
      safe={t('outcomes.page.safe')}
    />
  );
}
