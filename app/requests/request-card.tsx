import { Image, MapPin, Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { labelKey } from '#contracts/consultation';
import type { LeadDto } from '#contracts/leads';
import { useFormats } from '#app/i18n/use-formats';
import { useText } from '#app/i18n/use-text';
import { ButtonLink } from '../components/button';
import { Card } from '../components/card';
import { CategoryIllustration } from '../components/category-illustration';
import { When } from '../components/date-time';
import { RequestStatus } from './request-status';

/** One request in the list, with the ways to its details and, when there are some, to its offers. */
export function RequestCard({ lead }: { lead: LeadDto }) {
  const t = useText();
  const treatment = t(labelKey('sub-treatment', lead.subTreatment));
  return (
    <Card as="li">
      <div className="flex gap-4">
        <CategoryIllustration
          category={lead.treatment}
          className="hidden size-14 shrink-0 text-brand sm:block"
        />
        <div className="min-w-0 grow">
          <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
            <h2 className="text-lg">{treatment}</h2>
            <RequestStatus status={lead.status} />
          </div>
          <p className="mt-1 text-ink-soft">
            {t(labelKey('category', lead.treatment))}
            {' · '}
            {t('leads.card.sent')} <When date={lead.createdAt} />
          </p>
          <RequestFacts lead={lead} />
          <div className="mt-4 flex flex-wrap gap-3">
            <ButtonLink
              variant="secondary"
              to={`/request-detail/${lead._id}`}
              aria-label={t('leads.card.details_of', { treatment })}
            >
              {t('leads.card.details')}
            </ButtonLink>
            {lead.offersCount > 0 ? (
              <ButtonLink
                to={`/offers/${lead._id}`}
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

function RequestFacts({ lead }: { lead: LeadDto }) {
  const t = useText();
  const formats = useFormats();
  const { locations, budget, photos, offersCount } = lead;
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
