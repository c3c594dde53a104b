import { Form } from '@remix-run/react';
import type { OfferDto } from '#contracts/offers';
import { useIntent } from '#app/auth/use-intent';
import { useText } from '#app/i18n/use-text';
import { Banner } from '../components/banner';
import { Button, ButtonLink } from '../components/button';
import { Card } from '../components/card';
import { When } from '../components/date-time';
import { BidNote, Money, OfferStatusTag } from '../exchange/own-bid';

export interface OwnOfferProps {
  offer: Pick<
    OfferDto,
    | '_id'
    | 'status'
    | 'amountCents'
    | 'currency'
    | 'revision'
    | 'expiresAt'
    | 'createdAt'
    | 'attachments'
  >;
}

/** The clinic's own offer for the request: where it stands, and the way to take it back. */
export function OwnOffer({ offer }: OwnOfferProps) {
  const t = useText();
  const { reply, pending } = useIntent('withdraw');
  const { status } = offer;
  const isLive = status === 'pending' || status === 'negotiating';
  const failure = reply?.error?.['']?.[0];
  const note = { declinedBecause: null, declineReason: null, pricePlace: null, endedAt: null };
  return (
    <Card as="section">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg">
          {t('clinic.bid.own')}: <Money cents={offer.amountCents} currency={offer.currency} />
        </h2>
        <OfferStatusTag status={status} />
      </div>
      <p className="mt-1 text-sm text-ink-soft">
        {t('clinic.bid.sent')} <When date={offer.createdAt} format="datetime" />
        {offer.revision > 1 ? ` · ${t('clinic.offer.revision', { n: offer.revision })}` : null}
      </p>
      <BidNote bid={{ ...note, status, expiresAt: offer.expiresAt }} />
      {offer.attachments.length > 0 ? (
        <ul className="mt-3 text-sm" aria-label={t('clinic.offer.files')}>
          {offer.attachments.map(({ id, name }) => (
            <li key={id}>
              <a href={`/api/files/${id}`} className="link wrap-anywhere">
                {name}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
      {failure ? <Banner tone="danger" className="mt-3" title={failure} /> : null}
      <div className="mt-4 flex flex-wrap gap-3">
        {isLive || status === 'accepted' ? (
          <ButtonLink to={`/clinic/conversation/${offer._id}`}>
            {t('clinic.bid.conversation')}
          </ButtonLink>
        ) : null}
        {status === 'accepted' ? (
          <ButtonLink variant="secondary" to={`/clinic/deal/${offer._id}`}>
            {t('clinic.bid.schedule')}
          </ButtonLink>
        ) : null}
        {isLive ? (
          <Form method="post">
            <Button variant="danger" name="intent" value="withdraw" pending={pending}>
              {t('clinic.offer.withdraw')}
            </Button>
          </Form>
        ) : null}
      </div>
    </Card>
  );
}
