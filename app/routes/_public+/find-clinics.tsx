import { Form, useLoaderData } from '@remix-run/react';
import { BadgeCheck, Building2, MapPin, Search, Star } from 'lucide-react';
import { directoryQuery, directorySorts, type ListedClinic } from '#contracts/clinic-onboarding';
import { labelKey, specialties } from '#contracts/consultation';
import { cityOf } from '#modules/exchange';
import { isAppError } from '#platform/base/errors';
import { directoryCities, findClinics } from '#workflows';
import { askPath } from '#app/clinics/ask-path';
import { countryIn } from '#app/clinic/countries';
import { Button, ButtonLink } from '#app/components/button';
import { pictureAddress } from '#app/components/clinic-pictures';
import { controlStyle } from '#app/components/control-style';
import { EmptyState } from '#app/components/empty-state';
import { Field } from '#app/components/field';
import { Link } from '#app/components/link';
import { Page } from '#app/components/page';
import { Picture } from '#app/components/picture';
import { useViewer } from '#app/components/use-viewer';
import { pageLoader } from '#app/http/page.server';
import { cityNames } from '#app/i18n/city-names';
import { useFormats } from '#app/i18n/formats';
import { pageMeta } from '#app/i18n/page-meta';
import { textIn } from '#app/i18n/server';
import { useText } from '#app/i18n/use-text';

export const meta = pageMeta('public.find_clinics');

/** What makes no sense in an address narrows nothing. */
const search = directoryQuery.extend({
  q: directoryQuery.shape.q.catch(undefined),
  specialty: directoryQuery.shape.specialty.catch(undefined),
  city: directoryQuery.shape.city.catch(undefined),
  sort: directoryQuery.shape.sort.catch('shown'),
  cursor: directoryQuery.shape.cursor.catch(undefined),
});

/** A city of the catalogue by its name in any language, or by the one it has there; any other as it was typed. */
const oneName = (city: string): string => cityOf(city) ?? city;

export const loader = pageLoader('public', async (ctx, { url }) => {
  const said = Object.fromEntries(url.searchParams);
  const { q, specialty, city, sort, cursor } = search.strip().parse(said);
  const asked = { q: q || undefined, specialty, city: city ? oneName(city) : undefined, sort };
  const found = await findClinics(ctx, { ...asked, cursor }).catch((error: unknown) => {
    if (isAppError(error) && error.code === 'invalid_cursor') return findClinics(ctx, asked);
    throw error;
  });
  const text = textIn(ctx.locale);
  const next =
    found.nextCursor && new URLSearchParams({ ...given(asked), cursor: found.nextCursor });
  return {
    asked,
    cities: [...new Set((await directoryCities(ctx)).map(oneName))],
    clinics: found.clinics.map((clinic) => ({
      ...clinic,
      country: countryIn(text, clinic.country),
    })),
    continued: cursor !== undefined,
    next: next ? `?${next.toString()}` : null,
    first: `?${new URLSearchParams(given(asked)).toString()}`,
  };
});

/** What narrows and orders, for an address; the order that is meant in any case is left out. */
const given = (asked: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(asked).filter(([key, value]) => value && !(key === 'sort' && value === 'shown')),
  ) as Record<string, string>;

export default function FindClinicsPage() {
  const t = useText();
  const { asked, cities, clinics, continued, next, first } = useLoaderData<typeof loader>();
  const narrowed = Boolean(asked.q ?? asked.specialty ?? asked.city);
  return (
    <Page title={t('public.find_clinics.title')} lead={t('public.find_clinics.lead')} width="wide">
      <div className="space-y-8">
        <DirectorySearch asked={asked} cities={cities} />
        {clinics.length === 0 ? (
          <NoClinics narrowed={narrowed} />
        ) : (
          <ul className="grid gap-4 lg:grid-cols-2">
            {clinics.map((clinic) => (
              <ClinicCard key={clinic._id} clinic={clinic} />
            ))}
          </ul>
        )}
        {next || continued ? (
          <nav aria-label={t('clinics.pages')} className="flex flex-wrap gap-3">
            {continued ? (
              <ButtonLink variant="secondary" to={first}>
                {t('clinics.first')}
              </ButtonLink>
            ) : null}
            {next ? (
              <ButtonLink variant="secondary" to={next}>
                {t('clinics.next')}
              </ButtonLink>
            ) : null}
          </nav>
        ) : null}
        <NoNeedToPick />
      </div>
    </Page>
  );
}

function NoClinics({ narrowed }: { narrowed: boolean }) {
  const t = useText();
  if (!narrowed) return <EmptyState title={t('clinics.none')} text={t('clinics.none_text')} />;
  return (
    <EmptyState
      title={t('clinics.none_found')}
      text={t('clinics.none_found_text')}
      action={
        <ButtonLink variant="secondary" to="/find-clinics">
          {t('clinics.all')}
        </ButtonLink>
      }
    />
  );
}

function NoNeedToPick() {
  const t = useText();
  const signedIn = useViewer().patient;
  return (
    <div className="space-y-4 border-t border-line pt-6">
      <p className="measure">{t('clinics.no_need')}</p>
      <ButtonLink to={signedIn ? '/consultation' : '/register'}>
        {t(signedIn ? 'landing.start_consultation' : 'landing.get_started_free')}
      </ButtonLink>
    </div>
  );
}

interface Asked {
  q?: string;
  specialty?: string;
  city?: string;
  sort: string;
}

/** Name, specialty, city and order: a plain form whose answers are the address of the page. Below it each city, one tap away. */
function DirectorySearch({ asked, cities }: { asked: Asked; cities: readonly string[] }) {
  const t = useText();
  return (
    <>
      <SearchForm asked={asked} cities={cities} />
      {cities.length > 1 ? (
        <nav aria-label={t('clinics.cities')}>
          <ul className="flex flex-wrap gap-x-5">
            {cities.map((city) => (
              <li key={city}>
                <Link
                  aria-current={city === asked.city ? 'page' : undefined}
                  to={`/find-clinics?${new URLSearchParams({ city }).toString()}`}
                  className="link inline-flex min-h-9 items-center aria-[current]:font-semibold"
                >
                  {cityNames(t, city)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
    </>
  );
}

function SearchForm({ asked, cities }: { asked: Asked; cities: readonly string[] }) {
  const t = useText();
  return (
    <Form
      method="get"
      role="search"
      className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,10rem),1fr))] items-end gap-4 lg:grid-cols-[1fr_1fr_1fr_1.4fr_auto]"
    >
      <Field id="clinics-q" label={t('clinics.search.q')} className="max-sm:col-span-full">
        {(aria) => (
          <input
            {...aria}
            key={asked.q}
            type="search"
            name="q"
            defaultValue={asked.q}
            maxLength={100}
            className={controlStyle}
          />
        )}
      </Field>
      <Field id="clinics-specialty" label={t('clinics.search.specialty')}>
        {(aria) => (
          <select
            {...aria}
            key={asked.specialty}
            name="specialty"
            defaultValue={asked.specialty ?? ''}
            className={controlStyle}
          >
            <option value="">{t('clinics.search.any')}</option>
            {specialties.map((one) => (
              <option key={one} value={one}>
                {t(labelKey('specialty', one))}
              </option>
            ))}
          </select>
        )}
      </Field>
      <CityField city={asked.city} cities={cities} />
      <SortField sort={asked.sort} />
      <Button>
        <Search aria-hidden="true" className="size-5" />
        {t('clinics.search.submit')}
      </Button>
    </Form>
  );
}

function SortField({ sort }: Pick<Asked, 'sort'>) {
  const t = useText();
  return (
    <Field id="clinics-sort" label={t('clinics.search.sort')} className="max-sm:col-span-full">
      {(aria) => (
        <select {...aria} key={sort} name="sort" defaultValue={sort} className={controlStyle}>
          {directorySorts.map((one) => (
            <option key={one} value={one}>
              {t(`clinics.sort.${one}`)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Any city can be typed; those with a clinic are offered. */
function CityField({ city, cities }: Pick<Asked, 'city'> & { cities: readonly string[] }) {
  const t = useText();
  return (
    <Field id="clinics-city" label={t('clinics.search.city')}>
      {(aria) => (
        <>
          <input
            {...aria}
            key={city}
            name="city"
            list="clinics-cities"
            defaultValue={city && cityNames(t, city)}
            maxLength={100}
            className={controlStyle}
          />
          <datalist id="clinics-cities">
            {cities.map((one) => (
              <option key={one} value={cityNames(t, one)} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}

type Listed = ListedClinic & { rating: { average: number; count: number } | null };

/** A clinic in the directory; its name leads to its page. */
function ClinicCard({ clinic }: { clinic: Listed }) {
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
        <Link
          to={askPath(clinic.slug)}
          className="link inline-flex min-h-11 items-center"
          aria-label={t('clinics.ask_named', { clinic: clinicName })}
        >
          {t('clinics.ask_this')}
        </Link>
      </div>
    </li>
  );
}

/** The first picture of a clinic; a plain field where it has none. */
function ClinicPicture({ id, alt }: { id: string | null; alt: string }) {
  if (!id)
    return (
      <div aria-hidden="true" className="grid h-full min-h-28 place-items-center bg-brand-soft">
        <Building2 className="size-10 text-brand" />
      </div>
    );
  return (
    <Picture
      src={pictureAddress(id, 'thumb')}
      alt={alt}
      className="h-full min-h-28 w-full object-cover"
    />
  );
}
