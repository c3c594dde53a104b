import { Form } from '@remix-run/react';
import { MessageCircle } from 'lucide-react';
import { companionsPath } from '#contracts/companions';
import { cancelCodes, type DealDto, maxReason } from '#contracts/deals';
import { figureNames, missingOf, totalOf } from '#contracts/offers';
import type { OutcomeDto } from '#contracts/outcomes';
import type { Agreed } from '#workflows';
import { useIntent } from '#app/auth/use-intent';
import { Banner } from '../components/banner';
import { buttonStyle } from '../components/button-style';
import { Button, ButtonLink } from '../components/button';
import { When } from '../components/date-time';
import { ListFailure } from '../components/list-failure';
import { Page } from '../components/page';
import { SelectField } from '../components/select-field';
import { TextAreaField } from '../components/text-area-field';
import { Timeline } from '../components/timeline';
import { whatsAppAddress } from '../components/whats-app-address';
import { useMayAs } from '../components/use-viewer';
import { LaterSection, OutcomeDue } from './later-section';
import { DateSection, DealForm, Fold, PlaceSection, Section } from './section';
import { DealStatusTag } from './deal-status';
import { dealTimeline } from './deal-timeline';
import type { ShownDeal } from './deal-view.server';
import { ReviewSection, TreatmentSection } from './outcome-sections';
import { useText } from '#app/i18n/use-text';
import { Assumptions, figureWords, LineState } from '../offers/offer-parts';
import { OfferSum } from '../offers/offer-sum';

/** Where on the page that is done which it asks for, when that is far below. */
const placeOf: Readonly<Record<string, 'treated' | 'review' | undefined>> = {
  date_over: 'treated',
  confirm: 'treated',
  review: 'review',
  answer: 'review',
};

/** A deal in the eyes of one of its sides: where it stands, how to reach the other, and what is to be done. */
export function DealPage({
  deal,
  agreed,
  outcome,
  reported,
}: {
  deal: ShownDeal;
  /** Null where the offer is gone. */
  agreed: Agreed | null;
  /** Null before the treatment was confirmed. */
  outcome: OutcomeDto | null;
  reported: boolean;
}) {
  const t = useText();
  const home = deal.as === 'patient' ? `/offer/${deal._id}` : '/clinic/dashboard?tab=won';
  const treatable = deal.status !== 'cancelled';
  const step = nextStep(deal);
  const place = placeOf[step];
  return (
    <Page
      title={deal.contact?.name ?? t('deals.page.heading')}
      back={{ to: home, label: t(`deals.page.back_${deal.as}`) }}
      aside={<DealStatusTag status={deal.status} />}
    >
      <div className="space-y-6">
        <div aria-live="polite" className="space-y-6">
          {outcome?.due ? <OutcomeDue deal={deal} due={outcome.due} /> : null}
          {outcome?.due && step === 'done' ? null : (
            <Banner tone="info" title={t(`deals.next.${step}`)}>
              <p>{t(`deals.next.${step}_text`)}</p>
              {place ? (
                <a href={`#section-${place}`} className="link inline-flex min-h-11 items-center">
                  {t(`deals.${place}.heading`)}
                </a>
              ) : null}
            </Banner>
          )}
        </div>
        {deal.fromTeam.length > 0 ? <FromTeam deal={deal} /> : null}
        {deal.status === 'cancelled' ? <Cancelled deal={deal} /> : null}
        {treatable && !deal.treatedAt ? <DateSection deal={deal} /> : null}
        <Contact deal={deal} />
        {deal.place && deal.contact ? (
          <PlaceSection deal={deal} contact={deal.contact} place={deal.place} />
        ) : null}
        {agreed ? <WhatWasAgreed agreed={agreed} /> : null}
        {treatable ? <TreatmentSection deal={deal} /> : null}
        {treatable ? <AftercareLink deal={deal} /> : null}
        {treatable && deal.as === 'patient' ? <CompanionsLink deal={deal} /> : null}
        {deal.treatedAt ? <ReviewSection deal={deal} reported={reported} /> : null}
        {outcome ? <LaterSection deal={deal} outcome={outcome} /> : null}
        {deal.status === 'cancelled' && deal.scheduledFor ? <DateSection deal={deal} /> : null}
        <Section title={t('deals.progress')}>
          <Timeline items={dealTimeline(t, deal)} />
        </Section>
        {deal.actions.includes('cancel') ? <Cancel /> : null}
      </div>
    </Page>
  );
}

/** The figure that was accepted, and what it includes. */
function WhatWasAgreed({ agreed }: { agreed: Agreed }) {
  const t = useText();
  return (
    <Section title={t('deals.agreed')}>
      <OfferSum offer={agreed} totalCents={totalOf(agreed)} missing={missingOf(agreed)} />
      <dl className="divide-y divide-line border-t border-line">
        {agreed.items.map((item) => (
          <div key={item.key} className="grid gap-x-4 py-2 sm:grid-cols-[1fr_1fr]">
            <dt className="wrap-anywhere">{t(`offers.item.${item.key}`)}</dt>
            <dd>
              <LineState item={item} offer={agreed} />
            </dd>
          </div>
        ))}
        {figureNames
          .filter((name) => agreed[name] !== null)
          .map((name) => (
            <div key={name} className="grid gap-x-4 py-2 sm:grid-cols-[1fr_1fr]">
              <dt>{t(`offers.row.${name}`)}</dt>
              <dd>{figureWords(t, name, agreed[name])}</dd>
            </div>
          ))}
      </dl>
      {agreed.assumptions?.length ? (
        <div className="border-t border-line pt-2">
          <h3 className="mb-1 text-base font-semibold">{t('offers.row.assumptions')}</h3>
          <Assumptions assumptions={agreed.assumptions} currency={agreed.currency} />
        </div>
      ) : null}
    </Section>
  );
}

/** Readers of a clinic's team see neither contact data nor the patient's words. */
function useMayRead(as: DealDto['as']): boolean {
  const isDoctor = useMayAs('doctor');
  return as === 'patient' || isDoctor;
}

/** The way to the aftercare: for the clinic from the acceptance on, for the patient once the treatment is confirmed. */
function AftercareLink({ deal: { _id, as, treatedAt } }: { deal: DealDto }) {
  const t = useText();
  const mayRead = useMayRead(as);
  if ((as === 'patient' && !treatedAt) || !mayRead) return null;
  const to = as === 'patient' ? `/deal/${_id}/aftercare` : `/clinic/deal/${_id}/aftercare`;
  return (
    <div className="print:hidden">
      <Section title={t('aftercare.heading')}>
        <p className="measure">{t(`aftercare.link_text_${as}`)}</p>
        <ButtonLink variant="secondary" to={to}>
          {t('aftercare.link')}
        </ButtonLink>
      </Section>
    </div>
  );
}

/** The way to the links by which relatives of the patient look on. */
function CompanionsLink({ deal: { _id } }: { deal: DealDto }) {
  const t = useText();
  return (
    <div className="print:hidden">
      <Section title={t('companions.link_heading')}>
        <p className="measure">{t('companions.link_text')}</p>
        <ButtonLink variant="secondary" to={companionsPath('deal', _id)}>
          {t('companions.to')}
        </ButtonLink>
      </Section>
    </div>
  );
}

/** What staff wrote to both sides, newest first. */
function FromTeam({ deal: { fromTeam } }: { deal: DealDto }) {
  const t = useText();
  return (
    <Section title={t('deals.from_team')}>
      <p className="text-sm text-ink-soft">{t('deals.from_team_text')}</p>
      <ul className="space-y-4">
        {fromTeam.map(({ _id, text, createdAt }) => (
          <li key={_id}>
            <p className="text-sm text-ink-soft">
              <When date={createdAt} />
            </p>
            <p className="measure whitespace-pre-line">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Contact({ deal: { contact, status, as, _id } }: { deal: ShownDeal }) {
  const t = useText();
  const conversation = as === 'patient' ? `/conversation/${_id}` : `/clinic/conversation/${_id}`;
  const mayRead = useMayRead(as);
  if (!contact && status === 'cancelled') return null;
  if (!mayRead)
    return (
      <Section title={t('deals.contact.heading')}>
        <p>{t('team.no_contact')}</p>
      </Section>
    );
  return (
    <Section title={t('deals.contact.heading')}>
      {contact ? (
        <address className="not-italic">
          <p className="font-semibold">
            <bdi>{contact.name}</bdi>
          </p>
          {contact.phoneNumber ? (
            <p>
              <a className="link tnum" href={`tel:${contact.phoneNumber}`}>
                {contact.shownPhone}
              </a>
            </p>
          ) : null}
          <p>
            <a className="link" href={`mailto:${contact.email}`}>
              {contact.email}
            </a>
          </p>
        </address>
      ) : (
        <p>{t('deals.contact.gone')}</p>
      )}
      <p className="text-sm text-ink-soft">{t(`deals.contact.why_${as}`)}</p>
      <div className="flex flex-wrap gap-3 print:hidden">
        <ButtonLink variant="secondary" to={conversation}>
          {t('deals.contact.write')}
        </ButtonLink>
        {contact?.phoneNumber && as === 'clinic' ? (
          <a
            href={whatsAppAddress({
              words: t('deals.contact.whatsapp_text', { name: contact.name }),
              phone: contact.phoneNumber,
            })}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonStyle({ variant: 'secondary' })}
          >
            <MessageCircle aria-hidden="true" className="size-5" />
            {t('clinic.offer.whatsapp')}
          </a>
        ) : null}
      </div>
    </Section>
  );
}

function Cancelled({ deal: { cancelled, as } }: { deal: DealDto }) {
  const t = useText();
  const { reply, pending } = useIntent('again');
  const failed = reply?.error?.['']?.join(' ');
  return (
    <Section title={t('deals.cancelled.heading')}>
      {cancelled ? (
        <p>
          {t(`deals.cancelled.by_${cancelled.by}`)} {t(`deals.code.${cancelled.code}`)}
        </p>
      ) : null}
      {cancelled?.reason ? <p className="whitespace-pre-line">{cancelled.reason}</p> : null}
      {as === 'patient' ? (
        <Form method="post">
          <p className="measure mb-3">{t('deals.again.text')}</p>
          <Button name="intent" value="again" pending={pending}>
            {t('deals.again.submit')}
          </Button>
          {failed ? (
            <p role="alert" className="mt-2 font-semibold text-danger">
              {failed}
            </p>
          ) : null}
        </Form>
      ) : null}
    </Section>
  );
}

function Cancel() {
  const t = useText();
  const codes = cancelCodes.map((value) => ({ value, label: t(`deals.code.${value}`) }));
  return (
    <Fold title={t('deals.cancel.title')} intent="cancel">
      <DealForm<{ code: string; reason: string }>
        intent="cancel"
        submit={t('deals.cancel.submit')}
        variant="danger"
      >
        {({ code, reason }) => (
          <>
            <p className="measure">{t('deals.cancel.text')}</p>
            <SelectField
              meta={code}
              label={t('deals.cancel.code')}
              placeholder={t('deals.cancel.choose')}
              options={codes}
            />
            <TextAreaField
              meta={reason}
              label={t('deals.cancel.reason')}
              hint={t('deals.cancel.reason_hint')}
              rows={3}
              maxLength={maxReason}
            />
          </>
        )}
      </DealForm>
    </Fold>
  );
}

/** The one thing that comes next, in the eyes of this side: the end of a key of `deals.next`. */
function nextStep(deal: DealDto): string {
  const { status, denied, actions, treated, as, scheduledFor } = deal;
  if (status === 'cancelled') return 'cancelled';
  if (status === 'reviewed') return actions.includes('answer-review') ? 'answer' : 'done';
  if (status === 'treated') return actions.includes('review') ? 'review' : 'wait_review';
  if (denied) return 'denied';
  const own = treated[as];
  const other = as === 'patient' ? treated.clinic : treated.patient;
  if (other && !own) return 'confirm';
  if (own) return 'wait_confirm';
  if (actions.includes('answer-time')) return 'answer_time';
  if (scheduledFor) return actions.includes('cancel') ? 'date_set' : 'date_over';
  return deal.times.some(({ status: one }) => one === 'proposed') ? 'wait_time' : 'propose';
}

/** In place of a deal that could not be had. */
export function DealFailure() {
  const t = useText();
  return (
    <ListFailure
      title={t('deals.page.heading')}
      failed={t('deals.failed')}
      safe={t('deals.safe')}
    />
  );
}
