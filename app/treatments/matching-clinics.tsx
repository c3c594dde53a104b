import { labelKey, type Specialty } from '#contracts/consultation';
import { useText } from '#app/i18n/use-text';
import { Link } from '#app/components/link';

/** To the clinics of the directory that could make an offer. */
export function MatchingClinics({ specialties }: { specialties: readonly Specialty[] }) {
  const t = useText();
  return (
    <ul className="space-y-1">
      {specialties.map((specialty) => (
        <li key={specialty}>
          <Link
            to={`/find-clinics?${new URLSearchParams({ specialty }).toString()}`}
            className="link inline-flex min-h-9 items-center"
          >
            {t('public.treatments.clinics', { specialty: t(labelKey('specialty', specialty)) })}
          </Link>
        </li>
      ))}
    </ul>
  );
}
