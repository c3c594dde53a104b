import { Form } from '@remix-run/react';
import { Search } from 'lucide-react';
import { directorySorts } from '#contracts/clinic-onboarding';
import { labelKey, specialties } from '#contracts/consultation';
import { cityNames } from '#app/i18n/city-names';
import { useText } from '#app/i18n/use-text';
import { Link } from '#app/components/link';
import { Button } from '../components/button';
import { controlStyle } from '../components/control-style';
import { Field } from '../components/field';

interface Asked {
  q?: string;
  specialty?: string;
  city?: string;
  sort: string;
}

/** Name, specialty, city and order: a plain form whose answers are the address of the page. Below it each city, one tap away. */
export function DirectorySearch({ asked, cities }: { asked: Asked; cities: readonly string[] }) {
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
            defaultValue={city}
            maxLength={100}
            className={controlStyle}
          />
          <datalist id="clinics-cities">
            {cities.map((one) => (
              <option key={one} value={one} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
