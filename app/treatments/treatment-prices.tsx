import { labelKey, type Specialty, type SubTreatment } from '#contracts/consultation';
import type { TreatmentPrices as Prices } from '#workflows';
import { When } from '../components/date-time';
import { Link } from '#app/components/link';
import { Source } from '../components/prose';
import { useFormats } from '#app/i18n/formats';
import { useText } from '#app/i18n/use-text';

interface TreatmentPricesProps {
  /** For orientation as long as there is no range of offers. */
  published: PublishedPrice | null;
  prices: {
    at: string;
    overall: {
      median: number;
      quartiles: readonly number[];
      offers: number;
      clinics: number;
    } | null;
    cities: ReadonlyArray<{
      city: string;
      median: number;
      lowest: number;
      highest: number;
      offers: number;
      clinics: number;
    }>;
  };
}

/** What clinics asked for a treatment, in all cities and by city; says why there is nothing where there are too few offers. */
export function TreatmentPrices({
  prices: { at, overall, cities },
  published,
}: TreatmentPricesProps) {
  const t = useText();
  const formats = useFormats();
  const dollars = (amount: number): string => formats.money(amount * 100, 'USD');
  return (
    <section aria-labelledby="prices">
      <h2 id="prices" className="text-xl">
        {t('public.prices.title')}
      </h2>
      {cities.length === 0 && !overall ? (
        <p className="measure mt-3 text-ink-soft">{t('public.prices.none')}</p>
      ) : (
        <>
          {overall ? (
            <div className="mt-3 rounded-lg border border-line bg-surface p-5">
              <p className="tnum text-xl font-semibold">
                {t('public.prices.quartiles', {
                  lower: dollars(overall.quartiles[0]!),
                  upper: dollars(overall.quartiles[1]!),
                })}
              </p>
              <p className="tnum mt-1 text-ink-soft">
                {t('public.prices.overall', {
                  median: dollars(overall.median),
                  offers: overall.offers,
                  clinics: overall.clinics,
                })}
              </p>
            </div>
          ) : null}
          <ul className="mt-3 divide-y divide-line border-y border-line empty:hidden">
            {cities.map((one) => (
              <li key={one.city} className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-3">
                <span className="font-semibold">{one.city}</span>
                <span className="tnum">
                  {t('public.prices.median', { median: dollars(one.median) })}
                </span>
                <span className="tnum w-full text-sm text-ink-soft">
                  {t('public.prices.range', {
                    lowest: dollars(one.lowest),
                    highest: dollars(one.highest),
                    offers: one.offers,
                    clinics: one.clinics,
                  })}
                </span>
              </li>
            ))}
          </ul>
          <p className="measure mt-3 text-sm text-ink-soft">
            {t('public.prices.how')} <When date={at} />
          </p>
        </>
      )}
      {published && !overall ? <Published {...published} /> : null}
    </section>
  );
}

/** What somebody else published of the price, elsewhere and in another year: where it stands is one tap away. */
function Published({ fee, year, source, published, address }: PublishedPrice) {
  const t = useText();
  const formats = useFormats();
  return (
    <p className="measure mt-3 text-sm text-ink-soft">
      {t('public.prices.elsewhere', { fee: formats.money(fee * 100, 'USD'), year: String(year) })}{' '}
      {t('public.prices.source')} <Source name={source} address={address} />,{' '}
      <When date={published} />
    </p>
  );
}

interface PriceRangeProps {
  price: NonNullable<Prices['overall']>;
}

/** In what range half of the offers for a treatment lie, with their median and how many they are. */
export function PriceRange({ price: { median, quartiles, offers, clinics } }: PriceRangeProps) {
  const t = useText();
  const formats = useFormats();
  const dollars = (amount: number): string => formats.money(amount * 100, 'USD');
  const [lower, upper] = quartiles.map(dollars) as [string, string];
  return (
    <p className="tnum mt-3 border-t border-line pt-3">
      <span className="font-semibold">{t('public.prices.quartiles', { lower, upper })}</span>{' '}
      <span className="block text-sm text-ink-soft">
        {t('public.prices.overall', { median: dollars(median), offers, clinics })}
      </span>
    </p>
  );
}

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

/** Prices of others, for orientation as long as too few offers were made here. Each figure stands in the source that is linked. */
const source = {
  /** National average of the surgeon's fee in the United States, in whole dollars; anaesthesia and facility not included. */
  fees: {
    'Rhinoplasty (Nose Job)': 5_350,
    'Breast Augmentation': 3_824,
    Liposuction: 3_518,
    'Tummy Tuck': 6_253,
    Facelift: 7_655,
    'Blepharoplasty (Eyelid)': 3_156,
  } satisfies Partial<Record<SubTreatment, number>> as Partial<Record<SubTreatment, number>>,
  year: 2018,
  name: 'American Society of Plastic Surgeons',
  published: '2019-04-10',
  address:
    'https://www.biospace.com/article/americans-spent-more-than-16-5-billion-on-cosmetic-plastic-surgery-in-2018/',
};

/** A price that somebody else published, with what to say of it. */
interface PublishedPrice {
  /** US dollars. */
  readonly fee: number;
  readonly year: number;
  readonly source: string;
  /** Day of the publication, YYYY-MM-DD. */
  readonly published: string;
  readonly address: string;
}

/** Null where no source that anybody can read names one. */
export function publishedPriceOf(subTreatment: SubTreatment): PublishedPrice | null {
  const fee = source.fees[subTreatment];
  if (fee === undefined) return null;
  const { year, name, published, address } = source;
  return { fee, year, source: name, published, address };
}
