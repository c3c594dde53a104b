import type { FieldMetadata } from '@conform-to/react';
import {
  type DealDto,
  maxAnswerText,
  maxReason,
  maxReviewText,
  type PriceCause,
  priceCauses,
} from '#contracts/deals';
import type { Currency } from '#contracts/offers';
import { useIntent } from '#app/auth/use-intent';
import { Banner } from '../components/banner';
import { ChoiceCards } from '../components/choice-cards';
import { When } from '../components/date-time';
import { SelectField } from '../components/select-field';
import { TextAreaField } from '../components/text-area-field';
import { TextField } from '../components/text-field';
import { ReviewText } from './review-text';
import { DealForm, Fold, Section } from './section';
import { useFormats } from '#app/i18n/formats';
import { type Text, useText } from '#app/i18n/use-text';

/** How the page writes an amount. */
function useMoney() {
  const formats = useFormats();
  return ({ amountCents, currency }: { amountCents: number; currency: string }): string =>
    formats.money(amountCents, currency as Currency);
}

/** Whether the treatment took place, what it cost, and what each side says of it. */
export function TreatmentSection({ deal }: { deal: DealDto }) {
  const t = useText();
  const money = useMoney();
  const { treated, priceSealed, priceAccepted, priceFinal, denied, actions } = deal;
  const differ = treated.patient && treated.clinic && !priceFinal && deal.treatedAt;
  return (
    <Section id="section-treated" title={t('deals.treated.heading')}>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <Row label={t('deals.treated.accepted')} value={money(priceAccepted)}>
          {priceAccepted.amountCents > priceSealed.amountCents
            ? t('deals.treated.without_extras', { price: money(priceSealed) })
            : null}
        </Row>
        {priceFinal ? <Row label={t('deals.treated.final')} value={money(priceFinal)} /> : null}
        <Statement by="patient" said={treated.patient} deal={deal} />
        <Statement by="clinic" said={treated.clinic} deal={deal} />
      </dl>
      {differ ? <p>{t('deals.treated.differ')}</p> : null}
      {denied ? (
        <Banner tone="warn" title={t(`deals.denied.by_${denied.by}`)}>
          {denied.reason ? <p className="whitespace-pre-line">{denied.reason}</p> : null}
          <p>{t('deals.denied.staff')}</p>
        </Banner>
      ) : null}
      {actions.includes('confirm') ? <Confirm deal={deal} /> : <NotYet deal={deal} />}
      {actions.includes('deny') ? (
        <Fold title={t('deals.denied.title')} intent="not-treated">
          <DealForm<{ reason: string }>
            intent="not-treated"
            submit={t('deals.denied.submit')}
            variant="secondary"
          >
            {({ reason }) => (
              <TextAreaField
                meta={reason}
                label={t('deals.denied.reason')}
                hint={t('deals.denied.hint')}
                rows={3}
                maxLength={maxReason}
              />
            )}
          </DealForm>
        </Fold>
      ) : null}
    </Section>
  );
}

const Row = (props: { label: string; value: string; children?: string | null }) => (
  <div>
    <dt className="text-sm text-ink-soft">{props.label}</dt>
    <dd className="tnum text-lg font-semibold">{props.value}</dd>
    {props.children ? <dd className="tnum text-sm text-ink-soft">{props.children}</dd> : null}
  </div>
);

function Statement({
  by,
  said,
  deal,
}: {
  by: 'patient' | 'clinic';
  said: DealDto['treated']['patient'];
  deal: DealDto;
}) {
  const t = useText();
  const formats = useFormats();
  const money = useMoney();
  if (!said) return null;
  return (
    <div>
      <dt className="text-sm text-ink-soft">{t(`deals.treated.said_by_${by}`)}</dt>
      <dd>
        <span className="tnum font-semibold">{money(said)}</span>,{' '}
        <When date={said.at} format="date" />
        {said.treatedOn ? (
          <p>
            {t('deals.treated.on_day')} {formats.date(new Date(said.treatedOn), 'UTC')}
          </p>
        ) : null}
        {said.because ? <p>{causeWords(t, deal, said.because)}</p> : null}
        {said.reason ? <p className="whitespace-pre-line">{said.reason}</p> : null}
      </dd>
    </div>
  );
}

/** What made the price another one: an assumption of the offer in its words, or that the offer did not foresee it. */
function causeWords(t: Text, { assumptions }: DealDto, cause: PriceCause): string {
  const number = priceCauses.indexOf(cause);
  return cause === 'not-foreseen'
    ? t('deals.treated.not_foreseen')
    : t('deals.treated.foreseen', { text: assumptions[number - 1]?.text ?? '' });
}

/** What made the price another one, to be chosen; only where the accepted offer rests on something. */
function Because({ deal, meta }: { deal: DealDto; meta: FieldMetadata<string> }) {
  const t = useText();
  const formats = useFormats();
  const { assumptions, priceSealed } = deal;
  if (assumptions.length === 0) return null;
  const currency = priceSealed.currency as Currency;
  const named = assumptions.map(({ text, surchargeCents }, place) => ({
    value: priceCauses[place + 1]!,
    label:
      surchargeCents === null
        ? text
        : `${text} (${t('offers.assumption.else', { price: formats.money(surchargeCents, currency) })})`,
  }));
  return (
    <SelectField
      meta={meta}
      label={t('deals.treated.because')}
      hint={t('deals.treated.because_hint')}
      placeholder={t('deals.treated.because_none')}
      options={[...named, { value: 'not-foreseen', label: t('deals.treated.not_foreseen') }]}
      optional
    />
  );
}

/** In place of the form before the agreed day, for who asks for it all the same too: from an old page, or without one. */
function NotYet({ deal }: { deal: DealDto }) {
  const t = useText();
  const refused = useIntent('treated').reply?.error?.['']?.join(' ');
  if (refused)
    return (
      <p role="alert" className="font-semibold text-danger">
        {refused}
      </p>
    );
  return deal.status === 'scheduled' && !deal.treated[deal.as] ? (
    <p className="measure">{t('deals.treated.not_yet')}</p>
  ) : null;
}

function Confirm({ deal }: { deal: DealDto }) {
  const t = useText();
  const money = useMoney();
  const other = deal.as === 'patient' ? deal.treated.clinic : deal.treated.patient;
  const { priceSealed, priceAccepted } = deal;
  const hasExtras = priceAccepted.amountCents > priceSealed.amountCents;
  const hint = hasExtras ? 'deals.treated.amount_hint_extras' : 'deals.treated.amount_hint';
  const amountHint = t(hint, { price: money(priceSealed), total: money(priceAccepted) });
  const form = (
    <DealForm<{ amount: string; because: string; reason: string; treatedOn: string }>
      intent="treated"
      submit={t('deals.treated.submit')}
    >
      {({ amount, because, reason, treatedOn }) => (
        <>
          {deal.scheduledFor === null ? (
            <TextField
              meta={treatedOn}
              type="date"
              label={t('deals.treated.day')}
              hint={t('deals.treated.day_hint')}
              defaultValue={other?.treatedOn ?? undefined}
            />
          ) : null}
          <TextField
            meta={amount}
            label={t('deals.treated.amount', { currency: priceSealed.currency })}
            hint={amountHint}
            inputMode="decimal"
            autoComplete="off"
          />
          <Because deal={deal} meta={because} />
          <TextAreaField
            meta={reason}
            label={t('deals.treated.reason')}
            hint={t('deals.treated.reason_hint')}
            rows={2}
            maxLength={maxReason}
            optional
          />
        </>
      )}
    </DealForm>
  );
  // The next step from the agreed day on; folded away where no date was agreed.
  const due = other !== null || deal.scheduledFor !== null;
  return due ? (
    <div className="space-y-4">
      <p className="measure">{t(`deals.treated.ask_${deal.as}`)}</p>
      {form}
    </div>
  ) : (
    <Fold title={t('deals.treated.early')} intent="treated">
      {form}
    </Fold>
  );
}

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
