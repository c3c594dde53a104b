import { useLocation } from '@remix-run/react';
import { compareOffers, isLive } from '#contracts/offers';
import type { OfferInFull } from '#workflows';
import { useText } from '#app/i18n/use-text';
import { useHeld } from '#app/live/use-held';
import { ActionBar } from '../components/action-bar';
import { Banner } from '../components/banner';
import { ButtonLink } from '../components/button';
import { When } from '../components/date-time';
import { Page } from '../components/page';
import { ContactClinic, type ShownPhone } from './contact-clinic';
import { EarlierRevisions } from './earlier-revisions';
import { NewsBar } from './news-bar';
import { OfferBody } from './offer-body';
import { ChangedMark, endedWords } from './offer-facts';

interface OfferPageProps {
  offer: OfferInFull;
  phone: ShownPhone | null;
  /** Messages of its conversation that the patient has not seen; never held back, as the offer is. */
  unread: number;
}

/** One offer in full, what it said before, and the ways on. */
export function OfferPage({ unread, ...fresh }: OfferPageProps) {
  const t = useText();
  const { key } = useLocation();
  const { shown, changed, show } = useHeld(fresh, { key, hold: () => true });
  const { offer, phone } = shown;
  const [column] = compareOffers([offer], 'total').offers;
  const live = isLive(offer.status);
  const here = `/offer/${offer._id}`;
  return (
    <Page
      title={offer.clinic.clinicName}
      lead={t('offers.offer.lead')}
      back={{ to: `/offers/${offer.leadId}`, label: t('offers.offer.back') }}
    >
      <NewsBar changed={changed} show={show} />
      <div className="space-y-6">
        <Standing offer={offer} />
        <OfferBody
          offer={offer}
          totalCents={column!.totalCents}
          validity={live ? <Validity offer={offer} /> : null}
          contact={
            <ContactClinic
              offerId={offer._id}
              clinicName={offer.clinic.clinicName}
              phone={phone}
              unread={unread}
              accepted={offer.status === 'accepted'}
            />
          }
        />
        <EarlierRevisions offer={offer} />
      </div>
      {live ? (
        <div className="print:hidden">
          <ActionBar>
            <ButtonLink to={`${here}/accept`}>{t('offers.compare.accept')}</ButtonLink>
            <ButtonLink to={`${here}/decline`} variant="secondary">
              {t('offers.compare.decline')}
            </ButtonLink>
          </ActionBar>
        </div>
      ) : null}
    </Page>
  );
}

function Validity({ offer }: { offer: OfferInFull }) {
  const t = useText();
  return (
    <div className="mt-1">
      <p className="text-sm text-ink-soft">
        {t('common.timeline.open_until')} <When date={offer.expiresAt} format="day" />
      </p>
      <ChangedMark offer={offer} />
    </div>
  );
}

/** What became of an offer that is no longer open. */
function Standing({ offer }: { offer: OfferInFull }) {
  const t = useText();
  if (offer.ended)
    return (
      <Banner tone="info" title={t('offers.offer.over')}>
        <p>
          {endedWords(t, offer.ended)} <When date={offer.ended.at} format="datetime" />
        </p>
      </Banner>
    );
  if (offer.status !== 'accepted') return null;
  return (
    <Banner tone="ok" title={t('offers.offer.accepted')}>
      <p className="mt-3">
        <ButtonLink to={`/deal/${offer._id}`}>{t('offers.offer.to_deal')}</ButtonLink>
      </p>
    </Banner>
  );
}
