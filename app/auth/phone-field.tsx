import type { FieldMetadata } from '@conform-to/react';
import type { PhoneCountry } from '#contracts/identity';
import { useText } from '#app/i18n/use-text';
import { Field } from '../components/field';
import { PhoneInput } from './phone-input';

interface PhoneFieldProps {
  meta: FieldMetadata<string>;
  country: FieldMetadata<string>;
  countries: readonly PhoneCountry[];
}

/** Country and number: read by the server in any usual spelling, with and without script. */
export function PhoneField({ meta, country, countries }: PhoneFieldProps) {
  const t = useText();
  return (
    <Field
      id={meta.id}
      label={t('auth.phone.label')}
      hint={t('auth.phone.hint')}
      errors={meta.errors}
    >
      {(aria) => (
        <PhoneInput
          key={meta.key}
          {...aria}
          name={meta.name}
          initial={meta.initialValue}
          country={{ name: country.name, initial: country.initialValue }}
          countries={countries}
        />
      )}
    </Field>
  );
}
