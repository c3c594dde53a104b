import { BadgeCheck, Building2, MapPin, Star } from 'lucide-react';
import { useFormats } from '#app/i18n/use-formats';
import { useText } from '#app/i18n/use-text';
import { ButtonLink } from '../components/button';
import { Card } from '../components/card';
import { StatusTag } from '../components/status-tag';
import type { Overview } from './load-overview.server';

/** Who is signed in, how it is rated, and the way to what patients see of it. */
export function ClinicHeader({
  clinic,
  reputation,
  page,
  mayOffer,
}: Pick<Overview, 'clinic' | 'reputation' | 'page' | 'mayOffer'>) {
  const t = useText();
  const formats = useFormats();
  const { clinicName, city, country } = clinic;
  const { rating } = reputation;
  return (
    <Card className="flex flex-wrap items-center gap-4">
      <span
        aria-hidden="true"
        className="grid size-16 shrink-0 place-items-center rounded-full bg-brand text-white"
      >
        <Building2 className="size-8" />
      </span>
      <div className="min-w-0 grow basis-56">
        <h2 className="text-xl wrap-anywhere">{clinicName}</h2>
        <p className="flex gap-1.5 text-ink-soft wrap-anywhere">
          <MapPin aria-hidden="true" className="mt-1 size-4 shrink-0" />
          {t('clinics.place', { city, country })}
        </p>
        <p className="flex gap-1.5 text-ink-soft">
          <Star aria-hidden="true" className="mt-1 size-4 shrink-0" />
          {rating
            ? t('clinics.rating', { average: formats.decimal(rating.average), count: rating.count })
            : t('clinic.profile.no_rating')}
        </p>
        <p className="mt-2 flex flex-wrap gap-2">
          {mayOffer ? (
            <StatusTag tone="ok" icon={BadgeCheck}>
              {t('clinic.profile.verified_tag')}
            </StatusTag>
          ) : (
            <StatusTag tone="danger">{t('clinic.profile.unverified_tag')}</StatusTag>
          )}
          {page.listed ? null : (
            <StatusTag tone="neutral">{t('clinic.profile.unlisted')}</StatusTag>
          )}
        </p>
      </div>
      {page.slug ? (
        <ButtonLink variant="secondary" to={`/find-clinics/${page.slug}`}>
          {t('clinic.profile.public_page')}
        </ButtonLink>
      ) : null}
    </Card>
  );
}
