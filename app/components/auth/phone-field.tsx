import type { FieldMetadata } from '@conform-to/react';
import { useText } from '#app/i18n/use-text';
import { controlStyle } from '../control-style';
import { Field } from '../field';
import { PhoneInput } from './phone-input';
import { useEnhanced } from './use-enhanced';

interface PhoneFieldProps {
  meta: FieldMetadata<string>;
  /** ISO 3166-1 alpha-2 of the countries to choose from. */
  countries: readonly string[];
}

/** A phone number in international form; without script a plain field, read by the server in any spelling. */
export function PhoneField({ meta, countries }: PhoneFieldProps) {
  const t = useText();
  const enhanced = useEnhanced(meta.id);
  return (
    <Field
      id={meta.id}
      label={t('auth.phone.label')}
      hint={t('auth.phone.hint')}
      errors={meta.errors}
    >
      {(aria) =>
        enhanced ? (
          <PhoneInput
            {...aria}
            name={meta.name}
            initial={meta.initialValue}
            countries={countries}
          />
        ) : (
          <input
            {...aria}
            type="tel"
            name={meta.name}
            defaultValue={meta.initialValue}
            autoComplete="tel"
            maxLength={250}
            className={controlStyle}
          />
        )
      }
    </Field>
  );
}
