import { getCountryCallingCode, type CountryCode } from 'libphonenumber-js/min';
import { useText } from '#app/i18n/use-text';
import { controlStyle } from '../control-style';

interface CountrySelectProps {
  value?: CountryCode;
  options: ReadonlyArray<{ value?: CountryCode; label: string; divider?: boolean }>;
  onChange: (country: CountryCode | undefined) => void;
  onFocus?: () => void;
  onBlur?: () => void;
}

/** The country of the number as a native list, so that a phone shows its own picker. */
export function CountrySelect({ value, options, onChange, onFocus, onBlur }: CountrySelectProps) {
  const t = useText();
  return (
    <div className="w-36 max-w-full shrink-0 sm:w-56">
      <select
        aria-label={t('auth.phone.country')}
        autoComplete="tel-country-code"
        value={value ?? ''}
        onChange={(event) => onChange((event.target.value || undefined) as CountryCode | undefined)}
        onFocus={onFocus}
        onBlur={onBlur}
        className={controlStyle}
      >
        {value ? null : <option value="">–</option>}
        {options.map((option) =>
          option.value && !option.divider ? (
            <option key={option.value} value={option.value}>
              {option.label} +{getCountryCallingCode(option.value)}
            </option>
          ) : null,
        )}
      </select>
    </div>
  );
}
