import { useSearchParams } from '@remix-run/react';
import type { ReactNode } from 'react';
import { labelKey, openFacts, photoAddress } from '#contracts/consultation';
import type { LeadDetail } from '#contracts/exchange';
import { cityNames } from '#app/i18n/city-names';
import { useText } from '#app/i18n/use-text';
import { Banner } from '../components/banner';
import { buttonStyle } from '../components/button-style';
import { Card } from '../components/card';
import { When } from '../components/date-time';
import { Page } from '../components/page';
import { dashboardPath } from '../exchange/dashboard-address';
import { Fact, PriorityTag } from '../exchange/lead-card';
import { OfferForm, type OfferFormProps } from './offer-form';
import { OwnOffer, type OwnOfferProps } from './own-offer';

type RequestPageProps = Omit<OfferFormProps, 'leadId' | 'treatment' | 'revises'> & {
  lead: LeadDetail;
  ownOffer: OwnOfferProps['offer'] | null;
};

/** A request in full, and beside it what the clinic offers: on phones below it. */
export function RequestPage({ lead, ownOffer, ...form }: RequestPageProps) {
  const t = useText();
  const [search] = useSearchParams();
  const live = ownOffer?.status === 'pending' || ownOffer?.status === 'negotiating';
  const treatment = t(labelKey('sub-treatment', lead.subTreatment));
  return (
    <Page
      title={treatment}
      back={{ to: dashboardPath, label: t('clinic.request.back') }}
      width="wide"
      aside={<PriorityTag priority={lead.priority} />}
    >
      {search.has('changed') ? (
        <Banner tone="ok" className="mb-6" title={t('clinic.offer.changed')} />
      ) : null}
      <div className="gap-8 lg:grid lg:grid-cols-[minmax(0,1fr)_25rem]">
        <div className="space-y-4">
          {ownOffer ? <OwnOffer offer={ownOffer} /> : null}
          <RequestFacts lead={lead} />
          <Photos ids={lead.photos} />
          {lead.open ? <ToOffer /> : null}
        </div>
        {lead.open ? (
          <Offer revises={live}>
            <OfferForm {...form} leadId={lead._id} treatment={treatment} revises={live} />
          </Offer>
        ) : null}
      </div>
    </Page>
  );
}

/** Where a phone shows the request first: the way to the form below it, in reach until the form is there. */
function ToOffer() {
  const t = useText();
  return (
    <a
      href="#offer"
      className={buttonStyle({
        size: 'lg',
        full: true,
        className: 'sticky bottom-3 z-10 shadow-float lg:hidden',
      })}
    >
      {t('clinic.request.offer_now')}
    </a>
  );
}

/** Next to the request, on phones below it; it scrolls with the page. */
function Offer({ revises, children }: { revises: boolean; children: ReactNode }) {
  const t = useText();
  return (
    <aside
      id="offer"
      tabIndex={-1}
      aria-label={t('clinic.offer.title')}
      className="mt-6 scroll-mt-4 self-start rounded-lg border border-line bg-surface p-4 outline-none lg:mt-0"
    >
      <h2 className="mb-3 text-lg">
        {t(revises ? 'clinic.offer.title_revise' : 'clinic.offer.title')}
      </h2>
      {children}
    </aside>
  );
}

function RequestFacts({ lead }: { lead: LeadDetail }) {
  const t = useText();
  const open = t('clinic.lead.not_stated');
  const { patientInfo: info } = lead;
  return (
    <Card as="section">
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,8rem),1fr))] gap-x-4 gap-y-3">
        <Fact term={t('clinic.lead.patient')}>{lead.patient}</Fact>
        <Fact term={t('clinic.request.age')}>
          {info?.ageBand ? t(labelKey('age-band', info.ageBand)) : open}
        </Fact>
        <Fact term={t('clinic.request.gender')}>
          {info?.gender ? t(labelKey('gender', info.gender)) : open}
        </Fact>
        <Fact term={t('clinic.lead.location')}>
          {lead.location ? cityNames(t, lead.location) : open}
        </Fact>
        <Fact term={t('clinic.request.treatment')}>{t(labelKey('category', lead.treatment))}</Fact>
        <Fact term={t('clinic.request.area')}>{t(labelKey('body-area', lead.bodyArea))}</Fact>
        {openFacts.map((fact) => (
          <Fact key={fact} term={t(`catalogue.fact.${fact}`)}>
            {lead[fact] ? t(labelKey(fact, lead[fact])) : open}
          </Fact>
        ))}
        <Fact term={t('clinic.lead.value')}>
          {lead.leadValue === null ? open : t('clinic.lead.dollars', { amount: lead.leadValue })}
        </Fact>
        <Fact term={t('clinic.lead.requested')}>
          <When date={lead.requestedAt} format="datetime" />
        </Fact>
        <Fact term={t('clinic.lead.competition')}>
          {t('clinic.lead.bids_count', { count: lead.bidsCount })}
        </Fact>
      </dl>
      {(['description', 'history', 'allergies'] as const).map((part) => (
        <section key={part} className="mt-5">
          <h2 className="text-base">{t(`clinic.request.part.${part}`)}</h2>
          <p className="measure mt-1 wrap-anywhere whitespace-pre-line">
            {wordsOf(lead, part) || open}
          </p>
        </section>
      ))}
    </Card>
  );
}

function wordsOf(lead: LeadDetail, part: 'description' | 'history' | 'allergies'): string {
  if (part === 'description') return lead.description;
  return (
    (part === 'history' ? lead.patientInfo?.medicalHistory : lead.patientInfo?.allergies) ?? ''
  );
}

/** Marked copies; each look is counted, and the patient sees it. */
function Photos({ ids }: { ids: readonly string[] }) {
  const t = useText();
  return (
    <Card as="section">
      <h2 className="text-base">{t('clinic.lead.photos')}</h2>
      {ids.length === 0 ? (
        <p className="mt-1 text-ink-soft">{t('clinic.request.no_photos')}</p>
      ) : (
        <>
          <p className="mt-1 text-sm text-ink-soft">{t('clinic.request.photos_note')}</p>
          <ul className="mt-3 grid grid-cols-3 gap-3 sm:grid-cols-4">
            {ids.map((id, n) => (
              <li key={id} className="overflow-hidden rounded-md border border-line">
                <a href={photoAddress(id, 'full')} target="_blank" rel="noopener">
                  <img
                    src={photoAddress(id, 'thumb')}
                    alt={t('clinic.request.photo', { number: n + 1, total: ids.length })}
                    loading="lazy"
                    className="aspect-square w-full object-cover"
                  />
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
