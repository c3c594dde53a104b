import { useLocation } from '@remix-run/react';
import { isLive, missingOf } from '#contracts/offers';
import type { OfferInFull } from '#workflows';
import { useIntent } from '#app/auth/use-intent';
import { useText } from '#app/i18n/use-text';
import { useHeld } from '#app/live/use-held';
import { ActionBar } from '../components/action-bar';
import { Banner } from '../components/banner';
import { ButtonLink } from '../components/button';
import { When } from '../components/date-time';
import { Page } from '../components/page';
import { AskMissing } from './ask-missing';
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
  /** The clinic was asked for what this version leaves out. */
  asked: boolean;
}

/** One offer in full, what it said before, and the ways on. */
export function OfferPage({ unread, asked, ...fresh }: OfferPageProps) {
  const t = useText();
  const { reply } = useIntent('ask');
  const { key } = useLocation();
  const { shown, changed, show } = useHeld(fresh, { key, hold: () => true });
  const { offer, phone } = shown;
  const live = isLive(offer.status);
  const here = `/offer/${offer._id}`;
  return (
    <Page
      title={offer.clinic.clinicName}
      lead={t('offers.offer.lead')}
      back={{ to: `/offers/${offer.leadId}`, label: t('offers.offer.back') }}
    >
      <NewsBar changed={changed} show={show} />
      <Refused words={reply?.error?.['']} />
      <div className="space-y-6">
        <Standing offer={offer} />
        <OfferBody
          offer={offer}
          validity={live ? <Validity offer={offer} /> : null}
          ask={
            live && missingOf(offer).length > 0 ? (
              <AskMissing offerId={offer._id} clinicName={offer.clinic.clinicName} asked={asked} />
            ) : null
          }
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

/** Why the clinic was not asked. */
function Refused({ words }: { words: readonly string[] | null | undefined }) {
  if (!words) return null;
  return (
    <p role="alert" className="mb-4 font-semibold text-danger">
      {words.join(' ')}
    </p>
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
