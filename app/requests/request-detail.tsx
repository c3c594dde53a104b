import type { ReactNode } from 'react';
import { labelKey, type PhotoDto, type PhotoViewsDto } from '#contracts/consultation';
import { isActive, type LeadDetails } from '#contracts/leads';
import { useText } from '#app/i18n/use-text';
import { Banner } from '../components/banner';
import { ButtonLink } from '../components/button';
import { Card } from '../components/card';
import { Page } from '../components/page';
import { Timeline } from '../components/timeline';
import { NoOffersNotice } from './no-offers-notice';
import { RequestFacts } from './request-facts';
import { RequestPhotos } from './request-photos';
import { RequestStatus } from './request-status';
import { requestTimeline } from './request-timeline';
import { StatusNews } from './status-news';

interface RequestDetailProps {
  details: LeadDetails;
  photos: PhotoDto[];
  seen: PhotoViewsDto;
}

/** One request: where it stands and what comes next, what it says, its photos, and the way to end it. */
export function RequestDetail({ details, photos, seen }: RequestDetailProps) {
  const t = useText();
  const { lead } = details;
  return (
    <Page
      title={t(labelKey('sub-treatment', lead.subTreatment))}
      back={{ to: '/my-offers', label: t('leads.detail.back') }}
      aside={<RequestStatus status={lead.status} sentBack={details.sentBackAt !== null} />}
    >
      <StatusNews leads={[lead]} />
      <div className="space-y-6">
        {details.sentBackAt ? <SentBack details={details} /> : null}
        {details.noticeAt ? <NoOffersNotice details={details} /> : null}
        <Section title={t('leads.detail.progress')}>
          <Timeline items={requestTimeline(t, details)} />
          <div className="mt-5 flex flex-wrap gap-3 empty:hidden">
            {details.acceptedOfferId ? (
              <ButtonLink to={`/deal/${details.acceptedOfferId}`}>
                {t('leads.detail.to_deal')}
              </ButtonLink>
            ) : null}
            {lead.offersCount > 0 ? (
              <ButtonLink
                variant={details.acceptedOfferId ? 'secondary' : 'primary'}
                to={`/offers/${lead._id}`}
              >
                {t('leads.detail.view_offers')}
              </ButtonLink>
            ) : null}
          </div>
        </Section>
        <Section title={t('leads.detail.what')}>
          <RequestFacts lead={lead} />
        </Section>
        <Section title={t('leads.detail.photos')}>
          <RequestPhotos photos={photos} seen={seen} over={!isActive(lead.status)} />
        </Section>
        {isActive(lead.status) ? (
          <div className="flex flex-wrap gap-3">
            <ButtonLink variant="quiet" to={`/request-detail/${lead._id}/change`}>
              {t('leads.detail.change')}
            </ButtonLink>
            <ButtonLink variant="quiet" to={`/request-detail/${lead._id}/cancel`}>
              {t('leads.detail.cancel')}
            </ButtonLink>
          </div>
        ) : null}
      </div>
    </Page>
  );
}

/** What the team asks the patient to change, and the way to do so. */
function SentBack({ details: { lead, cancelReason } }: { details: LeadDetails }) {
  const t = useText();
  return (
    <Banner tone="warn" title={t('leads.sent_back.title')}>
      <p>{t('leads.sent_back.text')}</p>
      {cancelReason ? (
        <p className="my-3 border-s-2 border-line-strong ps-3 break-words whitespace-pre-line">
          {cancelReason}
        </p>
      ) : null}
      <ButtonLink to={`/request-detail/${lead._id}/change`}>
        {t('leads.sent_back.change')}
      </ButtonLink>
    </Banner>
  );
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card as="section">
    <h2 className="mb-4 text-lg">{title}</h2>
    {children}
  </Card>
);
