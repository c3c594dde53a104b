import { useText } from '#app/i18n/use-text';
import { Link } from '#app/components/link';

interface ClinicLinksProps {
  clinicName: string;
  /** Of the clinic's public page; null without one. */
  slug: string | null;
}

/** The clinic's public page, and what its patients say there. */
export function ClinicLinks({ clinicName, slug }: ClinicLinksProps) {
  const t = useText();
  if (!slug) return null;
  const page = `/find-clinics/${slug}`;
  return (
    <span className="flex flex-wrap gap-x-4 text-sm print:hidden">
      <Link
        to={page}
        className="link inline-flex min-h-11 items-center"
        aria-label={t('offers.clinic.page_of', { clinic: clinicName })}
      >
        {t('offers.clinic.page')}
      </Link>
      <Link
        to={`${page}#reviews`}
        className="link inline-flex min-h-11 items-center"
        aria-label={t('offers.clinic.reviews_of', { clinic: clinicName })}
      >
        {t('offers.clinic.reviews')}
      </Link>
    </span>
  );
}
