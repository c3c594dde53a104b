import { Image, MapPin, Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { labelKey } from '#contracts/consultation';
import type { OwnRequest } from '#workflows';
import { AppointmentTime, DealStatusTag } from '#app/deals/deal-status';
import { useFormats } from '#app/i18n/formats';
import { useText } from '#app/i18n/use-text';
import { ButtonLink } from '../components/button';
import { Card } from '../components/card';
import { CategoryIllustration } from '../components/category-illustration';
import { When } from '../components/date-time';
import { RequestStatus } from './request-status';

/** One request in the list, with the ways to its details and, when there are some, to its offers. */
export function RequestCard({ request }: { request: OwnRequest }) {
  const t = useText();
  const { deal } = request;
  const treatment = t(labelKey('sub-treatment', request.subTreatment));
  const details = request.sentBack ? 'see_why' : 'details';
  return (
    <Card as="li">
      <div className="flex gap-4">
        <CategoryIllustration
          category={request.treatment}
          className="hidden size-14 shrink-0 text-brand sm:block"
        />
        <div className="min-w-0 grow">
          <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
            <h2 className="text-lg">{treatment}</h2>
            <CardStatus request={request} />
          </div>
          <p className="mt-1 text-ink-soft">
            {t(labelKey('category', request.treatment))}
            {' · '}
            {t('leads.card.sent')} <When date={request.createdAt} />
          </p>
          {deal ? <DealLines deal={deal} /> : null}
          <RequestLines request={request} />
          {request.sentBack ? (
            <p className="mt-3 font-semibold">{t('leads.sent_back.title')}</p>
          ) : null}
          <div className="mt-4 flex flex-wrap gap-3">
            <ButtonLink
              variant={request.sentBack ? 'primary' : 'secondary'}
              to={`/request-detail/${request._id}`}
              aria-label={t(`leads.card.${details}_of`, { treatment })}
            >
              {t(`leads.card.${details}`)}
            </ButtonLink>
            {deal ? (
              <ButtonLink
                to={`/deal/${deal.offerId}`}
                aria-label={t('leads.card.deal_of', { treatment })}
              >
                {t('leads.card.deal')}
              </ButtonLink>
            ) : null}
            {request.offersCount > 0 ? (
              <ButtonLink
                variant={deal ? 'secondary' : undefined}
                to={`/offers/${request._id}`}
                aria-label={t('leads.card.offers_of', { treatment })}
              >
                {t('leads.card.offers')}
              </ButtonLink>
            ) : null}
          </div>
        </div>
      </div>
    </Card>
  );
}

/** Where the treatment stands, once an offer was chosen; the request before. */
const CardStatus = ({ request: { deal, status, sentBack } }: { request: OwnRequest }) =>
  deal ? <DealStatusTag status={deal.status} /> : <RequestStatus {...{ status, sentBack }} />;

type Deal = NonNullable<OwnRequest['deal']>;

/** With whom, and when; that a date is still to be agreed on is said as well. */
function DealLines({ deal: { clinicName, city, scheduledFor, status } }: { deal: Deal }) {
  const t = useText();
  return (
    <div className="mt-3">
      <p className="font-semibold wrap-anywhere">{clinicName}</p>
      {scheduledFor ? (
        <p>
          <AppointmentTime date={scheduledFor} city={city} />
        </p>
      ) : status === 'accepted' ? (
        <p className="text-ink-soft">{t('leads.card.no_date')}</p>
      ) : null}
    </div>
  );
}

function RequestLines({ request }: { request: OwnRequest }) {
  const t = useText();
  const formats = useFormats();
  const { locations, budget, photos, offersCount } = request;
  return (
    <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {locations.length > 0 ? (
        <Fact icon={<MapPin aria-hidden="true" className="size-4" />}>
          {formats.list(locations.map((city) => t(labelKey('city', city))))}
        </Fact>
      ) : null}
      {budget ? (
        <Fact icon={<Wallet aria-hidden="true" className="size-4" />}>
          {t(labelKey('budget', budget))}
        </Fact>
      ) : null}
      {photos.length > 0 ? (
        <Fact icon={<Image aria-hidden="true" className="size-4" />}>
          {t('leads.card.photos_count', { count: photos.length })}
        </Fact>
      ) : null}
      {offersCount > 0 ? (
        <li className="font-semibold">{t('leads.card.offers_count', { count: offersCount })}</li>
      ) : null}
    </ul>
  );
}

const Fact = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className="flex items-center gap-1.5 text-ink-soft">
    {icon}
    {children}
  </li>
);
