import { AsYouType, type CountryCode } from 'libphonenumber-js/min';
import { useState, type ComponentProps } from 'react';
import PhoneNumberInput from 'react-phone-number-input/min';
import { controlStyle } from '../control-style';
import { cx } from '../cx';
import { CountrySelect } from './country-select';
import { useTypedSoFar } from './typed-so-far';

interface PhoneInputProps extends Pick<
  ComponentProps<'input'>,
  'aria-describedby' | 'aria-invalid'
> {
  id: string;
  name: string;
  initial: string | undefined;
  countries: readonly string[];
}

const home: CountryCode = 'US';

/** E.164, as far as it has been typed. */
function startOf(text: string): string | undefined {
  const typed = new AsYouType(home);
  typed.input(text);
  return typed.getNumberValue();
}

/** Country and number; either follows the other. */
export function PhoneInput({ initial, countries, ...input }: PhoneInputProps) {
  const typed = useTypedSoFar(input.id);
  const [value, setValue] = useState(() => startOf(typed || (initial ?? '')));
  return (
    <PhoneNumberInput
      {...input}
      international
      defaultCountry={home}
      countries={countries as CountryCode[]}
      addInternationalOption={false}
      limitMaxLength={false}
      value={value}
      onChange={setValue}
      autoComplete="tel"
      countrySelectComponent={CountrySelect}
      className="flex flex-wrap gap-2"
      // In one row with the country, unless the text is so large that no number fits beside it.
      numberInputProps={{ className: cx(controlStyle, 'min-w-32 flex-1') }}
    />
  );
}
