import { useRef, type ClipboardEvent, type ComponentProps, type FormEvent } from 'react';
import { defaultCountry, phoneInputLimit, type PhoneCountry } from '#contracts/identity';
import { isolatedIn } from '#platform/base/locale';
import { useLocale, useText } from '#app/i18n/use-text';
import { controlStyle } from '../components/control-style';
import { cx } from '../components/cx';
import type { readWholeNumber } from './whole-number';

interface PhoneInputProps extends Pick<
  ComponentProps<'input'>,
  'aria-describedby' | 'aria-invalid'
> {
  id: string;
  name: string;
  initial: string | undefined;
  country: { name: string; initial: string | undefined };
  countries: readonly PhoneCountry[];
}

/** One key at a time; what comes at once was pasted, dictated, or filled in by the browser. */
function isTyped({ nativeEvent }: FormEvent<HTMLInputElement>): boolean {
  if (!(nativeEvent instanceof InputEvent)) return false;
  const { inputType, data } = nativeEvent;
  return inputType.startsWith('delete') || (inputType === 'insertText' && data?.length === 1);
}

/** Countries written in front with their calling code may share it: `+1` is right for Canada too. */
const sameCode = (countries: readonly PhoneCountry[], code: string, dialCode: string): boolean =>
  countries.some((each) => each.code === code && each.dialCode === dialCode);

type Reader = typeof readWholeNumber;

/**
 * Reads numbers once its library is there: fetched when somebody first does something with the field, so that a page
 * that is only looked at does without. Until then, and where it cannot be had, the field is what it is without script.
 */
function useReader(onReady: () => void): { reader: () => Reader | undefined; fetch: () => void } {
  const known = useRef<Reader>(undefined);
  const asked = useRef(false);
  const fetch = () => {
    if (asked.current) return;
    asked.current = true;
    import('./whole-number').then(
      ({ readWholeNumber: read }) => {
        known.current = read;
        onReady();
      },
      () => (asked.current = false),
    );
  };
  return { reader: () => known.current, fetch };
}

/**
 * A native list and a plain field: what is in them when there is no script is what is sent. With one, a whole
 * number shows in international form as soon as nobody is typing it, and takes its country along. While
 * somebody types, nothing moves.
 */
function usePhoneFields(countries: readonly PhoneCountry[]) {
  const list = useRef<HTMLSelectElement>(null);
  const field = useRef<HTMLInputElement>(null);
  /** Whether what is in the field would be shown in international form now. */
  const rests = useRef(false);
  const { reader, fetch } = useReader(() => {
    read(field.current?.value ?? '', { show: rests.current });
  });

  /** Whether `text` is a number of the chosen country, or of any in international form. */
  const read = (text: string, { show }: { show: boolean }): boolean => {
    fetch();
    rests.current = show;
    const [select, input] = [list.current, field.current];
    const number = select && reader()?.(text, select.value);
    if (!select || !input || !number) return false;
    // What is dialled in front of a calling code differs by country, so that must not move alone.
    const moves = show || /^\s*\+/.test(text);
    if (moves && !sameCode(countries, select.value, number.dialCode)) {
      const listed = countries.find((each) => each.code === number.country);
      if (listed) select.value = listed.code;
    }
    if (show) input.value = number.shown;
    return true;
  };

  /** Another country for a number that is there already: its digits stay, its calling code goes. */
  const onCountry = () => {
    const input = field.current;
    if (!input) return;
    const number = /^\s*\+/.test(input.value) ? reader()?.(input.value) : null;
    if (number) input.value = number.national;
    read(input.value, { show: true });
  };

  return {
    list,
    field,
    onCountry,
    onFocus: fetch,
    onInput: (event: FormEvent<HTMLInputElement>) => {
      read(event.currentTarget.value, { show: !isTyped(event) });
    },
    onBlur: () => {
      read(field.current?.value ?? '', { show: true });
    },
    onPaste: (event: ClipboardEvent<HTMLInputElement>) => {
      // A whole number takes the place of what was there, wherever the caret is.
      if (read(event.clipboardData.getData('text/plain'), { show: true })) event.preventDefault();
    },
  };
}

export function PhoneInput({ initial, country, countries, ...input }: PhoneInputProps) {
  const t = useText();
  const locale = useLocale();
  const { list, field, onCountry, ...handlers } = usePhoneFields(countries);
  const initialCountry = countries.find(({ code }) => code === country.initial)?.code;
  return (
    // In one row with the country, unless the text is so large that no number fits beside it.
    <div className="flex flex-wrap gap-2">
      <div className="w-36 max-w-full shrink-0 sm:w-56">
        <select
          ref={list}
          name={country.name}
          defaultValue={initialCountry ?? defaultCountry}
          aria-label={t('auth.phone.country')}
          autoComplete="tel-country-code"
          onChange={onCountry}
          className={cx(controlStyle, 'text-ellipsis')}
        >
          {countries.map(({ code, name, dialCode }) => (
            <option key={code} value={code}>
              {name} {isolatedIn(locale, `+${dialCode}`)}
            </option>
          ))}
        </select>
      </div>
      <input
        {...input}
        ref={field}
        type="tel"
        defaultValue={initial}
        autoComplete="tel"
        maxLength={phoneInputLimit}
        {...handlers}
        className={cx(controlStyle, 'min-w-32 flex-1')}
      />
    </div>
  );
}
