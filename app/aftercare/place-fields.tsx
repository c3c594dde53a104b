import type { FieldMetadata } from '@conform-to/react';
import { careZones } from '#contracts/aftercare';
import { countryCodes } from '../clinic/countries';
import { SelectField } from '../components/select-field';
import { useLocale, useText } from '#app/i18n/use-text';

interface PlaceFieldsProps {
  country: FieldMetadata<string>;
  zone: FieldMetadata<string>;
}

/** Where the patient is now: whose emergency number is shown, and by whose clock they are asked. */
export function PlaceFields({ country, zone }: PlaceFieldsProps) {
  const t = useText();
  const locale = useLocale();
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <SelectField
        meta={country}
        label={t('aftercare.place.country')}
        hint={t('aftercare.place.country_hint')}
        placeholder={t('aftercare.place.choose')}
        options={countryCodes({ t, locale })}
      />
      <SelectField
        meta={zone}
        label={t('aftercare.place.zone')}
        hint={t('aftercare.place.zone_hint')}
        placeholder={t('aftercare.place.choose')}
        options={careZones.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
      />
    </div>
  );
}
