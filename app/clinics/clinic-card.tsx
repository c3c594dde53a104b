import { BadgeCheck, MapPin, Star } from 'lucide-react';
import type { ListedClinic } from '#contracts/clinic-onboarding';
import { labelKey } from '#contracts/consultation';
import { useFormats } from '#app/i18n/use-formats';
import { cityNames } from '#app/i18n/city-names';
import { useText } from '#app/i18n/use-text';
import { Link } from '#app/components/link';
import { ClinicPicture } from './clinic-picture';

type Listed = ListedClinic & { rating: { average: number; count: number } | null };

/** A clinic in the directory; its name leads to its page. */
export function ClinicCard({ clinic }: { clinic: Listed }) {
  const t = useText();
  const formats = useFormats();
  const { clinicName, city, country, specialties, verified, rating } = clinic;
  return (
    <li className="grid overflow-hidden rounded-lg border border-line bg-surface sm:grid-cols-[11rem_1fr]">
      <div className="h-36 sm:h-full">
        <ClinicPicture
          id={clinic.picture}
          alt={t('clinics.picture', { n: 1, clinic: clinicName })}
        />
      </div>
      <div className="min-w-0 space-y-2 p-5">
        <h2 className="text-xl wrap-anywhere">
          <Link to={`/find-clinics/${clinic.slug}`} prefetch="intent">
            {clinicName}
          </Link>
        </h2>
        <p className="flex gap-1.5 text-ink-soft wrap-anywhere">
          <MapPin aria-hidden="true" className="mt-1 size-4 shrink-0" />
          {t('clinics.place', { city: cityNames(t, city), country })}
        </p>
        <p>{formats.list(specialties.map((one) => t(labelKey('specialty', one))))}</p>
        <p className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
          <span className="flex gap-1.5">
            <BadgeCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ok" />
            {t('clinics.verified_count', { count: verified.length })}
          </span>
          {rating ? (
            <span className="flex gap-1.5">
              <Star aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-brand" />
              {t('clinics.rating', {
                average: formats.decimal(rating.average),
                count: rating.count,
              })}
            </span>
          ) : null}
        </p>
      </div>
    </li>
  );
}
