import { ChevronDown } from 'lucide-react';
import type { ShownOffer } from '#workflows';
import { useText } from '#app/i18n/use-text';
import { Link } from '#app/components/link';
import { When } from '../components/date-time';
import { endedWords, Price } from './offer-facts';

/** Offers that are over, folded, each with why and when. */
export function EndedOffers({ offers }: { offers: readonly ShownOffer[] }) {
  const t = useText();
  if (offers.length === 0) return null;
  return (
    <details className="group rounded-lg border border-line bg-surface print:hidden">
      <summary className="flex min-h-12 items-center gap-2 px-4 font-semibold">
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 transition-transform group-open:rotate-180"
        />
        {t('offers.ended.title', { count: offers.length })}
      </summary>
      <ul className="divide-y divide-line border-t border-line">
        {offers.map((offer) => (
          <li key={offer._id} className="px-4 py-3 wrap-anywhere">
            <p className="flex flex-wrap justify-between gap-x-4">
              <Link to={`/offer/${offer._id}`} className="link">
                {offer.clinic.clinicName}
              </Link>
              <Price offer={offer} />
            </p>
            <p className="text-sm text-ink-soft">
              {endedWords(t, offer.ended!)} <When date={offer.ended!.at} format="datetime" />
            </p>
          </li>
        ))}
      </ul>
    </details>
  );
}
