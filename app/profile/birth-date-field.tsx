import { useEffect, useState } from 'react';
import { useText } from '#app/i18n/use-text';
import { readBirthDate, writeBirthDate } from '#app/profile/birth-date';
import { controlStyle } from '../components/control-style';
import { Field } from '../components/field';
import { useHydrated } from '../components/use-hydrated';

/** The date of birth: kept in this browser, and without a name so that no form ever sends it. */
export function BirthDateField() {
  const t = useText();
  const hydrated = useHydrated();
  const [date, setDate] = useState('');
  useEffect(() => setDate(readBirthDate()), []);
  return (
    <Field
      id="birth-date"
      label={t('profile.personal.birth_date')}
      hint={t(hydrated ? 'profile.personal.birth_date_note' : 'profile.personal.birth_date_script')}
      optional
    >
      {(aria) => (
        <input
          {...aria}
          type="date"
          autoComplete="bday"
          min="1900-01-01"
          className={controlStyle}
          value={date}
          disabled={!hydrated}
          onChange={(event) => {
            setDate(event.target.value);
            writeBirthDate(event.target.value);
          }}
        />
      )}
    </Field>
  );
}
