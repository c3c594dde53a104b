import { labelKey } from '#contracts/consultation';
import type { BidCard as Bid, OfferStatus } from '#contracts/offers';
import { useText } from '#app/i18n/use-text';
import { ButtonLink } from '../components/button';
import { Card } from '../components/card';
import { When } from '../components/date-time';
import { StatusTag } from '../components/status-tag';
import { Fact } from './lead-card';

const tones: Record<OfferStatus, 'info' | 'accent' | 'ok' | 'neutral'> = {
  pending: 'info',
  negotiating: 'accent',
  accepted: 'ok',
  declined: 'neutral',
  withdrawn: 'neutral',
  expired: 'neutral',
};

/** Where an offer stands, in a word. */
export function OfferStatusTag({ status }: { status: OfferStatus }) {
  const t = useText();
  return <StatusTag tone={tones[status]}>{t(`clinic.bid.status.${status}`)}</StatusTag>;
}

/** One offer of the clinic, and what it can do about it. */
export function BidCard({ bid }: { bid: Bid }) {
  const t = useText();
  const isOpen = bid.status === 'pending' || bid.status === 'negotiating';
  return (
    <Card as="li" className="flex flex-col p-4 text-sm sm:p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <h2 className="text-base">{t(labelKey('sub-treatment', bid.subTreatment))}</h2>
          <p className="text-ink-soft">
            {t(labelKey('category', bid.treatment))}
            {' · '}
            {bid.patient}
          </p>
        </div>
        <OfferStatusTag status={bid.status} />
      </div>
      <BidFacts bid={bid} />
      <BidNote bid={bid} />
      <div className="mt-auto flex flex-wrap gap-3 pt-4">
        {isOpen || bid.status === 'accepted' ? (
          <ButtonLink to={`/clinic/conversation/${bid.id}`}>
            {t('clinic.bid.conversation')}
          </ButtonLink>
        ) : null}
        {bid.status === 'accepted' ? (
          <ButtonLink variant="secondary" to={`/clinic/deal/${bid.id}`}>
            {t('clinic.bid.schedule')}
          </ButtonLink>
        ) : null}
        {isOpen ? (
          <ButtonLink variant="secondary" to={`/clinic/request/${bid.leadId}`}>
            {t('clinic.bid.request')}
          </ButtonLink>
        ) : null}
      </div>
    </Card>
  );
}

function BidFacts({ bid }: { bid: Bid }) {
  const t = useText();
  return (
    <dl className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(min(100%,8rem),1fr))] gap-x-4 gap-y-2">
      <Fact term={t('clinic.bid.value')}>
        {bid.leadValue === null
          ? t('clinic.lead.not_stated')
          : t('clinic.lead.dollars', { amount: bid.leadValue })}
      </Fact>
      <Fact term={t('clinic.bid.own')}>
        <Money cents={bid.amountCents} currency={bid.currency} />
      </Fact>
      <Fact term={t('clinic.bid.sent')}>
        <When date={bid.sentAt} format="datetime" />
      </Fact>
    </dl>
  );
}

/** Cents of a currency, as prices are written. */
export function Money({ cents, currency }: { cents: number; currency: string }) {
  const words = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
  }).format(cents / 100);
  return <span className="tnum">{words}</span>;
}

type Noted = Pick<
  Bid,
  'status' | 'expiresAt' | 'endedAt' | 'declinedBecause' | 'declineReason' | 'pricePlace'
>;

/** What the clinic has to know of it now: what is waited for, or why it was not chosen and where its price lay. */
export function BidNote({ bid }: { bid: Noted }) {
  const t = useText();
  const { status, endedAt, expiresAt, declinedBecause, declineReason, pricePlace } = bid;
  const cause = status === 'declined' ? `declined_${declinedBecause ?? 'patient'}` : status;
  return (
    <div className="mt-3 space-y-1 border-t border-line pt-2">
      <p>
        {t(`clinic.bid.note.${cause}`)}{' '}
        {status === 'pending' || status === 'negotiating' ? (
          <>
            {t('clinic.bid.until')} <When date={expiresAt} format="day" />
          </>
        ) : null}
        {endedAt ? <When date={endedAt} format="day" /> : null}
      </p>
      {declineReason ? (
        <p>{t('clinic.bid.reason', { reason: t(`clinic.bid.reasons.${declineReason}`) })}</p>
      ) : null}
      {pricePlace ? <p>{t('clinic.bid.place', { ...pricePlace })}</p> : null}
    </div>
  );
}
