import { Form } from '@remix-run/react';
import { Search } from 'lucide-react';
import { cities, labelKey, specialties } from '#contracts/consultation';
import { useText } from '#app/i18n/use-text';
import { Button } from '../components/button';
import { controlStyle } from '../components/control-style';
import { Field } from '../components/field';

interface Asked {
  q?: string;
  specialty?: string;
  city?: string;
}

/** Name, specialty and city: a plain form whose answers are the address of the page. */
export function DirectorySearch({ asked }: { asked: Asked }) {
  const t = useText();
  return (
    <Form
      method="get"
      role="search"
      className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1fr_auto]"
    >
      <Field id="clinics-q" label={t('clinics.search.q')}>
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
      <CityField city={asked.city} />
      <Button>
        <Search aria-hidden="true" className="size-5" />
        {t('clinics.search.submit')}
      </Button>
    </Form>
  );
}

/** Any city can be typed; those that patients can ask for are offered. */
function CityField({ city }: Pick<Asked, 'city'>) {
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
              <option key={one} value={t(labelKey('city', one))} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
