import type { Currency, OfferStatus } from '#contracts/offers';
import type { ShownBid as Bid } from '#workflows';
import { useFormats } from '#app/i18n/formats';
import { useText } from '#app/i18n/use-text';
import { When } from '../components/date-time';
import { StatusTag } from '../components/status-tag';

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

/** Cents of a currency, as prices are written. */
export const Money = ({ cents, currency }: { cents: number; currency: string }) => (
  <span className="tnum">{useFormats().money(cents, currency as Currency)}</span>
);

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
